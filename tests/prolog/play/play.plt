:- use_module(library(plunit)).
:- use_module(library(lists)).
:- use_module('../../../prolog/play/play').
:- use_module('../../../prolog/play/playout').

% A light that is switched on and off three times, as gdl/compile/play_program.py writes it; lamp/1 depends on nothing.
:- dynamic lights:'constant true'/1, lights:'role list'/1, lights:'left open'/3, lights:'true on'/1,
           lights:'true count'/1, lights:'role static'/1, lights:'init static'/1, lights:'lamp static'/1,
           lights:'succ static'/2.

lights:joint([M], j(M)).
lights:'fact of'(on(L), 'true on'(L)).
lights:'fact of'(count(N), 'true count'(N)).
lights:'state predicate'('true on', 1).
lights:'state predicate'('true count', 1).
lights:'state predicate'('constant true', 1).
lights:'static relation'('role rules', 'role static', 1).
lights:'static relation'('lamp rules', 'lamp static', 1).
lights:'static relation'('succ rules', 'succ static', 2).
lights:'static relation'('init rules', 'init static', 1).
lights:'check relation'(_, _, _) :- fail.
lights:'free relation'(_, _) :- fail.
lights:'has tables' :- fail.
lights:'role rules'(me).
lights:'lamp rules'(a).
lights:'lamp rules'('1.5').
lights:'succ rules'(0, 1).
lights:'succ rules'(1, 2).
lights:'succ rules'(2, 3).
lights:'init rules'(count(0)).
lights:'init rules'(ready).
lights:'terminal ' :- lights:'true count'(3).
lights:'legal bf'(me, press(L)) :- lights:'lamp static'(L).
lights:'legal bf'(me, press(L)) :- lights:'true on'(L).
lights:'goal bf'(me, 100) :- lights:'true on'(a).
lights:'sees bf'(j(press(L)), me, clicked(L)).
lights:'next f'(_, ready) :- lights:'constant true'(ready).
lights:'next f'(j(press(L)), on(L)) :- \+ lights:'true on'(L).
lights:'next f'(j(press(L)), on(K)) :- lights:'true on'(K), K \== L.
lights:'next f'(_, count(M)) :- lights:'true count'(N), lights:'succ static'(N, M).

:- begin_tests(play, [setup(prepare_play(lights))]).

test(roles, Rs == [me]) :-
    play_roles(lights, Rs).
test(initial_state_is_sorted, S == [ready, count(0)]) :-
    play_initial(lights, S).
test(moves_are_sorted_and_given_once, Ms == [[press('1.5'), press(a)]]) :-
    sort([ready, count(0), on(a)], S),
    play_look(lights, S, false, Ms).
test(next_state_and_percepts, Next-Seen == [ready, count(1), on(a)]-[[clicked(a)]]) :-
    play_initial(lights, S),
    play_next(lights, S, [press(a)], Next, Seen).
test(states_are_asked_about_in_any_order, Goals == [[[100]], [[]], [[100]]]) :-
    sort([count(2), on(a)], On),
    sort([count(3), ready], Off),
    findall(Gs, ( member(S, [On, Off, On]), play_goals(lights, S, Gs) ), Goals).
test(an_unknown_state_is_no_obstacle, T == true) :-
    sort([count(2), on(a)], S),
    play_look(lights, S, _, _),
    nb_setval(lights, none),
    play_look(lights, [count(3)], T, _).
test(a_fluent_of_no_kind, throws(error(domain_error(fluent, _), _))) :-
    play_look(lights, [colour(red)], _, _).
test(an_error_leaves_no_wrong_state, Gs == [[]]) :-
    catch(play_look(lights, [count(1), on(a), zoo(1)], _, _), _, true),
    play_goals(lights, [count(1)], Gs).
test(counts, Levels == [level(1, 0, 1, 0), level(2, 0, 2, 0), level(4, 0, 2, 0), level(8, 8, 2, 2)]) :-
    play_perft(lights, 3, Levels).
test(playouts_have_the_length_of_the_game, true) :-
    play_random(lights, 0.05, 7, 100, Playouts, States),
    Playouts > 10,
    States >= 3 * Playouts,
    States =< 3 * (Playouts + 1).
test(playouts_leave_nothing_behind, true) :-
    play_random(lights, 0.02, 7, 100, _, _),
    predicate_property(playout:node_(_, _, _), number_of_clauses(0)),
    predicate_property(playout:edge_(_, _), number_of_clauses(0)).
test(playouts_that_are_too_long_are_given_up, Playouts == 0) :-
    play_random(lights, 0.02, 7, 2, Playouts, _).
test(tokens, [setup(play_initial(lights, S)), Members == [terminal-false, legal-[["(press 1.5)", "(press a)"]]]]) :-
    play_members(lights, look(S), Members).
:- end_tests(play).
