:- use_module(library(plunit)).
:- use_module(library(apply)).
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
test(a_cell_is_of_a_game_of_one_round, all(Rounds == [1])) :-
    member(Rounds, [1, 2]),
    setup_call_cleanup(maplist(assertz, [payoff_plt:rounds(Rounds), payoff_plt:seated([me]), payoff_plt:cell([go], [3])]),
                       catch(played_cell(payoff_plt, do(choice(me, go), s0), [go], [3]), _, fail),
                       maplist([Name/Arity]>>abolish(payoff_plt:Name, Arity), [rounds/1, seated/1, cell/2])).
test(again_is_the_same, Count == 9) :-
    tabulate_game(ties, 100, _),
    tabulate_game(ties, 100, _),
    aggregate_all(count, ties:cell(_, _), Count).
test(too_large, throws(error(resource_error(outcomes), _))) :-
    tabulate_game(ties, 5, _).

:- end_tests(tabulate).
