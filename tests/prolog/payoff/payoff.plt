:- use_module(library(plunit)).
:- use_module(library(apply)).
:- use_module('../../../prolog/payoff/equilibrium').
:- use_module('../../../prolog/payoff/evidence').
:- use_module('../../../prolog/payoff/payoff').
:- use_module('../../../prolog/payoff/payoff_table').
:- use_module('../test_games').

load_payoff_games :-
    load_matrix(ties, [up, mid, low]-[left, centre, right],
                [ [3/1, 1r2/0, -2/3],
                  [3/1, 1r2/(-1), 0/0],
                  [1/2, 4/2, -2/3] ]),
    load_matrix(pennies, [heads, tails]-[heads, tails], [[1/(-1), -1/1], [-1/1, 1/(-1)]]),
    load_matrix(constant, [a, b]-[a, b], [[2/2, 2/2], [2/2, 2/2]]),
    load_matrix(lopsided, ['the only one']-[x, y, z], [[1r3/1r3, 1/2, -5r2/2]]),
    maplist(load_game, [dilemma, over, sequential, twice, vote]).

:- begin_tests(own_payoffs, [setup(load_payoff_games)]).

test(role_payoff, all(N == [-2, 0, 1r2, 1, 3, 4])) :-
    role_payoff(ties, me, N).
test(role_payoff_of_the_other, all(N == [-1, 0, 1, 2, 3])) :-
    role_payoff(ties, you, N).
test(role_payoff_of_one_of_three, all(N == [0, 1r2, 1, 3r2])) :-
    role_payoff(vote, carol, N).
test(role_payoff_given) :-
    once(role_payoff(ties, me, 1r2)).
test(role_payoff_is_exact, fail) :-
    role_payoff(ties, me, 0.5).
test(role_extreme, all(W-N == [lowest-(-2), highest-4])) :-
    role_extreme(ties, W, me, N).
test(role_extreme_wrong, fail) :-
    role_extreme(ties, highest, me, 3).
test(role_extreme_of_rationals, N == -5r2) :-
    role_extreme(lopsided, lowest, me, N).
test(role_extreme_constant, all(W-N == [lowest-2, highest-2])) :-
    role_extreme(constant, W, you, N).
test(move_payoff, all(M-N == [low-(-2), low-1, low-4, mid-0, mid-1r2, mid-3, up-(-2), up-1r2, up-3])) :-
    move_payoff(ties, me, M, N).
test(move_extreme, all(M-N == [low-4, mid-3, up-3])) :-
    move_extreme(ties, highest, me, M, N).
test(move_extreme_lowest, all(M-N == [centre-(-1), left-1, right-0])) :-
    move_extreme(ties, lowest, you, M, N).
test(move_extreme_of_no_move, fail) :-
    move_extreme(ties, highest, me, left, _).
test(move_always, all(M-N == [a-2, b-2])) :-
    move_always(constant, me, M, N).
test(move_constant, all(M == [x, y, z])) :-
    move_constant(lopsided, you, M).
test(move_constant_not, fail) :-
    move_constant(ties, me, _).
test(move_always_of_another, all(M-N == [y-2, z-2, x-1r3])) :-
    member(M, [y, z, x]),
    move_always(lopsided, you, M, N).
test(move_not_always, fail) :-
    move_always(ties, me, up, _).
test(at_least, all(N-M == [(-2)-low, (-2)-mid, (-2)-up, 0-mid, (-1r2)-mid])) :-
    member(N, [-2, 0, -1r2]),
    move_bound(ties, at_least, me, M, N).
test(at_most, all(N-M == [3-mid, 3-up, 7r2-mid, 7r2-up])) :-
    member(N, [3, 7r2, 2]),
    move_bound(ties, at_most, me, M, N).
test(range, all(M-A-B == [low-(-2)-4, mid-0-3, up-(-2)-3])) :-
    move_range(ties, me, M, A, B).
test(reply_extreme, all(T-N == [centre-4, left-3, right-0])) :-
    reply_extreme(ties, highest, me, T, N).
test(reply_extreme_of_the_other, all(T-N == [low-2, mid-(-1), up-0])) :-
    reply_extreme(ties, lowest, you, T, N).

:- end_tests(own_payoffs).

:- begin_tests(guarantees, [setup(load_payoff_games)]).

test(highest, all(M == [mid])) :-
    guaranteed_choice(ties, highest, me, M).
test(lowest_tied, all(M == [low, up])) :-
    guaranteed_choice(ties, lowest, me, M).
test(all_tied, all(W-M == [highest-a, highest-b, lowest-a, lowest-b])) :-
    member(W, [highest, lowest]),
    guaranteed_choice(constant, W, me, M).
test(of_the_other, all(M == [left])) :-
    guaranteed_choice(ties, highest, you, M).
