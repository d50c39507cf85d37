:- use_module(library(plunit)).
:- use_module('../../../prolog/judge/conditions').
:- use_module('../../../prolog/judge/judge').
:- use_module('../../../prolog/judge/reasons').
:- use_module('../../../prolog/judge/record').
:- use_module('../../../prolog/judge/theory').
:- use_module('../../../prolog/judge/truth').
:- use_module('../../../prolog/judge/values').
:- use_module('../../../prolog/judge/worlds').
:- use_module('../../../prolog/requests/program_loader').

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
test(one_beside_an_unknown_may_be_two, T == unknown(x)) :- judge_truth:one_true_([true, unknown(x), false], T).
test(two_are_not_one_whatever_is_unknown, T == false) :- judge_truth:one_true_([true, unknown(x), true], T).
test(one_beside_false_ones_is_one, T == true) :- judge_truth:one_true_([false, true], T).
test(none_is_not_one, T == false) :- judge_truth:one_true_([false, false], T).
test(what_is_unknown_is_not_denied, T == unknown(x)) :- denied(unknown(x), T).
test(numbers_are_told_as_people_tell_them, T == true) :- compared(told_as, 5r3, 167r100, T).
test(whole_numbers_are_told_exactly, T == false) :- compared(told_as, 5r3, 2, T).

:- end_tests(judge_truth).

:- begin_tests(judge_theory).

% p1 ends it by a with 2, or leaves it to p2, who has 3 by a, which leaves p1 nothing, and 1 by b, which leaves p1 5.
in_turn([play([key(p1, 1, a, 1)], 1, [p1-[2], p2-[0]], []),
         play([key(p1, 1, b, 2), key(p2, 2, a, 1)], 1, [p1-[0], p2-[3]], []),
         play([key(p1, 1, b, 2), key(p2, 2, b, 2)], 1, [p1-[5], p2-[1]], [])]).

test(dominated_moves_do_not_survive, Left == [b]) :-
    plays(Plays),
    findall(M, ( member(M, [a, b]), survives(Plays, strictly, p1, M) ), Left).
test(a_dominated_move_is_dominated_by_a_mix, Dominated == [a]) :-
    plays(Plays),
    findall(M, ( member(M, [a, b]), mixed_dominated(Plays, p1, M) ), Dominated).
test(moves_at_once_are_not_solved_move_by_move, throws(not_expressible(_))) :-
    plays(Plays),
    subgame_perfect(Plays, [bind(p1, b, any), bind(p2, b, any)]).
test(who_looks_ahead_takes_the_last_step) :- in_turn(Plays), best_ahead(Plays, p1, a, []).
test(an_equilibrium_is_told_by_a_part_of_its_course) :- in_turn(Plays), subgame_perfect(Plays, [bind(p1, a, any)]).
test(who_looks_ahead_does_not_hope, fail) :- in_turn(Plays), best_ahead(Plays, p1, b, []).
test(after_a_choice_it_is_the_others_turn) :- in_turn(Plays), best_ahead(Plays, p2, a, [bind(p1, b, any)]).
test(a_role_whose_turn_it_is_not, throws(not_expressible(_))) :- in_turn(Plays), best_ahead(Plays, p2, a, []).
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

:- dynamic here/1.
:- prolog_load_context(directory, Here), assertz(here(Here)).

given(given(none, [], [], [], [], [])).

loaded(In) :-
    here(Here),
    atom_concat(Here, '/../../lelma/verify/golden/stag_hunt.pl', File),
    read_file_to_string(File, Program, []),
    load_program(judge_plt, Program),
    given(Given),
    given_memory(judge_plt, Given, 10_000, Memory),
    In = in(judge_plt, Given, none, 10_000, Memory).

asked(Formula, Json, Steps) :-
    given(Given),
    statistics(inferences, Before),
    judge_formulas(judge_plt, Given, [Formula], reasons, 10_000, limits(10, 10_000_000), Json),
    statistics(inferences, After),
    Steps is After - Before.

