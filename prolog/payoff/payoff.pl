/** <module> Relations between the payoffs of a table

Predicates take the module of a game first and a role second; `Own` is a move of that role, `Their` one of the only
other role. Where moves tie, every one of them is highest (lowest): a relation named "strictly" asks for more.
All that this module exports may be asked.

Every predicate throws not_expressible(Why) for a game in which its question has no meaning.
*/
:- module(payoff,
          [ role_payoff/3,                  % +Game, +Role, ?Payoff
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
            compare_against/6,              % +Game, ?Order, +Role, +Own1, +Own2, +Their
            no_higher_against/5,            % +Game, +Role, +Own1, +Own2, ?Their
            cell_extreme/5,                 % +Game, ?Which, +Role, ?Own, ?Their
            compare_cells/7,                % +Game, ?Order, +Role, +Own1, +Their1, +Own2, +Their2
            in_every_case/5,                % +Game, ?Strength, +Role, ?Own1, ?Own2
            higher_in_some_case/4,          % +Game, +Role, ?Own1, ?Own2
            expected_payoff/5,              % +Game, +Role, ?Own, +Mix, ?Payoff
            compare_expected/6,             % +Game, ?Order, +Role, +Own1, +Own2, +Mix
            highest_expected_choice/4,      % +Game, +Role, ?Own, +Mix
            zero_sum/1,                     % +Game
            symmetric/1                     % +Game
          ]).
:- use_module(library(lists)).
:- use_module(payoff_table).
:- use_module(rounding).

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
    role_move(Game, Role, Own),
    payoffs_(Game, Role, Own, _, Payoffs),
    member(Payoff, Payoffs).

%!  move_extreme(+Game, ?Which, +Role, ?Own, ?Payoff) is nondet.
%   Payoff is Role's highest (lowest) over the cells where it plays Own; the lowest is what Own guarantees.
move_extreme(Game, Which, Role, Own, Payoff) :-
    role_move(Game, Role, Own),
    payoffs_(Game, Role, Own, _, Payoffs),
    extreme_(Which, Payoffs, Payoff).

%!  move_always(+Game, +Role, ?Own, ?Payoff) is nondet.
%   Every cell where Role plays Own gives it Payoff.
move_always(Game, Role, Own, Payoff) :-
    role_move(Game, Role, Own),
    payoffs_(Game, Role, Own, _, [Payoff]).

%!  move_constant(+Game, +Role, ?Own) is nondet.
%   Every cell where Role plays Own gives it the same.
move_constant(Game, Role, Own) :-
    move_always(Game, Role, Own, _).

%!  move_never(+Game, +Role, ?Own, +Payoff) is nondet.
%   No cell where Role plays Own gives it Payoff.
move_never(Game, Role, Own, Payoff) :-
    role_move(Game, Role, Own),
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
    other_role(Game, Role, Other),
    role_move(Game, Other, Their),
    payoffs_(Game, Role, _, [Their], Payoffs),
    member(Payoff, Payoffs).

%!  reply_extreme(+Game, ?Which, +Role, ?Their, ?Payoff) is nondet.
%   Payoff is Role's highest (lowest) over the cells where the other role plays Their.
reply_extreme(Game, Which, Role, Their, Payoff) :-
    other_role(Game, Role, Other),
    role_move(Game, Other, Their),
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
    findall(Sum, cell_sum(Game, Role, _, _, Sum), Sums),
    sort(Sums, Sorted),
    extreme_(Which, Sorted, Extreme),
    cell_sum(Game, Role, Own, Their, Sum),
    Sum == Extreme.

%!  compare_mutual(+Game, ?Order, +Role, +Own1, +Their1, +Own2, +Their2) is semidet.
compare_mutual(Game, Order, Role, Own1, Their1, Own2, Their2) :-
    cell_sum(Game, Role, Own1, Their1, Sum1),
    cell_sum(Game, Role, Own2, Their2, Sum2),
    compare(Order, Sum1, Sum2).

% Cells of a role compared

