/** <module> Payoff relations of games in which every role chooses once

A game is tabulated once, when it is loaded, into facts of its module: cell(Profile, Payoffs), lists in role
order, and seat(Role, Own, Others, Payoff), one cell as one role sees it (Others in role order without Role).
Predicates take that module first and a role second; `Own` is a move of that role, `Their` one of the only other
role. Payoffs are integers and rationals, never
floats, so sort/2, compare/3 and unification compare them exactly. Where moves tie, every one of them is highest (lowest, best): a relation named
"only" or "strictly" asks for more. A mixed strategy is a list of Move-Probability.

Every predicate throws not_expressible(Why) for a game in which its question has no meaning.
*/
:- module(payoff,
          [ tabulate_game/3,                % +Game, +Most, -Facts
            role_payoff/3,                  % +Game, +Role, ?Payoff
            role_extreme/4,                 % +Game, ?Which, +Role, ?Payoff
            move_payoff/4,                  % +Game, +Role, ?Own, ?Payoff
            move_extreme/5,                 % +Game, ?Which, +Role, ?Own, ?Payoff
            move_always/4,                  % +Game, +Role, ?Own, ?Payoff
            move_constant/3,                % +Game, +Role, ?Own
            move_never/4,                   % +Game, +Role, ?Own, +Payoff
            move_bound/5,                   % +Game, ?Bound, +Role, ?Own, +Payoff
            move_range/5,                   % +Game, +Role, ?Own, ?Least, ?Most
            reply_payoff/4,                 % +Game, +Role, ?Their, ?Payoff
            reply_extreme/5,                % +Game, ?Which, +Role, ?Their, ?Payoff
            guaranteed_choice/4,            % +Game, ?Which, +Role, ?Own
            compare_guaranteed/5,           % +Game, ?Order, +Role, +Own1, +Own2
            potential_choice/3,             % +Game, +Role, ?Own
            compare_potential/5,            % +Game, ?Order, +Role, +Own1, +Own2
            mutual_extreme/5,               % +Game, ?Which, +Role, ?Own, ?Their
            compare_mutual/7,               % +Game, ?Order, +Role, +Own1, +Their1, +Own2, +Their2
            best_response/4,                % +Game, +Role, ?Own, ?Their
            only_best_response/4,           % +Game, +Role, ?Own, ?Their
            compare_against/6,              % +Game, ?Order, +Role, +Own1, +Own2, +Their
            no_higher_against/5,            % +Game, +Role, +Own1, +Own2, ?Their
            compare_cells/7,                % +Game, ?Order, +Role, +Own1, +Their1, +Own2, +Their2
            in_every_case/5,                % +Game, ?Strength, +Role, ?Own1, ?Own2
            higher_in_some_case/4,          % +Game, +Role, ?Own1, ?Own2
            expected_payoff/5,              % +Game, +Role, ?Own, +Mix, ?Payoff
            compare_expected/6,             % +Game, ?Order, +Role, +Own1, +Own2, +Mix
            highest_expected_choice/4,      % +Game, +Role, ?Own, +Mix
            dominates/5,                    % +Game, ?Strength, +Role, ?Own1, ?Own2
            dominant/4,                     % +Game, ?Strength, +Role, ?Own
            dominated/4,                    % +Game, ?Strength, +Role, ?Own
            nash_equilibrium/4,             % +Game, +Role, ?Own, ?Their
            only_nash_equilibrium/4,        % +Game, +Role, ?Own, ?Their
            no_pure_nash_equilibrium/1,     % +Game
            mixed_nash_equilibrium/4,       % +Game, +Role, +OwnMix, +TheirMix
            pareto_optimal/4,               % +Game, +Role, ?Own, ?Their
            pareto_dominated/4,             % +Game, +Role, ?Own, ?Their
            pareto_dominates/6,             % +Game, +Role, +Own1, +Their1, +Own2, +Their2
            zero_sum/1,                     % +Game
            symmetric/1,                    % +Game
            evidence/3                      % +Game, +Goal, -Cells
          ]).
:- use_module(library(aggregate)).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(pairs)).
:- use_module(progression).

% Tabulation

