/** <module> Whether descriptions can be true of a thing

What is known of a thing, and what is said of it, are clauses: lists of literals, of which at least one holds. A literal
is a fact, an atom, or `not(Fact)`.
*/
:- module(description,
          [ description_outcome/4,  % +Known, +Said, +New, -Outcome
            satisfiable/1           % +Clauses
          ]).
:- use_module(library(apply)).
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
%   is left may be false; so only clauses that deny nothing are split.
satisfiable(Clauses) :-
    (   memberchk([], Clauses)
    ->  fail
    ;   memberchk([Literal], Clauses)
    ->  assume_(Literal, Clauses, Rest),
        satisfiable(Rest)
    ;   member([Literal|Literals], Clauses),
        \+ memberchk(not(_), [Literal|Literals])
    ->  (   assume_(Literal, Clauses, Rest),
            satisfiable(Rest)
        ->  true
        ;   assume_(not(Literal), Clauses, Rest),
            satisfiable(Rest)
        )
    ;   true
    ).

assume_(Literal, Clauses, Rest) :-
    opposite_(Literal, Opposite),
    exclude(memberchk(Literal), Clauses, Open),
    maplist(without_(Opposite), Open, Rest).

without_(Literal, Clause, Rest) :-
    exclude(==(Literal), Clause, Rest).

opposite_(Literal, Opposite) :-
    (   Literal = not(Fact)
    ->  Opposite = Fact
    ;   Opposite = not(Literal)
    ).