test(compare, all(A-O-B == [up-(=)-low, up-(<)-mid, mid-(>)-low, up-(=)-up])) :-
    member(A-B, [up-low, up-mid, mid-low, up-up]),
    compare_guaranteed(ties, O, me, A, B).
test(compare_wrongly, fail) :-
    compare_guaranteed(ties, >, me, up, low).

:- end_tests(guarantees).

:- begin_tests(mutual, [setup(load_payoff_games)]).

test(highest, all(M-T == [low-centre])) :-
    mutual_extreme(ties, highest, me, M, T).
test(lowest, all(M-T == [mid-centre])) :-
    mutual_extreme(ties, lowest, me, M, T).
test(seen_by_the_other, all(M-T == [centre-low])) :-
    mutual_extreme(ties, highest, you, M, T).
test(tied, all(M-T == [heads-heads, heads-tails, tails-heads, tails-tails])) :-
    mutual_extreme(pennies, lowest, me, M, T).
test(compare, all(O == [=])) :-
    compare_mutual(ties, O, me, up, left, mid, left).
test(compare_rationals, all(O == [<])) :-
    compare_mutual(ties, O, me, mid, right, up, centre).
test(compare_seen_by_the_other, all(O == [>])) :-
    compare_mutual(ties, O, you, centre, low, left, up).

:- end_tests(mutual).

:- begin_tests(replies, [setup(load_payoff_games)]).

test(best_response, all(T-M == [centre-low, left-up, left-mid, right-mid])) :-
    best_response(ties, me, M, T).
test(best_response_of_the_other, all(T-M == [low-right, mid-left, up-right])) :-
    best_response(ties, you, M, T).
test(only, all(T-M == [centre-low, right-mid])) :-
    only_best_response(ties, me, M, T).
test(not_only_where_tied, fail) :-
    only_best_response(ties, me, mid, left).
test(against, all(O-A-B-T == [(=)-up-mid-left, (<)-up-low-centre, (>)-mid-up-right])) :-
    member(A-B-T, [up-mid-left, up-low-centre, mid-up-right]),
    compare_against(ties, O, me, A, B, T).
test(no_higher, all(T == [left, centre, right])) :-
    no_higher_against(ties, me, up, mid, T).
test(no_higher_in_some, all(T == [left, right])) :-
    no_higher_against(ties, me, low, mid, T).
test(cells, all(O == [>])) :-
    compare_cells(ties, O, you, right, up, left, low).
test(highest_cell, all(M-T == [low-centre])) :-
    cell_extreme(ties, highest, me, M, T).
test(lowest_cell_tied, set(M-T == [up-right, low-right])) :-
    cell_extreme(ties, lowest, me, M, T).
test(highest_cell_of_the_other, set(M-T == [right-up, right-low])) :-
    cell_extreme(ties, highest, you, M, T).
test(weakly_in_every_case, set(A-B == [low-low, mid-mid, mid-up, up-up])) :-
    in_every_case(ties, weakly, me, A, B).
test(strictly_in_every_case, all(A-B == [right-centre])) :-
    in_every_case(ties, strictly, you, A, B).
test(higher_in_some_case, all(A-B == [low-mid, low-up, mid-low, mid-up, up-low])) :-
    higher_in_some_case(ties, me, A, B).
test(never_more_than_itself, fail) :-
    in_every_case(ties, strictly, me, up, up).

:- end_tests(replies).

:- begin_tests(expectations, [setup(load_payoff_games)]).

test(expected, all(M-N == [low-5r2, mid-7r4, up-7r4])) :-
    expected_payoff(ties, me, M, [left-1r2, centre-1r2], N).
test(expected_is_exact, all(N == [1r3])) :-
    expected_payoff(ties, me, mid, [left-1r9, right-8r9], N).
test(expected_may_be_rounded, all(N == [1r3, 33r100, 3r10])) :-
    member(N, [1r3, 33r100, 3r10, 34r100, 0, 1, 1r2, 1r6]),
    expected_payoff(ties, me, mid, [left-1r9, right-8r9], N).
test(certain, N == 3) :-
    expected_payoff(ties, me, up, [left-1, centre-0], N).
test(expected_of_the_other, N == 3r2) :-
    expected_payoff(ties, you, right, [low-1r2, mid-1r2], N).
test(compare, all(A-O-B == [up-(=)-mid, low-(>)-mid])) :-
    member(A-B, [up-mid, low-mid]),
    compare_expected(ties, O, me, A, B, [left-1r2, centre-1r2]).
test(highest, all(M == [low])) :-
    highest_expected_choice(ties, me, M, [left-1r2, centre-1r2]).
test(highest_tied, all(M == [mid, up])) :-
    highest_expected_choice(ties, me, M, [left-1]).
