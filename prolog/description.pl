/** <module> Whether descriptions can be true of a thing

What is known of a thing, and what is said of it, are clauses: lists of literals, of which at least one holds. A literal
is a fact, an atom, or `not(Fact)`.
*/
:- module(description,
          [ description_outcome/4,  % +Known, +Said, +New, -Outcome
            satisfiable/1           % +Clauses
          ]).
:- use_module(library(assoc)).
:- use_module(library(lists)).

%!  description_outcome(+Known, +Said, +New, -Outcome) is det.
%   Outcome is `contradicted` if Known, all that was Said before and New can't hold together, `entailed` if all that New
%   says follows from Known, and `open` otherwise: New may be true and may be false, or says nothing. It is `unsound` if
%   Known contradicts itself.
description_outcome(Known, Said, New, Outcome) :-
    append([Known, Said, New], All),
    (   satisfiable(All)
    ->  (   New \== [],
            forall(member(Clause, New), follows_(Clause, Known))
        ->  Outcome = entailed
        ;   Outcome = open
        )
    ;   satisfiable(Known)
    ->  Outcome = contradicted
    ;   Outcome = unsound
    ).

follows_(Clause, Known) :-
    findall([Opposite], ( member(Literal, Clause), opposite_(Literal, Opposite) ), Denial),
    append(Denial, Known, Clauses),
    \+ satisfiable(Clauses).

%!  satisfiable(+Clauses) is semidet.
%   Clauses can hold together (Davis, Putnam, Logemann and Loveland). Where every clause left denies something, all that
%   is left may be false; so only clauses that deny nothing are split. What has to hold is assumed all at once: one pass
%   for a round of it, since this is where the time of descriptions goes.
satisfiable(Clauses) :-
    (   memberchk([], Clauses)
    ->  fail
    ;   units_(Clauses, Units),
        Units \== []
    ->  agree_(Units),
        assume_(Units, Clauses, Rest),
        satisfiable(Rest)
    ;   member([Literal|Literals], Clauses),
        \+ memberchk(not(_), [Literal|Literals])
    ->  (   assume_([Literal], Clauses, Rest),
            satisfiable(Rest)
        ->  true
        ;   assume_([not(Literal)], Clauses, Rest),
            satisfiable(Rest)
        )
    ;   true
    ).

units_([], []).
units_([Clause|Clauses], Units) :-
    (   Clause = [Literal]
    ->  Units = [Literal|Units1]
    ;   Units = Units1
    ),
    units_(Clauses, Units1).

agree_(Units) :-
    \+ ( member(not(Fact), Units), memberchk(Fact, Units) ).

assume_(Literals, Clauses, Rest) :-
    findall(Opposite-gone, ( member(Literal, Literals), opposite_(Literal, Opposite) ), Gone),
    findall(Literal-held, member(Literal, Literals), Held),
    append(Gone, Held, Pairs0),
    sort(Pairs0, Pairs),
    list_to_assoc(Pairs, Known),
    left_(Clauses, Known, Rest).

left_([], _, []).
left_([Clause|Clauses], Known, Rest) :-
    (   held_(Clause, Known, Left)
    ->  Rest = [Left|Rest1]
    ;   Rest = Rest1
    ),
    left_(Clauses, Known, Rest1).

% What is left of a clause; fails if it holds.
held_([], _, []).
held_([Literal|Literals], Known, Left) :-
    (   get_assoc(Literal, Known, Truth)
    ->  Truth == gone,
        held_(Literals, Known, Left)
    ;   Left = [Literal|Left1],
        held_(Literals, Known, Left1)
    ).

opposite_(Literal, Opposite) :-
    (   Literal = not(Fact)
    ->  Opposite = Fact
    ;   Opposite = not(Literal)
    ).