%!  tabulate_game(+Game, +Most, -Facts) is det.
%   Plays Game in every way and keeps its cells. Facts = facts(Roles, Moves, Rounds, Plays, Simultaneous, Table):
%   Moves are Role-Moves; Table is `tabulated` where every role chooses exactly once in every play and gets one goal
%   value, else none(Why).
%   @error resource_error(outcomes) for more than Most positions.
tabulate_game(Game, Most, facts(Roles, Moves, Rounds, Plays, Simultaneous, Table)) :-
    findall(R, Game:role(R), Roles),
    game_outcomes(Game, Most, Outcomes),
    length(Outcomes, Plays),
    findall(R-Ms, ( member(R, Roles), chosen_(R, Outcomes, Ms) ), Moves),
    foldl(longest_, Outcomes, 0, Rounds),
    (   Rounds =:= 1
    ->  Simultaneous = true
    ;   Simultaneous = false
    ),
    forall(member(Fact, [cell(_, _), seat(_, _, _, _), untabulated(_), rounds(_)]), retractall(Game:Fact)),
    assertz(Game:rounds(Rounds)),
    (   member(Outcome, Outcomes),
        misfit_(Roles, Outcome, Why)
    ->  Table = none(Why),
        assertz(Game:untabulated(Why))
    ;   Table = tabulated,
        forall(member(Outcome, Outcomes), keep_cell_(Game, Roles, Outcome))
    ).

chosen_(R, Outcomes, Moves) :-
    findall(M, ( member(outcome(_, Choices, _), Outcomes), member(R-M, Choices) ), All),
    list_to_set(All, Moves).

longest_(outcome(Rounds, _, _), Longest0, Longest) :-
    Longest is max(Rounds, Longest0).

misfit_(Roles, outcome(_, Choices, _), Why) :-
    member(R, Roles),
    findall(M, member(R-M, Choices), Moves),
    \+ Moves = [_],
    Why = 'this question is about games in which every role chooses exactly once'.
misfit_(Roles, outcome(_, _, Goals), Why) :-
    member(R, Roles),
    findall(N, member(R-N, Goals), Numbers),
    \+ Numbers = [_],
    Why = 'this question needs exactly one goal value for every role at the end of every play'.

keep_cell_(Game, Roles, outcome(_, Choices, Goals)) :-
    findall(M, ( member(R, Roles), memberchk(R-M, Choices) ), Profile),
    findall(N, ( member(R, Roles), memberchk(R-N, Goals) ), Payoffs),
    assertz(Game:cell(Profile, Payoffs)),
    forall(( nth1(I, Roles, R), nth1(I, Profile, Own, Others), nth1(I, Payoffs, N) ),
           assertz(Game:seat(R, Own, Others, N))).

seat(Game, Role, Own, Others, Payoff) :-
    tabulated_(Game),
    Game:seat(Role, Own, Others, Payoff).

tabulated_(Game) :-
    (   Game:untabulated(Why)
    ->  throw(not_expressible(Why))
    ;   Game:rounds(_)
    ->  true
    ;   throw(not_expressible('the game has too many plays for its payoffs to be tabulated'))
    ).

%!  cell_seat(+Game, +Role, ?Own, ?Their, ?Payoff) is nondet.
%   The cell of a two-role game where Role plays Own and the other role Their.
cell_seat(Game, Role, Own, Their, Payoff) :-
    two_roles_(Game),
    seat(Game, Role, Own, [Their], Payoff).

two_roles_(Game) :-
    (   findall(R, Game:role(R), [_, _])
    ->  true
    ;   throw(not_expressible('this question is about games of two roles'))
    ).

other_(Game, Role, Other) :-
    two_roles_(Game),
    Game:role(Other),
    Other \== Role,
    !.

simultaneous_(Game) :-
    tabulated_(Game),
    (   Game:rounds(1)
    ->  true
    ;   throw(not_expressible('dominance and equilibrium are about games of one simultaneous round'))
    ).

move_(Game, Role, Move) :-
    tabulated_(Game),
    findall(M, Game:seat(Role, M, _, _), All),
    sort(All, Moves),
    member(Move, Moves).

% Payoffs of one role

%!  role_payoff(+Game, +Role, ?Payoff) is nondet.
%   Some cell gives Role the Payoff.
role_payoff(Game, Role, Payoff) :-
    payoffs_(Game, Role, _, _, Payoffs),
    member(Payoff, Payoffs).

%!  role_extreme(+Game, ?Which, +Role, ?Payoff) is nondet.
%   Payoff is Role's own highest (lowest) over all cells; "individual" payoffs are a role's own.
role_extreme(Game, Which, Role, Payoff) :-
    payoffs_(Game, Role, _, _, Payoffs),
    extreme_(Which, Payoffs, Payoff).