pareto(not(any(T, profiles, and([each(R, roles, cmp(>=, pay(R, [sub(T)]), pay(R, S))),
                                 any(R1, roles, cmp(>, pay(R1, [sub(T)]), pay(R1, S)))])))) :-
    S = [bind(p1, hare, any), bind(p2, hare, any)].

:- begin_tests(judge_remembers, [cleanup(unload_program(judge_plt))]).

test(what_was_judged_is_not_judged_again, Json == Same) :-
    loaded(_),
    pareto(Formula),
    asked(Formula, Json, First),
    asked(Formula, Same, Again),
    assertion(Again < 100),
    assertion(First > 10 * Again).
test(another_program_is_asked_anew, Verdicts == [false, error]) :-
    Formula = cmp(=, pay(p1, [bind(p1, hare, any), bind(p2, hare, any)]), num(7)),
    loaded(_),
    asked(Formula, [object([verdict-First|_])], _),
    load_program(judge_plt, ":- dynamic base/1, choice/2, legal_move/3, next_holds/3, role/1, percept/4, terminal/1."),
    asked(Formula, [object([verdict-Second|_])], _),
    Verdicts = [First, Second].
test(a_long_list_is_not_remembered, Count == 65) :-
    trie_new(Trie),
    judge_values:remembered_(key, Trie, List, numlist(1, 65)),
    length(List, Count),
    assertion(\+ trie_lookup(Trie, key, _)).
test(a_part_of_a_lottery_may_have_no_chance, P == 0) :-
    loaded(In),
    judge_truth:weight_(num(0), In, [], P).
test(as_many_cases_are_left_open_as_may_be, Count == 10_000) :-
    findall([Key-I], ( member(Key, [a, b]), between(1, 100, I) ), Opens),
    judge_values:open_cases_(Opens, Cases),
    length(Cases, Count).
test(one_more_case_is_too_many, throws(error(resource_error(outcomes), _))) :-
    findall([Key-I], ( member(Key-Most, [a-100, b-101]), between(1, Most, I) ), Opens),
    judge_values:open_cases_(Opens, _).
test(a_false_member_ends_an_each, Truths == [true, false, true]) :-
    loaded(In),
    F = cmp(=, pay(p1, [bind(p1, M, any), bind(p2, stag, any)]), num(5)),
    domain_truths(M, values([stag, hare, stag]), F, In, All),
    assertion(All == [true, false, true]),
    Truths = All,
    truth(each(M, values([stag, hare, stag]), F), In, false),
    NoNumber = cmp(=, mean(p1, [], [weighs(p2, stag, num(2))]), num(1)),
    assertion(catch(truth(NoNumber, In, _), error(domain_error(probabilities, _), _), true)),
    forall(member(Whole, [and([cmp(=, num(0), num(1)), NoNumber]), or([cmp(=, num(1), num(1)), NoNumber])]),
           assertion(catch(truth(Whole, In, _), error(domain_error(probabilities, _), _), true))),
    truth(each(X, values([hare, stag]), not(same(X, hare))), In, false).
test(binds_select_the_plays_that_a_scan_selects) :-
    loaded(In),
    forall(( member(M, [stag, hare, none]), member(Step, [any, 1, 2]) ),
           ( term_plays(pay(p1, [bind(p1, M, Step)]), In, Found),
             in_plays(In, Plays),
             findall(N-Play,
                     ( member(Play, Plays), Play = play(Keys, _, Paid, _), memberchk(p1-[N], Paid),
                       memberchk(key(p1, At, M, _), Keys), ( Step == any -> true ; Step == At ) ),
                     Scanned),
             assertion(Found == Scanned) )).

:- end_tests(judge_remembers).

% Moves of a match of which five had been made: up to the fifth, and one that came later.
of_match_(Whose, Role, Move, Step, Truth) :-
    Facts = [did(2, p1, stag), did(7, p1, hare), did(3, p2, hare), did(5, p2, leave)],
    Given = given(Whose, moment(5, []), [], [], until(9, Facts), []),
    truth(did(Role, Move, Step), in(judge_plt, Given, none, 10_000, none), Truth).

:- begin_tests(judge_match).

