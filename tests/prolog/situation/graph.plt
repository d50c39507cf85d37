:- use_module(library(plunit)).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module('../../../prolog/situation/graph').
:- use_module('../test_games').

:- begin_tests(graph, [setup(maplist(load_game, [dilemma, sequential, faulty]))]).

test(one_round, Edges-Rest == [edge(1, []), edge(2, []), edge(3, []), edge(4, [])]-
                               [end([p1-1, p2-1]), end([p1-5, p2-0]), end([p1-0, p2-5]), end([p1-3, p2-3])]) :-
    game_graph(dilemma, false, 100, [state([p1-['D', 'C'], p2-['D', 'C']], Edges)|Rest]).
test(a_state_is_numbered_when_it_is_met, Nexts == [[1, 2], [3, 4], [5, 6]]) :-
    game_graph(sequential, false, 100, Nodes),
    findall(Ns, ( member(state(_, Es), Nodes), findall(N, member(edge(N, _), Es), Ns) ), Nexts).
test(percepts_of_every_role, Percepts == [p1-[], p2-[]]) :-
    game_graph(dilemma, true, 100, [state(_, [edge(_, Percepts)|_])|_]).
test(a_stuck_role_ends_the_search_there) :-
    game_graph(faulty, false, 100, Nodes),
    once(( member(state(Moves, []), Nodes), memberchk(_-[], Moves) )).
test(too_many_joint_moves, error(resource_error(states))) :-
    game_graph(dilemma, false, 3, _).

:- end_tests(graph).
