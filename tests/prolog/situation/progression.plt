:- use_module(library(plunit)).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module('../../../prolog/situation/progression').
:- use_module('../test_games').

:- begin_tests(states, [setup(maplist(load_game, [dilemma, sequential, two_in_a_row, vote, twice, faulty]))]).

test(initial_state, S == state([])) :-
    initial_state(dilemma, S).
test(initial_state_is_sorted, S == state([control(x), did(0, nobody), cell(1, 1, b), cell(1, 2, b), cell(2, 1, b),
                                          cell(2, 2, b)])) :-
    initial_state(two_in_a_row, S).
test(moves_of_every_role, all(R-Ms == [p1-['D', 'C'], p2-['D', 'C']])) :-
    initial_state(dilemma, S),
    state_moves(dilemma, S, R, Ms).
test(moves_without_a_choice, all(R-Ms == [p1-['D', 'C'], p2-[noop]])) :-
    initial_state(sequential, S),
    state_moves(sequential, S, R, Ms).
test(joint_moves, all(J == [[does(p1, 'D'), does(p2, 'D')], [does(p1, 'D'), does(p2, 'C')],
                            [does(p1, 'C'), does(p2, 'D')], [does(p1, 'C'), does(p2, 'C')]])) :-
    initial_state(dilemma, S),
    state_joint(dilemma, S, J, _).
test(passing_is_no_choice, all(C == [[p1-'D'], [p1-'C']])) :-
    initial_state(sequential, S),
    state_joint(sequential, S, _, C).
test(no_joint_move_when_a_role_is_stuck, fail) :-
    state_joint(faulty, state([at(1)]), _, _).
test(next_state, S == state([did(p1, 'D'), did(p2, 'C')])) :-
    next_state(dilemma, state([]), [does(p1, 'D'), does(p2, 'C')], S).
test(next_state_keeps_what_persists, S == state([chose(p1, 'C'), chose(p2, 'D')])) :-
    next_state(sequential, state([chose(p1, 'C'), turn(p2)]), [does(p1, noop), does(p2, 'D')], S).
test(goals, G == [p1-5, p2-0]) :-
    state_goals(dilemma, state([did(p1, 'D'), did(p2, 'C')]), G).
test(goals_are_numbers, G == [solo-5r2]) :-
    state_goals(twice, state([chose(0, heads), chose(1, heads), step(2)]), G).
test(the_papers_predicates_take_states, all(A == [choice(p1, 'D'), choice(p1, 'C'), choice(p2, 'D'), choice(p2, 'C')])) :-
    dilemma:legal(A, state([])).

:- end_tests(states).

:- begin_tests(plays, [setup(maplist(load_game, [dilemma, sequential, two_in_a_row, vote, twice]))]).

test(outcomes, O == [ outcome(1, [p1-'D', p2-'D'], [p1-1, p2-1]), outcome(1, [p1-'D', p2-'C'], [p1-5, p2-0]),
                      outcome(1, [p1-'C', p2-'D'], [p1-0, p2-5]), outcome(1, [p1-'C', p2-'C'], [p1-3, p2-3]) ]) :-
    game_outcomes(dilemma, 100, O).
test(outcomes_count_rounds, R == [2]) :-
    game_outcomes(sequential, 100, O),
    findall(N, member(outcome(N, _, _), O), Ns),
    sort(Ns, R).
test(too_many_outcomes, throws(error(resource_error(outcomes), _))) :-
    game_outcomes(dilemma, 4, _).
test(most_must_be_positive, throws(error(type_error(positive_integer, 0), _))) :-
    game_outcomes(dilemma, 0, _).

% The two ways through a game meet in the same results.
test(agrees_with_situations, [forall(member(G, [dilemma, sequential, two_in_a_row, twice])), Played == Derived]) :-
    game_outcomes(G, 1000, Outcomes),
    findall(Choices-Goals, member(outcome(_, Choices, Goals), Outcomes), Played0),
    sort(Played0, Played),
    findall(Choices-Goals,
            ( G:game(s0, F), choices_(F, [], Choices), in_order_(G, Choices), state_goals_(G, F, Goals) ),
            Derived0),
    sort(Derived0, Derived).

choices_(s0, Choices, Choices).
choices_(do(choice(R, M), S), Later, Choices) :-
    choices_(S, [R-M|Later], Choices).

% Of the orders in which a simultaneous round can be written, the one of the roles.
in_order_(dilemma, [p1-_|_]) :- !.
in_order_(Game, _) :-
    Game \== dilemma.

state_goals_(Game, F, Goals) :-
    findall(R-N, Game:finally(goal(R, N), F), Goals).

:- end_tests(plays).
