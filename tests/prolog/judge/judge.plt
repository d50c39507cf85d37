:- use_module(library(plunit)).
:- use_module('../../../prolog/judge/conditions').
:- use_module('../../../prolog/judge/theory').
:- use_module('../../../prolog/judge/truth').

play(X, Y, N, M, play([key(p1, 1, X, 1), key(p2, 1, Y, 1)], 1, [p1-[N], p2-[M]], [])).

plays(Plays) :-
    findall(Play,
            ( member(c(X, Y, N, M), [c(a, a, 3, 3), c(a, b, 0, 5), c(b, a, 5, 0), c(b, b, 1, 1)]), play(X, Y, N, M, Play) ),
            Plays).

:- begin_tests(judge_conditions).

test(a_later_part_goes_before_an_earlier_one, Parts == [bind(p2, b, any), bind(p1, b, any)]) :-
    condition_parts([bind(p1, a, any), sub([bind(p2, b, any)]), bind(p1, b, any)], Parts).
test(different_steps_stand_side_by_side, Parts == [bind(p1, a, 1), bind(p1, b, 2)]) :-
    condition_parts([bind(p1, a, 1), bind(p1, b, 2)], Parts).
test(what_is_not_bound_is_open, Opens == [[p2-1-a], [p2-1-b]]) :-
    plays(Plays),
    condition_plays([bind(p1, a, any)], Plays, Selected),
    findall(Open, member(chosen(_, Open), Selected), Opens).
test(a_reply_that_never_comes_up_selects_nothing, Selected == []) :-
    plays(Plays),
    condition_plays([bind(p1, a, any), reply(p2, [bind(p1, b, any)], b)], Plays, Selected).
test(what_is_open_in_both_must_be_the_same) :-
    agree([p1-1-a, p2-1-b], [p2-1-b]).
test(what_is_open_in_both_must_be_the_same, fail) :-
    agree([p1-1-a, p2-1-b], [p2-1-a]).

:- end_tests(judge_conditions).

:- begin_tests(judge_truth).

test(false_decides_and, T == false) :- all_true([true, unknown(x), false], T).
test(unknown_goes_before_pending, T == unknown(x)) :- all_true([pending, unknown(x), true], T).
test(true_decides_or, T == true) :- some_true([pending, unknown(x), true], T).
test(nothing_is_none_of_them, T == false) :- some_true([], T).
test(what_is_unknown_is_not_denied, T == unknown(x)) :- denied(unknown(x), T).
test(numbers_are_told_as_people_tell_them, T == true) :- compared(told_as, 5r3, 167r100, T).
test(whole_numbers_are_told_exactly, T == false) :- compared(told_as, 5r3, 2, T).

:- end_tests(judge_truth).

:- begin_tests(judge_theory).

test(dominated_moves_do_not_survive, Left == [b]) :-
    plays(Plays),
    findall(M, ( member(M, [a, b]), survives(Plays, strictly, p1, M) ), Left).
test(a_dominated_move_is_dominated_by_a_mix, Dominated == [a]) :-
    plays(Plays),
    findall(M, ( member(M, [a, b]), mixed_dominated(Plays, p1, M) ), Dominated).
test(what_a_mix_guarantees, Value =:= 1) :-
    plays(Plays),
    maximin_value(Plays, p1, Value).
test(an_equilibrium_is_a_correlated_one) :-
    plays(Plays),
    correlated(Plays, [[bind(p1, b, any), bind(p2, b, any)]-1]).
test(cooperation_is_not, fail) :-
    plays(Plays),
    correlated(Plays, [[bind(p1, a, any), bind(p2, a, any)]-1]).
test(chances_must_sum_to_1, throws(error(domain_error(probabilities, _), _))) :-
    plays(Plays),
    correlated(Plays, [[bind(p1, a, any), bind(p2, a, any)]-1r2]).

:- end_tests(judge_theory).