%!  move_payoff(+Game, +Role, ?Own, ?Payoff) is nondet.
move_payoff(Game, Role, Own, Payoff) :-
    move_(Game, Role, Own),
    payoffs_(Game, Role, Own, _, Payoffs),
    member(Payoff, Payoffs).

%!  move_extreme(+Game, ?Which, +Role, ?Own, ?Payoff) is nondet.
%   Payoff is Role's highest (lowest) over the cells where it plays Own; the lowest is what Own guarantees.
move_extreme(Game, Which, Role, Own, Payoff) :-
    move_(Game, Role, Own),
    payoffs_(Game, Role, Own, _, Payoffs),
    extreme_(Which, Payoffs, Payoff).

%!  move_always(+Game, +Role, ?Own, ?Payoff) is nondet.
%   Every cell where Role plays Own gives it Payoff.
move_always(Game, Role, Own, Payoff) :-
    move_(Game, Role, Own),
    payoffs_(Game, Role, Own, _, [Payoff]).

%!  move_constant(+Game, +Role, ?Own) is nondet.
%   Every cell where Role plays Own gives it the same.
move_constant(Game, Role, Own) :-
    move_always(Game, Role, Own, _).

%!  move_never(+Game, +Role, ?Own, +Payoff) is nondet.
%   No cell where Role plays Own gives it Payoff.
move_never(Game, Role, Own, Payoff) :-
    move_(Game, Role, Own),
    payoffs_(Game, Role, Own, _, Payoffs),
    \+ member(Payoff, Payoffs).

%!  move_bound(+Game, ?Bound, +Role, ?Own, +Payoff) is nondet.
%   Bound at_least (at_most): no cell where Role plays Own gives it less (more) than Payoff.
move_bound(Game, Bound, Role, Own, Payoff) :-
    member(Bound-Which, [at_least-lowest, at_most-highest]),
    move_extreme(Game, Which, Role, Own, Extreme),
    (   Bound == at_least
    ->  Extreme >= Payoff
    ;   Extreme =< Payoff
    ).

%!  move_range(+Game, +Role, ?Own, ?Least, ?Most) is nondet.
move_range(Game, Role, Own, Least, Most) :-
    move_extreme(Game, lowest, Role, Own, Least),
    move_extreme(Game, highest, Role, Own, Most).

%!  reply_payoff(+Game, +Role, ?Their, ?Payoff) is nondet.
%   Some cell where the other role plays Their gives Role the Payoff.
reply_payoff(Game, Role, Their, Payoff) :-
    other_(Game, Role, Other),
    move_(Game, Other, Their),
    payoffs_(Game, Role, _, [Their], Payoffs),
    member(Payoff, Payoffs).

%!  reply_extreme(+Game, ?Which, +Role, ?Their, ?Payoff) is nondet.
%   Payoff is Role's highest (lowest) over the cells where the other role plays Their.
reply_extreme(Game, Which, Role, Their, Payoff) :-
    other_(Game, Role, Other),
    move_(Game, Other, Their),
    payoffs_(Game, Role, _, [Their], Payoffs),
    extreme_(Which, Payoffs, Payoff).

payoffs_(Game, Role, Own, Others, Payoffs) :-
    findall(N, seat(Game, Role, Own, Others, N), All),
    sort(All, Payoffs).

extreme_(lowest, [Payoff|_], Payoff).
extreme_(highest, Payoffs, Payoff) :-
    last(Payoffs, Payoff).

% Guarantees (maximin)

%!  guaranteed_choice(+Game, ?Which, +Role, ?Own) is nondet.
%   Own has the highest (lowest) worst case among Role's moves; with `highest` it is a pure maximin move.
guaranteed_choice(Game, Which, Role, Own) :-
    findall(N, move_extreme(Game, lowest, Role, _, N), Guarantees),
    sort(Guarantees, Sorted),
    extreme_(Which, Sorted, Extreme),
    move_extreme(Game, lowest, Role, Own, Guaranteed),
    Guaranteed == Extreme.

%!  compare_guaranteed(+Game, ?Order, +Role, +Own1, +Own2) is semidet.
compare_guaranteed(Game, Order, Role, Own1, Own2) :-
    move_extreme(Game, lowest, Role, Own1, N1),
    move_extreme(Game, lowest, Role, Own2, N2),
    compare(Order, N1, N2).

% Potentials (maximax)

%!  potential_choice(+Game, +Role, ?Own) is nondet.
%   Own has the highest best case among Role's moves: some cell of it is Role's highest of all.
potential_choice(Game, Role, Own) :-
    role_extreme(Game, highest, Role, Extreme),
    move_extreme(Game, highest, Role, Own, Best),
    Best == Extreme.