%!  compare_against(+Game, ?Order, +Role, +Own1, +Own2, +Their) is semidet.
compare_against(Game, Order, Role, Own1, Own2, Their) :-
    compare_cells(Game, Order, Role, Own1, Their, Own2, Their).

%!  no_higher_against(+Game, +Role, +Own1, +Own2, ?Their) is nondet.
no_higher_against(Game, Role, Own1, Own2, Their) :-
    cell_seat(Game, Role, Own1, Their, N1),
    cell_seat(Game, Role, Own2, Their, N2),
    N1 =< N2.

%!  cell_extreme(+Game, ?Which, +Role, ?Own, ?Their) is nondet.
%   Role's own payoff in the cell is its highest (lowest) of all.
cell_extreme(Game, Which, Role, Own, Their) :-
    role_extreme(Game, Which, Role, Extreme),
    cell_seat(Game, Role, Own, Their, N),
    N == Extreme.

%!  compare_cells(+Game, ?Order, +Role, +Own1, +Their1, +Own2, +Their2) is semidet.
%   Order of Role's own payoffs in two cells.
compare_cells(Game, Order, Role, Own1, Their1, Own2, Their2) :-
    cell_seat(Game, Role, Own1, Their1, N1),
    cell_seat(Game, Role, Own2, Their2, N2),
    compare(Order, N1, N2).

%!  in_every_case(+Game, ?Strength, +Role, ?Own1, ?Own2) is nondet.
%   Whatever the others play, Own1 gives Role more (strictly), or never less (weakly), than Own2.
in_every_case(Game, Strength, Role, Own1, Own2) :-
    role_move(Game, Role, Own1),
    role_move(Game, Role, Own2),
    member(Strength, [strictly, weakly]),
    forall(paired_(Game, Role, Own1, Own2, N1, N2), at_least_(Strength, N1, N2)).

at_least_(strictly, N1, N2) :- N1 > N2.
at_least_(weakly, N1, N2) :- N1 >= N2.

%!  higher_in_some_case(+Game, +Role, ?Own1, ?Own2) is nondet.
%   Against something that the others may play, Own1 gives Role more than Own2. Only then is there a mix of theirs
%   for which its expected payoff is higher.
higher_in_some_case(Game, Role, Own1, Own2) :-
    role_move(Game, Role, Own1),
    role_move(Game, Role, Own2),
    once(( paired_(Game, Role, Own1, Own2, N1, N2), N1 > N2 )).

paired_(Game, Role, Own1, Own2, N1, N2) :-
    seat(Game, Role, Own1, Others, N1),
    seat(Game, Role, Own2, Others, N2).

% Expected payoffs

%!  expected_payoff(+Game, +Role, ?Own, +Mix, ?Payoff) is nondet.
%   Payoff of Own in expectation when the other role mixes its moves as Mix says; a move not named has
%   probability 0. A payoff that is given may be rounded, as told_as/2 says.
%   @error as must_be_mix/3.
expected_payoff(Game, Role, Own, Mix, Payoff) :-
    other_role(Game, Role, Other),
    must_be_mix(Game, Other, Mix),
    role_move(Game, Role, Own),
    findall(Part, ( member(Their-P, Mix), cell_seat(Game, Role, Own, Their, N), Part is P * N ), Parts),
    sum_list(Parts, Exact),
    told_as(Exact, Payoff).

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

% The whole game

%!  zero_sum(+Game) is semidet.
zero_sum(Game) :-
    must_be_tabulated(Game),
    forall(Game:cell(_, Payoffs), ( sum_list(Payoffs, Sum), Sum =:= 0 )).

%!  symmetric(+Game) is semidet.
%   Exchanging the two roles changes no payoff.
symmetric(Game) :-
    once(Game:role(Role)),
    forall(cell_payoffs(Game, Role, Own, Their, N, M),
           ( cell_seat(Game, Role, Their, Own, M1), M1 =:= M,
             other_role(Game, Role, Other), cell_seat(Game, Other, Own, Their, N1), N1 =:= N )).
