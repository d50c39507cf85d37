/** <module> Why a sentence does not hold in a state

The clauses of a game's relations (gdl/compile) are read as conditions: for each clause whose head fits the sentence,
the conditions that can hold together, and those that fail beside them.
*/
:- module(why_not,
          [ sentence_clauses/4  % +Game, +Sentence, +State, -Clauses
          ]).
:- use_module(library(apply)).
:- use_module(library(error)).
:- use_module(library(lists)).

%!  sentence_clauses(+Game, +Sentence, +State, -Clauses) is det.
%   Sentence is sentence(Name, Args, Shape); Shape is `stateful` where the relation takes State, a term
%   state(Fluents), after its arguments, else `plain`. A clause is clause(Held, Failed): lists of
%   condition(Sign, Condition, Given) in the order of the rule. Sign is + or -, for a negation; Condition reads as in
%   the rules, without State. A condition is held if it holds together with those held before it. Given is true if
%   Args alone make it ground, else false: then the conditions held before it gave its variables values that go
%   together, as far as they have any. Failed is empty where the sentence holds.
sentence_clauses(Game, Sentence, State, Clauses) :-
    sentence_goal_(Sentence, State, Game, Goal),
    findall(clause(Held, Failed),
            ( clause(Game:Goal, Body),
              body_goals_(Body, Goals, []),
              maplist(given_, Goals, Conditions),
              part_(Conditions, Game, true, HeldGoal, Held0, Failed0),
              once(Game:HeldGoal),
              maplist(told_(State), Held0, Held),
              maplist(told_(State), Failed0, Failed) ),
            Clauses).

sentence_goal_(sentence(Name, Args, Shape), State, Game, Goal) :-
    (   Shape == stateful
    ->  append(Args, [State], Full)
    ;   Full = Args
    ),
    Goal =.. [Name|Full],
    functor(Goal, _, Arity),
    (   current_predicate(Game:Name/Arity),
        \+ predicate_property(Game:Goal, imported_from(_))
    ->  true
    ;   existence_error(relation, Name/Arity)
    ).

body_goals_((A, B), Goals, Rest) :-
    !,
    body_goals_(A, Goals, Rest1),
    body_goals_(B, Rest1, Rest).
body_goals_(true, Goals, Goals) :-
    !.
body_goals_(Goal, [Goal|Rest], Rest).

given_(Goal, Goal-Given) :-
    (   ground(Goal)
    ->  Given = true
    ;   Given = false
    ).

%!  part_(+Conditions, +Game, +Before, -HeldGoal, -Held, -Failed) is det.
%   A negation whose variables got no value, as what binds them failed, is neither held nor failed.
part_([], _, HeldGoal, HeldGoal, [], []).
part_([Condition|Conditions], Game, Before, HeldGoal, Held, Failed) :-
    Condition = Goal-_,
    (   unbound_test_(Goal, Game, Before)
    ->  part_(Conditions, Game, Before, HeldGoal, Held, Failed)
    ;   \+ Game:(Before, Goal)
    ->  findall(Condition, once(Game:Before), Failed, Failed1),
        part_(Conditions, Game, Before, HeldGoal, Held, Failed1)
    ;   Held = [Condition|Held1],
        part_(Conditions, Game, (Before, Goal), HeldGoal, Held1, Failed)
    ).

unbound_test_(Goal, Game, Before) :-
    test_(Goal),
    \+ \+ ( once(Game:Before), \+ ground(Goal) ).

test_(\+ _).
test_(_ \== _).

told_(State, Goal-Given, condition(Sign, Sentence, Given)) :-
    (   Goal = (\+ Inner)
    ->  Sign = (-)
    ;   Sign = (+),
        Inner = Goal
    ),
    sentence_(Inner, State, Sentence).

sentence_(Goal, _, Sentence) :-
    var(Goal),
    !,
    Sentence = Goal.
sentence_(holds(Fluent, _), _, true(Fluent)) :-
    !.
sentence_(A \== B, _, distinct(A, B)) :-
    !.
sentence_((A ; B), State, or(SA, SB)) :-
    !,
    sentence_(A, State, SA),
    sentence_(B, State, SB).
sentence_((A, B), State, and(SA, SB)) :-
    !,
    sentence_(A, State, SA),
    sentence_(B, State, SB).
sentence_(\+ A, State, not(SA)) :-
    !,
    sentence_(A, State, SA).
sentence_(Goal, State, Sentence) :-
    Goal =.. [Name|Args],
    (   append(Before, [Last], Args),
        Last == State
    ->  Sentence =.. [Name|Before]
    ;   Sentence = Goal
    ).