%!  compare_potential(+Game, ?Order, +Role, +Own1, +Own2) is semidet.
compare_potential(Game, Order, Role, Own1, Own2) :-
    move_extreme(Game, highest, Role, Own1, N1),
    move_extreme(Game, highest, Role, Own2, N2),
    compare(Order, N1, N2).

% Both roles: "mutual" is the sum of the payoffs of a cell

%!  mutual_extreme(+Game, ?Which, +Role, ?Own, ?Their) is nondet.
mutual_extreme(Game, Which, Role, Own, Their) :-
    findall(Sum, cell_sum_(Game, Role, _, _, Sum), Sums),
    sort(Sums, Sorted),
    extreme_(Which, Sorted, Extreme),
    cell_sum_(Game, Role, Own, Their, Sum),
    Sum == Extreme.

cell_sum_(Game, Role, Own, Their, Sum) :-
    other_(Game, Role, Other),
    cell_seat(Game, Role, Own, Their, N1),
    cell_seat(Game, Other, Their, Own, N2),
    Sum is N1 + N2.

%!  compare_mutual(+Game, ?Order, +Role, +Own1, +Their1, +Own2, +Their2) is semidet.
compare_mutual(Game, Order, Role, Own1, Their1, Own2, Their2) :-
    cell_sum_(Game, Role, Own1, Their1, Sum1),
    cell_sum_(Game, Role, Own2, Their2, Sum2),
    compare(Order, Sum1, Sum2).

% Replies

%!  best_response(+Game, +Role, ?Own, ?Their) is nondet.
%   No other move gives Role more against Their.
best_response(Game, Role, Own, Their) :-
    reply_extreme(Game, highest, Role, Their, Highest),
    cell_seat(Game, Role, Own, Their, Payoff),
    Payoff == Highest.

%!  only_best_response(+Game, +Role, ?Own, ?Their) is nondet.
only_best_response(Game, Role, Own, Their) :-
    other_(Game, Role, Other),
    move_(Game, Other, Their),
    findall(M, best_response(Game, Role, M, Their), [Own]).

%!  compare_against(+Game, ?Order, +Role, +Own1, +Own2, +Their) is semidet.
compare_against(Game, Order, Role, Own1, Own2, Their) :-
    compare_cells(Game, Order, Role, Own1, Their, Own2, Their).

%!  no_higher_against(+Game, +Role, +Own1, +Own2, ?Their) is nondet.
no_higher_against(Game, Role, Own1, Own2, Their) :-
    cell_seat(Game, Role, Own1, Their, N1),
    cell_seat(Game, Role, Own2, Their, N2),
    N1 =< N2.

%!  compare_cells(+Game, ?Order, +Role, +Own1, +Their1, +Own2, +Their2) is semidet.
%   Order of Role's own payoffs in two cells.
compare_cells(Game, Order, Role, Own1, Their1, Own2, Their2) :-
    cell_seat(Game, Role, Own1, Their1, N1),
    cell_seat(Game, Role, Own2, Their2, N2),
    compare(Order, N1, N2).

%!  in_every_case(+Game, ?Strength, +Role, ?Own1, ?Own2) is nondet.
%   Whatever the others play, Own1 gives Role more (strictly), or never less (weakly), than Own2.
in_every_case(Game, Strength, Role, Own1, Own2) :-
    move_(Game, Role, Own1),
    move_(Game, Role, Own2),
    member(Strength, [strictly, weakly]),
    forall(paired_(Game, Role, Own1, Own2, N1, N2), at_least_(Strength, N1, N2)).

at_least_(strictly, N1, N2) :- N1 > N2.
at_least_(weakly, N1, N2) :- N1 >= N2.

%!  higher_in_some_case(+Game, +Role, ?Own1, ?Own2) is nondet.
%   Against something that the others may play, Own1 gives Role more than Own2. Only then is there a mix of theirs
%   for which its expected payoff is higher.
higher_in_some_case(Game, Role, Own1, Own2) :-
    move_(Game, Role, Own1),
    move_(Game, Role, Own2),
    once(( paired_(Game, Role, Own1, Own2, N1, N2), N1 > N2 )).

paired_(Game, Role, Own1, Own2, N1, N2) :-
    seat(Game, Role, Own1, Others, N1),
    seat(Game, Role, Own2, Others, N2).

% Expected payoffs

