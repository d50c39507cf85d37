/** <module> The payoff table of a game in which every role chooses once

A game is tabulated once, when it is loaded, into facts of its module: cell(Profile, Payoffs), lists in role
order, and seat(Role, Own, Others, Payoff), one cell as one role sees it (Others in role order without Role). Beside
them it keeps seated(Roles), the roles in order, seat_move(Role, Move), the moves of a role in order, and
opposite(Role, Other) in a game of two roles.
Payoffs are integers and rationals, never floats, so sort/2, compare/3 and unification compare them exactly.

Every predicate but tabulate_game/3 throws not_expressible(Why) for a game that has no such table, or not the shape
that is asked for.
*/
:- module(payoff_table,
          [ cell_payoffs/6,                 % +Game, +Role, ?Own, ?Their, ?Payoff, ?TheirPayoff
            cell_seat/5,                    % +Game, +Role, ?Own, ?Their, ?Payoff
            cell_sum/5,                     % +Game, +Role, ?Own, ?Their, ?Sum
            must_be_mix/3,                  % +Game, +Role, +Mix
            must_be_simultaneous/1,         % +Game
            must_be_tabulated/1,            % +Game
            other_role/3,                   % +Game, +Role, -Other
            played_cell/4,                  % +Game, +S, -Profile, -Payoffs
            role_move/3,                    % +Game, +Role, ?Move
            seat/5,                         % +Game, +Role, ?Own, ?Others, ?Payoff
            seat_payoff/4,                  % +Game, +Payoffs, ?Role, ?Payoff
            tabulate_game/3                 % +Game, +Most, -Facts
          ]).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(pairs)).
:- use_module('../situation/progression').

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
    forall(member(Fact, [cell(_, _), seat(_, _, _, _), seat_move(_, _), seated(_), opposite(_, _), untabulated(_),
                         rounds(_)]),
           retractall(Game:Fact)),
    assertz(Game:rounds(Rounds)),
    assertz(Game:seated(Roles)),
    (   Roles = [First, Second]
    ->  assertz(Game:opposite(First, Second)),
        assertz(Game:opposite(Second, First))
    ;   true
    ),
    (   member(Outcome, Outcomes),
        misfit_(Roles, Outcome, Why)
    ->  Table = none(Why),
        assertz(Game:untabulated(Why))
    ;   Table = tabulated,
        forall(member(Outcome, Outcomes), keep_cell_(Game, Roles, Outcome)),
        forall(( member(R-Ms, Moves), sort(Ms, Ordered), member(M, Ordered) ), assertz(Game:seat_move(R, M)))
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

%!  seat(+Game, +Role, ?Own, ?Others, ?Payoff) is nondet.
%   One cell as Role sees it: it plays Own, the others Others, in role order.
seat(Game, Role, Own, Others, Payoff) :-
    must_be_tabulated(Game),
    Game:seat(Role, Own, Others, Payoff).

%!  played_cell(+Game, +S, -Profile, -Payoffs) is semidet.
%   In a game of one round, S is the situation in which every role chose once, in any order, and that is its cell: what
%   finally/2 finds by the rules. Fails for any other situation, which the rules have to tell of.
played_cell(Game, S, Profile, Payoffs) :-
    Game:rounds(1),
    ground(S),
    Game:seated(Roles),
    choices_(S, Choices),
    seated_(Roles, Choices, Profile),
    same_length(Choices, Profile),
    once(Game:cell(Profile, Payoffs)).

choices_(s0, []).
choices_(do(choice(Role, Move), S), [Role-Move|Choices]) :-
    choices_(S, Choices).

seated_([], _, []).
seated_([Role|Roles], Choices, [Move|Moves]) :-
    memberchk(Role-Move, Choices),
    seated_(Roles, Choices, Moves).

%!  seat_payoff(+Game, +Payoffs, ?Role, ?Payoff) is nondet.
%   Of the payoffs of a cell, Role's.
seat_payoff(Game, Payoffs, Role, Payoff) :-
    Game:seated(Roles),
    seat_payoff_(Roles, Payoffs, Role, Payoff).

seat_payoff_([Role|Roles], [Payoff|Payoffs], Role0, Payoff0) :-
    (   Role0 == Role
    ->  Payoff0 = Payoff
    ;   Role0 = Role,
        Payoff0 = Payoff
    ;   seat_payoff_(Roles, Payoffs, Role0, Payoff0)
    ).

%!  must_be_tabulated(+Game) is det.
must_be_tabulated(Game) :-
    (   Game:cell(_, _)
    ->  true
    ;   Game:untabulated(Why)
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
    (   Game:opposite(_, _)
    ->  true
    ;   findall(R, Game:role(R), [_, _])
    ->  true
    ;   throw(not_expressible('this question is about games of two roles'))
    ).

%!  other_role(+Game, +Role, -Other) is det.
%   The other one of two roles.
other_role(Game, Role, Other) :-
    two_roles_(Game),
    (   Game:opposite(Role, Other)
    ->  true
    ;   Game:role(Other),
        Other \== Role
    ->  true
    ).

%!  must_be_simultaneous(+Game) is det.
must_be_simultaneous(Game) :-
    must_be_tabulated(Game),
    (   Game:rounds(1)
    ->  true
    ;   throw(not_expressible('dominance and equilibrium are about games of one simultaneous round'))
    ).

%!  role_move(+Game, +Role, ?Move) is nondet.
%   A move that Role chooses in some play.
role_move(Game, Role, Move) :-
    must_be_tabulated(Game),
    (   nonvar(Move)
    ->  once(Game:seat_move(Role, Move))
    ;   Game:seat_move(Role, Move)
    ).

%!  cell_payoffs(+Game, +Role, ?Own, ?Their, ?Payoff, ?TheirPayoff) is nondet.
%   The cell of a two-role game where Role plays Own and the other Their, with the payoffs of both.
cell_payoffs(Game, Role, Own, Their, N, M) :-
    other_role(Game, Role, Other),
    must_be_tabulated(Game),
    Game:seat(Role, Own, [Their], N),
    Game:seat(Other, Their, [Own], M).

%!  cell_sum(+Game, +Role, ?Own, ?Their, ?Sum) is nondet.
cell_sum(Game, Role, Own, Their, Sum) :-
    cell_payoffs(Game, Role, Own, Their, N1, N2),
    Sum is N1 + N2.

%!  must_be_mix(+Game, +Role, +Mix) is det.
%   Mix is a mixed strategy of Role, a list of Move-Probability; a move that is not named has probability 0.
%   @error domain_error(probabilities, Mix) unless each move is named once, and they are 0 or more and sum to 1.
must_be_mix(Game, Role, Mix) :-
    pairs_keys_values(Mix, Moves, Probabilities),
    sum_list(Probabilities, Sum),
    (   Sum =:= 1,
        forall(member(P, Probabilities), P >= 0),
        forall(member(M, Moves), once(role_move(Game, Role, M))),
        sort(Moves, Distinct),
        length(Moves, Length),
        length(Distinct, Length)
    ->  true
    ;   throw(error(domain_error(probabilities, Mix), _))
    ).