test(no_probabilities, [forall(member(Mix, [[left-1r2], [left-3r2, centre-(-1r2)], [left-1r2, left-1r2], [up-1], [],
                                            [left-1r2, elsewhere-1r2]])),
                        throws(error(domain_error(probabilities, Mix), _))]) :-
    expected_payoff(ties, me, up, Mix, _).

:- end_tests(expectations).

:- begin_tests(dominance, [setup(load_payoff_games)]).

test(weakly, set(A-B == [mid-up])) :-
    dominates(ties, weakly, me, A, B).
test(strictly, all(A-B == [right-centre])) :-
    dominates(ties, strictly, you, A, B).
test(strict_dominance_is_weak_too, set(A-B == [left-centre, right-centre])) :-
    dominates(ties, weakly, you, A, B).
test(equal_moves_do_not_dominate, fail) :-
    dominates(constant, weakly, me, _, _).
test(dominant, all(S-M == [strictly-'D', weakly-'D'])) :-
    dominant(dilemma, S, p2, M).
test(none_dominant, fail) :-
    dominant(ties, weakly, me, _).
test(the_only_move_is_dominant, set(S == [strictly, weakly])) :-
    dominant(lopsided, S, me, 'the only one').
test(dominated, set(S-M == [strictly-centre, weakly-centre])) :-
    dominated(ties, S, you, M).
test(dominated_weakly, all(M == [up])) :-
    dominated(ties, weakly, me, M).

:- end_tests(dominance).

:- begin_tests(equilibrium, [setup(load_payoff_games)]).

test(pure, all(M-T == [mid-left])) :-
    nash_equilibrium(ties, me, M, T).
test(pure_seen_by_the_other, all(M-T == [left-mid])) :-
    nash_equilibrium(ties, you, M, T).
test(dilemma, all(M-T == ['D'-'D'])) :-
    nash_equilibrium(dilemma, p1, M, T).
test(everything_where_all_tie, Count == 4) :-
    aggregate_all(count, nash_equilibrium(constant, me, _, _), Count).
test(only, all(M-T == [mid-left])) :-
    only_nash_equilibrium(ties, me, M, T).
test(not_only_where_there_are_more, fail) :-
    only_nash_equilibrium(constant, me, _, _).
test(none) :-
    no_pure_nash_equilibrium(pennies).
test(some, fail) :-
    no_pure_nash_equilibrium(ties).
test(mixed) :-
    mixed_nash_equilibrium(pennies, me, [heads-1r2, tails-1r2], [tails-1r2, heads-1r2]).
test(not_mixed, fail) :-
    mixed_nash_equilibrium(pennies, me, [heads-1r2, tails-1r2], [heads-1r3, tails-2r3]).
test(pure_is_mixed) :-
    mixed_nash_equilibrium(ties, me, [mid-1], [left-1]).
test(support_must_be_best, fail) :-
    mixed_nash_equilibrium(ties, me, [mid-9r10, low-1r10], [left-1]).
test(unplayed_moves_need_not_be_best) :-
    mixed_nash_equilibrium(ties, me, [mid-1, low-0], [left-1]).
test(mixed_needs_probabilities, throws(error(domain_error(probabilities, _), _))) :-
    mixed_nash_equilibrium(pennies, me, [heads-1], [heads-1r2]).

:- end_tests(equilibrium).

:- begin_tests(pareto, [setup(load_payoff_games)]).

test(optimal, set(M-T == [up-right, low-centre, low-right])) :-
    pareto_optimal(ties, me, M, T).
test(optimal_seen_by_the_other, set(M-T == [right-up, centre-low, right-low])) :-
    pareto_optimal(ties, you, M, T).
test(dominated, Count == 6) :-
    aggregate_all(count, pareto_dominated(ties, me, _, _), Count).
test(dominates) :-
    once(pareto_dominates(ties, me, low, centre, low, left)).
test(equal_cells_do_not_dominate, fail) :-
    pareto_dominates(ties, me, up, left, mid, left).
test(dilemma, all(M-T == ['D'-'D'])) :-
    pareto_dominated(dilemma, p1, M, T).

:- end_tests(pareto).

:- begin_tests(whole_game, [setup(load_payoff_games)]).

test(zero_sum, all(G == [pennies])) :-
    member(G, [pennies, ties, constant, dilemma, vote]),
    zero_sum(G).
test(symmetric, all(G == [constant, dilemma])) :-
    member(G, [pennies, ties, constant, dilemma, lopsided]),
    symmetric(G).

:- end_tests(whole_game).

:- begin_tests(not_expressible, [setup(load_payoff_games)]).