%!  expected_payoff(+Game, +Role, ?Own, +Mix, ?Payoff) is nondet.
%   Payoff of Own in expectation when the other role mixes its moves as Mix says; a move not named has
%   probability 0.
%   @error domain_error(probabilities, Mix) unless they are from 0 to 1 and sum to 1.
expected_payoff(Game, Role, Own, Mix, Payoff) :-
    other_(Game, Role, Other),
    check_mix_(Game, Other, Mix),
    move_(Game, Role, Own),
    findall(Part, ( member(Their-P, Mix), cell_seat(Game, Role, Own, Their, N), Part is P * N ), Parts),
    sum_list(Parts, Payoff).

check_mix_(Game, Role, Mix) :-
    pairs_keys_values(Mix, Moves, Probabilities),
    sum_list(Probabilities, Sum),
    (   Sum =:= 1,
        forall(member(P, Probabilities), P >= 0),
        forall(member(M, Moves), once(move_(Game, Role, M))),
        sort(Moves, Distinct),
        length(Moves, Length),
        length(Distinct, Length)
    ->  true
    ;   throw(error(domain_error(probabilities, Mix), _))
    ).

%!  compare_expected(+Game, ?Order, +Role, +Own1, +Own2, +Mix) is semidet.
compare_expected(Game, Order, Role, Own1, Own2, Mix) :-
    expected_payoff(Game, Role, Own1, Mix, N1),
    expected_payoff(Game, Role, Own2, Mix, N2),
    compare(Order, N1, N2).

%!  highest_expected_choice(+Game, +Role, ?Own, +Mix) is nondet.
highest_expected_choice(Game, Role, Own, Mix) :-
    findall(N, expected_payoff(Game, Role, _, Mix, N), All),
    sort(All, Sorted),
    last(Sorted, Highest),
    expected_payoff(Game, Role, Own, Mix, Payoff),
    Payoff == Highest.

% Dominance, by pure moves

%!  dominates(+Game, ?Strength, +Role, ?Own1, ?Own2) is nondet.
%   Strictly: more in every case. Weakly: never less, and more in some case.
dominates(Game, Strength, Role, Own1, Own2) :-
    simultaneous_(Game),
    in_every_case(Game, Strength, Role, Own1, Own2),
    (   Strength == weakly
    ->  once(( paired_(Game, Role, Own1, Own2, N1, N2), N1 > N2 ))
    ;   true
    ).

%!  dominant(+Game, ?Strength, +Role, ?Own) is nondet.
%   Own dominates every other move of Role.
dominant(Game, Strength, Role, Own) :-
    move_(Game, Role, Own),
    member(Strength, [strictly, weakly]),
    forall(( move_(Game, Role, Other), Other \== Own ), dominates(Game, Strength, Role, Own, Other)).

%!  dominated(+Game, ?Strength, +Role, ?Own) is nondet.
%   Some other pure move of Role dominates Own.
dominated(Game, Strength, Role, Own) :-
    move_(Game, Role, Own),
    member(Strength, [strictly, weakly]),
    once(dominates(Game, Strength, Role, _, Own)).

% Equilibrium

%!  nash_equilibrium(+Game, +Role, ?Own, ?Their) is nondet.
%   A pure equilibrium: each move is a best response to the other.
nash_equilibrium(Game, Role, Own, Their) :-
    simultaneous_(Game),
    other_(Game, Role, Other),
    best_response(Game, Role, Own, Their),
    once(best_response(Game, Other, Their, Own)).

%!  only_nash_equilibrium(+Game, +Role, ?Own, ?Their) is semidet.
%   The only one in pure strategies.
only_nash_equilibrium(Game, Role, Own, Their) :-
    findall(M-T, nash_equilibrium(Game, Role, M, T), [Own-Their]).

%!  no_pure_nash_equilibrium(+Game) is semidet.
no_pure_nash_equilibrium(Game) :-
    once(Game:role(Role)),
    \+ nash_equilibrium(Game, Role, _, _).

%!  mixed_nash_equilibrium(+Game, +Role, +OwnMix, +TheirMix) is semidet.
%   Every move played with positive probability has the highest expected payoff against the other's mix.
mixed_nash_equilibrium(Game, Role, OwnMix, TheirMix) :-
    simultaneous_(Game),
    other_(Game, Role, Other),
    mix_answers_(Game, Role, OwnMix, TheirMix),
    mix_answers_(Game, Other, TheirMix, OwnMix).

