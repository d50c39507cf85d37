/** <module> The cells of a payoff table that decide a goal of payoff.pl or equilibrium.pl */
:- module(evidence,
          [ evidence/3                      % +Game, +Goal, -Cells
          ]).
:- use_module(library(lists)).
:- use_module(equilibrium).
:- use_module(payoff).
:- use_module(payoff_table).

%!  evidence(+Game, +Goal, -Cells) is det.
%   Cells are the cells, as cell(Profile, Payoffs), that show whether Goal holds; none where no cell is asked
%   about.
evidence(Game, Goal, Cells) :-
    findall(cell(Profile, Payoffs), decides_(Goal, Game, Profile, Payoffs), All),
    list_to_set(All, Cells).

decides_(Goal, Game, Profile, Payoffs) :-
    seen_by_(Goal, Role, Own, Their),
    once(Game:cell(_, _)),
    Game:seated(Roles),
    member(Role, Roles),
    rule_(Goal, Game, Role, Own, Rule),
    Game:cell(Profile, Payoffs),
    sits_(Roles, Role, Profile, Payoffs, Own, Others, N),
    ( var(Their) -> true ; Others = [Their] ),
    shows_(Rule, Game, Own, Others, N, Payoffs).

% Role's move in a profile, the others' in role order, and its payoff.
sits_([Role|_], Role0, [Move|Moves], [Payoff|_], Own, Others, N) :-
    Role == Role0,
    !,
    Own = Move,
    Others = Moves,
    N = Payoff.
sits_([_|Roles], Role, [Move|Moves], [_|Payoffs], Own, [Move|Others], N) :-
    sits_(Roles, Role, Moves, Payoffs, Own, Others, N).

% Which cells a goal looks at: those where Role plays Own and the other Their.
seen_by_(role_payoff(R, _), R, _, _).
seen_by_(role_extreme(_, R, _), R, _, _).
seen_by_(move_payoff(R, M, _), R, M, _).
seen_by_(move_extreme(_, R, M, _), R, M, _).
seen_by_(move_always(R, M, _), R, M, _).
seen_by_(move_constant(R, M), R, M, _).
seen_by_(move_never(R, M, _), R, M, _).
seen_by_(move_bound(_, R, M, _), R, M, _).
seen_by_(move_range(R, M, _, _), R, M, _).
seen_by_(no_higher_against(R, M1, M2, T), R, M, T) :- member(M, [M1, M2]).
seen_by_(reply_payoff(R, T, _), R, _, T).
seen_by_(reply_extreme(_, R, T, _), R, _, T).
seen_by_(guaranteed_choice(_, R, _), R, _, _).
seen_by_(compare_guaranteed(_, R, M1, M2), R, M, _) :- member(M, [M1, M2]).
seen_by_(potential_choice(R, _), R, _, _).
seen_by_(compare_potential(_, R, M1, M2), R, M, _) :- member(M, [M1, M2]).
seen_by_(mutual_extreme(_, R, _, _), R, _, _).
seen_by_(compare_mutual(_, R, M1, T1, M2, T2), R, M, T) :- member(M-T, [M1-T1, M2-T2]).
seen_by_(best_response(R, _, T), R, _, T).
seen_by_(only_best_response(R, _, T), R, _, T).
seen_by_(compare_against(_, R, M1, M2, T), R, M, T) :- member(M, [M1, M2]).
seen_by_(cell_extreme(_, R, _, _), R, _, _).
seen_by_(compare_cells(_, R, M1, T1, M2, T2), R, M, T) :- member(M-T, [M1-T1, M2-T2]).
seen_by_(in_every_case(_, R, M1, M2), R, M, _) :- member(M, [M1, M2]).
seen_by_(higher_in_some_case(R, M1, M2), R, M, _) :- member(M, [M1, M2]).
seen_by_(expected_payoff(R, M, _, _), R, M, _).
seen_by_(compare_expected(_, R, M1, M2, _), R, M, _) :- member(M, [M1, M2]).
seen_by_(highest_expected_choice(R, _, _), R, _, _).
seen_by_(dominates(_, R, M1, M2), R, M, _) :- member(M, [M1, M2]).
seen_by_(dominant(_, R, _), R, _, _).
seen_by_(dominated(_, R, _), R, _, _).
seen_by_(nash_equilibrium(R, M, _), R, M, _).
seen_by_(nash_equilibrium(R, _, T), R, _, T).
seen_by_(only_nash_equilibrium(R, _, _), R, _, _).
seen_by_(pareto_optimal(R, _, _), R, _, _).
seen_by_(pareto_dominated(R, _, _), R, _, _).
seen_by_(pareto_dominates(R, M1, T1, M2, T2), R, M, T) :- member(M-T, [M1-T1, M2-T2]).

% Of those, the ones that decide: the extreme cells for an extreme, the worst cells for a guarantee, the best for a
% potential. What has to be worked out for it is worked out once for all cells.
rule_(Goal, Game, Role, Own, Rule) :-
    (   Goal = role_extreme(Which, _, _)
    ->  role_extreme(Game, Which, Role, Extreme),
        Rule = of_payoff(Extreme)
    ;   best_case_(Goal)
    ->  findall(Own-N, move_extreme(Game, highest, Role, Own, N), Highest),
        Rule = of_moves(Highest)
    ;   worst_case_(Goal)
    ->  findall(Own-N, move_extreme(Game, lowest, Role, Own, N), Lowest),
        Rule = of_moves(Lowest)
    ;   Goal = cell_extreme(Which, _, M, T)
    ->  role_extreme(Game, Which, Role, Extreme),
        Rule = of_payoff_or(Extreme, M, T)
    ;   Goal = mutual_extreme(Which, R, M, T)
    ->  once(( mutual_extreme(Game, Which, R, M1, T1), cell_sum(Game, R, M1, T1, Extreme) )),
        Rule = of_sum_or(Extreme, M, T)
    ;   of_two_cells_(Goal, R, M, T)
    ->  Rule = better_or(R, M, T)
    ;   Rule = every
    ).

shows_(every, _, _, _, _, _).
shows_(of_payoff(Extreme), _, _, _, N, _) :-
    N == Extreme.
shows_(of_moves(Extremes), _, Own, _, N, _) :-
    memberchk(Own-N, Extremes).
shows_(of_payoff_or(Extreme, M, T), _, Own, Others, N, _) :-
    ( N == Extreme -> true ; Others = [T], Own == M ).
shows_(of_sum_or(Extreme, M, T), _, Own, Others, _, Payoffs) :-
    sum_list(Payoffs, Sum),
    ( Sum == Extreme -> true ; Others = [T], Own == M ).
shows_(better_or(R, M, T), Game, Own, Others, _, _) :-
    ( Own == M, Others = [T] -> true ; Others = [Their], pareto_dominates(Game, R, Own, Their, M, T) ).

of_two_cells_(pareto_optimal(R, M, T), R, M, T).
of_two_cells_(pareto_dominated(R, M, T), R, M, T).

best_case_(potential_choice(_, _)).
best_case_(compare_potential(_, _, _, _)).

worst_case_(guaranteed_choice(_, _, _)).
worst_case_(compare_guaranteed(_, _, _, _)).