test(a_move_of_some_step_was_made_by_then, Truths == [true, false, true, true, false]) :-
    findall(Truth, ( member(Role-Move, [p1-stag, p1-hare, p2-hare, p2-leave, p2-stag]),
                     of_match_(everyone, Role, Move, any, Truth) ), Truths).
test(a_move_of_a_step, Truths == [true, false, false]) :-
    findall(Truth, ( member(Step, [2, 1, 5]), of_match_(everyone, p1, stag, Step, Truth) ), Truths).
test(a_step_that_has_not_come, forall(member(Step, [6, 7])), Truth == unknown("that moment has not come")) :-
    of_match_(everyone, p1, hare, Step, Truth).
test(what_others_did_is_not_told_to_a_role, Truth == unknown("what was done is not told there")) :-
    of_match_(role(p2), p1, hare, any, Truth).
test(a_role_knows_what_it_did_not_do, Truth == false) :-
    of_match_(role(p1), p1, hare, any, Truth).

:- end_tests(judge_match).

% The stag hunt has four joint moves, each a position after the first.
one_ply(given(none, [ply([], [], [], [])], [], [], [], [])).

:- begin_tests(judge_worlds, [setup(loaded(_)), cleanup(unload_program(judge_plt))]).

test(as_many_positions_are_visited_as_may_be, Counts == [4, 4, 4]) :-
    given(Given),
    one_ply(Ply),
    given_plays(judge_plt, Given, 4, Plays),
    given_worlds(judge_plt, Ply, 4, Worlds),
    given_worlds(judge_plt, Given, 4, [Start]),
    world_plays(judge_plt, Given, Start, 4, Further),
    maplist(length, [Plays, Worlds, Further], Counts).
test(one_more_is_too_many, forall(member(Most, [1, 2, 3]))) :-
    given(Given),
    one_ply(Ply),
    given_worlds(judge_plt, Given, 4, [Start]),
    forall(member(Goal, [given_plays(judge_plt, Given, Most, _), given_worlds(judge_plt, Ply, Most, _),
                         world_plays(judge_plt, Given, Start, Most, _)]),
           assertion(catch(( Goal, fail ), error(resource_error(outcomes), _), true))).
test(a_world_weighs_what_chance_has_done, all(Weight == [1, 1])) :-
    given(Given),
    member(Asked, [Given, given(none, moment(3, [[]]), [], [], [], [])]),
    given_worlds(judge_plt, Asked, 4, [[Node]]),
    arg(5, Node, Weight).
test(moves_of_chance_are_equally_likely, Chances == even(1r3)) :-
    judge_worlds:chances_([], 1, [a, b, c], Chances).
test(what_a_role_chooses_is_no_matter_of_chance, P == 1) :-
    judge_worlds:chance_of_(sure, go, P).
test(what_was_perceived_is_told_with_its_step, Seen == [seen(p, 2, b), seen(p, 1, a)]) :-
    judge_worlds:seen_(node(2, [], [], [], 1, [p-[view(_, [b]), view(_, [a])]]), Seen).
test(a_move_that_was_refused_may_have_been_made_otherwise, Possible == [vote(z), vote(x)]) :-
    judge_worlds:possible_([p-vote(z), q-vote(y), p-pass], p, [vote(x)], Possible).

:- end_tests(judge_worlds).

:- begin_tests(judge_reasons).

test(at_most_six_values_are_told_instead, Count == 6) :-
    findall(instead(1, N), between(1, 8, N), Reasons),
    judge_reasons:told_(Reasons, instead-Told),
    length(Told, Count).

:- end_tests(judge_reasons).

:- begin_tests(judge_record).

test(joint_moves_of_a_world_follow_each_other_up_to_the_last, all(Next == [2, 3])) :-
    judge_record:fact_of_world_([node(3, _, [], [], _, [])], 3, next_ply(_, Next)).
test(a_fact_that_the_program_states_itself_is_passed_over, [all(X == [b]), cleanup(abolish(judge_plt_facts:seen/1))]) :-
    dynamic(judge_plt_facts:seen/1),
    assertz(judge_plt_facts:seen(a)),
    member(X, [a, b]),
    judge_record:useful_(seen(X), in(judge_plt_facts, [], given)).

:- end_tests(judge_record).