test(dominance_when_moves_are_seen,
     [forall(member(Goal, [dominates(sequential, _, p1, _, _), dominant(sequential, _, p2, _),
                           dominated(sequential, _, p2, _), nash_equilibrium(sequential, p1, _, _),
                           only_nash_equilibrium(sequential, p1, _, _), no_pure_nash_equilibrium(sequential),
                           mixed_nash_equilibrium(sequential, p1, ['D'-1], ['D'-1])])),
      throws(not_expressible('dominance and equilibrium are about games of one simultaneous round'))]) :-
    call(Goal).
test(cells_when_moves_are_seen, all(M-N == ['C'-0, 'D'-1])) :-
    move_extreme(sequential, lowest, p1, M, N).
test(choosing_twice,
     [forall(member(Goal, [role_payoff(twice, solo, _), role_extreme(twice, _, solo, _), move_payoff(twice, solo, _, _),
                           move_extreme(twice, _, solo, _, _), move_always(twice, solo, _, _),
                           guaranteed_choice(twice, _, solo, _), zero_sum(twice)])),
      throws(not_expressible('this question is about games in which every role chooses exactly once'))]) :-
    call(Goal).
test(three_roles,
     [forall(member(Goal, [reply_extreme(vote, _, anna, _, _), mutual_extreme(vote, _, anna, _, _),
                           best_response(vote, anna, _, _), expected_payoff(vote, anna, _, [yes-1], _),
                           nash_equilibrium(vote, anna, _, _), pareto_optimal(vote, anna, _, _), symmetric(vote)])),
      throws(not_expressible('this question is about games of two roles'))]) :-
    call(Goal).

:- end_tests(not_expressible).

:- begin_tests(tabulate, [setup(load_payoff_games)]).

test(facts, F == facts([me, you], [me-[heads, tails], you-[heads, tails]], 1, 4, true, tabulated)) :-
    tabulate_game(pennies, 100, F).
test(facts_of_a_sequential_game, F == facts([p1, p2], [p1-['D', 'C'], p2-['D', 'C']], 2, 4, false, tabulated)) :-
    tabulate_game(sequential, 100, F).
test(no_table, Why == none('this question is about games in which every role chooses exactly once')) :-
    tabulate_game(twice, 100, facts(_, _, 2, 4, false, Why)).
test(of_a_game_that_is_over_at_once, F-N == facts([me], [me-[]], 0, 1, false, none(Why))-0) :-
    tabulate_game(over, 100, F),
    F = facts(_, _, _, _, _, none(Why)),
    once(over:rounds(N)).
test(again_is_the_same, Count == 9) :-
    tabulate_game(ties, 100, _),
    tabulate_game(ties, 100, _),
    aggregate_all(count, ties:cell(_, _), Count).
test(too_large, throws(error(resource_error(outcomes), _))) :-
    tabulate_game(ties, 5, _).

:- end_tests(tabulate).

:- begin_tests(evidence, [setup(load_payoff_games)]).

test(extreme_cells, P == [[low, centre]]) :-
    profiles_(ties, role_extreme(highest, me, _), P).
test(cells_of_a_move, P == [[up, left], [up, centre], [up, right]]) :-
    profiles_(ties, move_extreme(highest, me, up, _), P).
test(worst_cells, P == [[up, right], [mid, right], [low, right]]) :-
    profiles_(ties, guaranteed_choice(highest, me, mid), P).
test(worst_cells_of_two, P == [[mid, right], [up, right]]) :-
    profiles_(ties, compare_guaranteed(>, me, mid, up), P).
test(the_other_roles_moves, P == [[up, left], [up, centre], [up, right]]) :-
    profiles_(ties, best_response(you, left, up), P).
test(two_cells, P == [[up, left], [low, centre]]) :-
    profiles_(ties, compare_mutual(<, me, up, left, low, centre), P).
test(what_dominates_a_cell, P == [[up, left], [low, centre]]) :-
    profiles_(ties, pareto_dominated(me, up, left), P).
test(the_highest_sum_and_the_cell_asked_about, P == [[up, centre], [low, centre]]) :-
    profiles_(ties, mutual_extreme(highest, me, up, centre), P).
test(the_highest_payoff_and_the_cell_asked_about, P == [[up, right], [low, centre]]) :-
    profiles_(ties, cell_extreme(highest, me, up, right), P).
test(best_cells_of_two, P == [[up, left], [low, centre]]) :-
    profiles_(ties, compare_potential(<, me, up, low), P).
test(none_for_a_number, P == []) :-
    profiles_(ties, compare_numbers(<, 1, 2), P).
test(none_for_a_game_without_table, P == []) :-
    profiles_(twice, role_extreme(highest, solo, _), P).

profiles_(Game, Goal, Profiles) :-
    evidence(Game, Goal, Cells),
    findall(P, member(cell(P, _), Cells), Profiles).

:- end_tests(evidence).
