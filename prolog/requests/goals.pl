/** <module> The goals that a query may hold

A query is a list of goals. Each must be in the table door/2, which says where it is answered: in the module of the
game, in the record of a match, or as a formula.
*/
:- module(goals,
          [ all_hold/2                      % +Goals, +Game
          ]).
:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module('../payoff/payoff_table').
:- use_module('../payoff/rounding').
:- autoload('../judge/answers', [formula_answer/4]).

%!  all_hold(+Goals, +Game) is nondet.
%   The goals of a query hold together.
%   @error existence_error(query, Name/Arity) for a goal that is not in the table.
all_hold([], _).
all_hold([Goal|Goals], Game) :-
    call_goal_(Goal, Game),
    all_hold(Goals, Game).

call_goal_(Goal, _) :-
    var(Goal),
    !,
    instantiation_error(Goal).
call_goal_(\+ Goal, Game) :-
    !,
    \+ call_goal_(Goal, Game).
call_goal_(Goal, Game) :-
    (   door(Goal, Door)
    ->  open_(Door, Goal, Game)
    ;   functor(Goal, Name, Arity),
        throw(error(existence_error(query, Name/Arity), _))
    ).

open_(situation, Goal, Game) :-
    Game:Goal.
open_(result(S), Goal, Game) :-
    (   Goal = finally(Result, _),
        nonvar(Result),
        Result = goal(Role, Payoff),
        played_cell(Game, S, _, Payoffs)
    ->  seat_payoff(Game, Payoffs, Role, Payoff)
    ;   var(S)
    ->  Game:game(s0, S),
        Game:Goal
    ;   Game:Goal
    ).
open_(record, record(Goal), Game) :-
    must_be(callable, Goal),
    functor(Goal, Name, Arity),
    (   current_predicate(Game:Name/Arity),
        \+ predicate_property(Game:Goal, imported_from(_))
    ->  Game:Goal
    ;   throw(not_expressible("no record of a match is given"))
    ).
open_(formula, formula(Open, Formula, Most), Game) :-
    must_be(list, Open),
    must_be(callable, Formula),
    formula_answer(Game, Open, Formula, Most).
open_(number(Order, A, B), _, _) :-
    X is A,
    Y is B,
    compare_numbers_(Order, X, Y).

compare_numbers_(<, X, Y) :- X < Y.
compare_numbers_(>, X, Y) :- X > Y.
compare_numbers_(=, X, Y) :- X =:= Y.
compare_numbers_(>=, X, Y) :- X >= Y.
compare_numbers_(=<, X, Y) :- X =< Y.
compare_numbers_(\=, X, Y) :- X =\= Y.
compare_numbers_(told_as, X, Y) :- told_as(X, Y).

%!  door(?Goal, ?Door) is nondet.
%   The goals a query may hold, and where each is answered.
door(game(_, _), situation).
door(initial(_), situation).
door(initially(_, _), situation).
door(holds(_, _), situation).
door(legal(_, _), situation).
door(possible(_, _), situation).
door(effect(_, _, _), situation).
door(abnormal(_, _, _), situation).
door(final(_), situation).
door(finally(_, S), result(S)).
door(compare_numbers(Order, A, B), number(Order, A, B)) :-
    must_be(oneof([<, >, =, >=, =<, \=, told_as]), Order),
    must_be(acyclic, A-B).
door(record(_), record).  % a relation of the record of a match
door(formula(_, _, _), formula).  % what makes a formula true
