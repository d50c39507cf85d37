/** <module> The payoff table of a game in which every role chooses once

A game is tabulated once, when it is loaded, into facts of its module: cell(Profile, Payoffs), lists in role order. Beside
them it keeps seated(Roles), the roles in order, and rounds(Rounds), the length of the longest play.
Payoffs are integers and rationals, never floats, so sort/2, compare/3 and unification compare them exactly.
*/
:- module(payoff_table,
          [ played_cell/4,                  % +Game, +S, -Profile, -Payoffs
            seat_payoff/4,                  % +Game, +Payoffs, ?Role, ?Payoff
            tabulate_game/3                 % +Game, +Most, -Facts
          ]).
:- use_module(library(apply)).
:- use_module(library(lists)).
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
    forall(member(Fact, [cell(_, _), seated(_), rounds(_)]), retractall(Game:Fact)),
    assertz(Game:rounds(Rounds)),
    assertz(Game:seated(Roles)),
    (   member(Outcome, Outcomes),
        misfit_(Roles, Outcome, Why)
    ->  Table = none(Why)
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
    assertz(Game:cell(Profile, Payoffs)).

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