mix_answers_(Game, Role, Mix, Others) :-
    check_mix_(Game, Role, Mix),
    forall(( member(Move-P, Mix), P > 0 ), once(highest_expected_choice(Game, Role, Move, Others))).

% Pareto

%!  pareto_dominates(+Game, +Role, +Own1, +Their1, +Own2, +Their2) is semidet.
%   The first cell gives no role less than the second, and some role more.
pareto_dominates(Game, Role, Own1, Their1, Own2, Their2) :-
    both_(Game, Role, Own1, Their1, N1, M1),
    both_(Game, Role, Own2, Their2, N2, M2),
    N1 >= N2,
    M1 >= M2,
    N1 + M1 > N2 + M2.

both_(Game, Role, Own, Their, N, M) :-
    other_(Game, Role, Other),
    cell_seat(Game, Role, Own, Their, N),
    cell_seat(Game, Other, Their, Own, M).

%!  pareto_dominated(+Game, +Role, ?Own, ?Their) is nondet.
pareto_dominated(Game, Role, Own, Their) :-
    both_(Game, Role, Own, Their, _, _),
    once(pareto_dominates(Game, Role, _, _, Own, Their)).

%!  pareto_optimal(+Game, +Role, ?Own, ?Their) is nondet.
pareto_optimal(Game, Role, Own, Their) :-
    both_(Game, Role, Own, Their, _, _),
    \+ pareto_dominates(Game, Role, _, _, Own, Their).

% The whole game

%!  zero_sum(+Game) is semidet.
zero_sum(Game) :-
    tabulated_(Game),
    forall(Game:cell(_, Payoffs), ( sum_list(Payoffs, Sum), Sum =:= 0 )).

%!  symmetric(+Game) is semidet.
%   Exchanging the two roles changes no payoff.
symmetric(Game) :-
    once(Game:role(Role)),
    forall(both_(Game, Role, Own, Their, N, M),
           ( cell_seat(Game, Role, Their, Own, M1), M1 =:= M,
             other_(Game, Role, Other), cell_seat(Game, Other, Own, Their, N1), N1 =:= N )).

% Why: the cells that decide a goal

%!  evidence(+Game, +Goal, -Cells) is det.
%   Cells are the cells, as cell(Profile, Payoffs), that show whether Goal holds; none where no cell is asked
%   about.
evidence(Game, Goal, Cells) :-
    findall(cell(Profile, Payoffs), decides_(Goal, Game, Profile, Payoffs), All),
    list_to_set(All, Cells).

decides_(Goal, Game, Profile, Payoffs) :-
    seen_by_(Goal, Role, Own, Their),
    Game:role(Role),
    nth1_role_(Game, Role, I),
    Game:cell(Profile, Payoffs),
    nth1(I, Profile, Own, Others),
    ( var(Their) -> true ; Others = [Their] ),
    shows_(Goal, Game, Role, Own, Others, Profile, Payoffs).

nth1_role_(Game, Role, I) :-
    findall(R, Game:role(R), Roles),
    nth1(I, Roles, Role).

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

% Of those, the ones that decide: the extreme cells for an extreme, the worst cells for a guarantee, the best for a potential.
shows_(Goal, Game, Role, Own, Others, Profile, Payoffs) :-
    (   Goal = role_extreme(Which, _, _)
    ->  role_extreme(Game, Which, Role, Extreme),
        Game:seat(Role, Own, Others, N),
        N == Extreme
    ;   best_case_(Goal)
    ->  move_extreme(Game, highest, Role, Own, Highest),
        Game:seat(Role, Own, Others, N),
        N == Highest
    ;   worst_case_(Goal)
    ->  move_extreme(Game, lowest, Role, Own, Lowest),
        Game:seat(Role, Own, Others, N),
        N == Lowest
    ;   Goal = mutual_extreme(Which, R, M, T)
    ->  sum_list(Payoffs, Sum),
        once(( mutual_extreme(Game, Which, R, M1, T1), cell_sum_(Game, R, M1, T1, Extreme) )),
        ( Sum == Extreme -> true ; Others = [T], Own == M )
    ;   member(Goal, [pareto_optimal(R, M, T), pareto_dominated(R, M, T)])
    ->  ( Own == M, Others = [T] -> true ; Others = [Their], pareto_dominates(Game, R, Own, Their, M, T) )
    ;   length(Profile, _)
    ).

best_case_(potential_choice(_, _)).
best_case_(compare_potential(_, _, _, _)).

worst_case_(guaranteed_choice(_, _, _)).
worst_case_(compare_guaranteed(_, _, _, _)).
