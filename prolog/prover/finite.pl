/** <module> Models with few things

Clauses as in forward.pl without their functions: that F(X) is V is an atom '$value'(F(X), V), which some V of the things
there are makes hold (as MACE does: McCune 1994; Claessen and Sörensson 2003). Without functions the search ends.
Constants stand for themselves; that they may be the same thing is left to the clauses of equality.
*/
:- module(finite,
          [ finite_model/3   % +Clauses, +Others, -Atoms
          ]).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(occurs)).
:- use_module(forward).

%!  finite_model(+Clauses, +Others, -Atoms) is semidet.
%   Atoms are all that holds in a model of the clauses whose things are the constants in them, and that many Others.
finite_model(Clauses, Others, Atoms) :-
    things_(Clauses, Others, Things),
    findall(clause(thing, [], ['$thing'(Thing)]), member(Thing, Things), Facts),
    everywhere_(Clauses, Functions),
    findall(Clause, ( member(Function, Functions), defined_(Function, Things, Clause) ), Defined),
    findall(Clause, ( member(Given, Clauses), flat_(Given, Things, Clause) ), Flat),
    append([Facts, Defined, Flat], All),
    run_forward(All, 2, drop, model(Found)),
    exclude(ours_, Found, Atoms).

ours_('$thing'(_)).
ours_('$value'(_, _)).

% Others come first: what has to hold of something is the least trouble where nothing else is known of it.
things_(Clauses, Others, Things) :-
    findall(Thing, ( between(1, Others, N), atom_concat(other, N, Thing) ), New),
    findall(Term, ( argument_(Clauses, _, Argument), sub_term(Term, Argument), atomic(Term) ), Named0),
    sort(Named0, Named),
    append(New, Named, Things0),
    list_to_set(Things0, Things).

argument_(Clauses, Part, Argument) :-
    member(clause(_, Body, Head), Clauses),
    ( Part = body, member(Atom, Body) ; Part = head, member(Atom, Head) ),
    compound(Atom),
    arg(_, Atom, Argument).

% Functions in a condition need a value for all things; others where something is concluded by them.
everywhere_(Clauses, Functions) :-
    findall(Name/Arity,
            ( argument_(Clauses, body, Argument), sub_term(Term, Argument), compound(Term), functor(Term, Name, Arity) ),
            Found),
    sort(Found, Functions).

defined_(Name/Arity, Things, clause(thing, Body, Head)) :-
    functor(Term, Name, Arity),
    Term =.. [_|Arguments],
    maplist(thing_, Arguments, Body),
    some_(Term, Things, Head).

some_(Term, Things, Head) :-
    maplist(value_(Term), Things, Head).

value_(Term, Thing, '$value'(Term, Thing)).

thing_(Thing, '$thing'(Thing)).

% The clause itself, and for each function in its head that it has some value there.
flat_(clause(Label, Body0, Head0), Things, Clause) :-
    flat_atoms_(Body0, Body1, Conditions),
    append(Conditions, Body1, Body),
    flat_atoms_(Head0, Head, Values),
    (   append(Body, Values, Whole),
        restricted_(clause(Label, Whole, Head), Clause)
    ;   append(Before, ['$value'(Term, _)|_], Values),
        append(Body, Before, Upto),
        some_(Term, Things, Defined),
        restricted_(clause(Label, Upto, Defined), Clause)
    ).

flat_atoms_([], [], []).
flat_atoms_([Atom0|Atoms0], [Atom|Atoms], Values) :-
    flat_arguments_(Atom0, Atom, Values1),
    flat_atoms_(Atoms0, Atoms, Values2),
    append(Values1, Values2, Values).

% Values of inner terms come before those of the terms around them.
flat_arguments_(Term0, Term, Values) :-
    (   compound(Term0)
    ->  compound_name_arguments(Term0, Name, Arguments0),
        foldl(flat_term_, Arguments0, Arguments, [], Values),
        compound_name_arguments(Term, Name, Arguments)
    ;   Term = Term0,
        Values = []
    ).

flat_term_(Term0, Value, Values0, Values) :-
    (   compound(Term0)
    ->  flat_arguments_(Term0, Term, Inner),
        append([Values0, Inner, ['$value'(Term, Value)]], Values)
    ;   Value = Term0,
        Values = Values0
    ).

% Whatever the head speaks of is a thing.
restricted_(clause(Label, Body, Head), clause(Label, Whole, Head)) :-
    term_variables(Body, Bound),
    term_variables(Head, Variables),
    things_in_(Variables, Bound, Free),
    append(Body, Free, Whole).

things_in_([], _, []).
things_in_([Variable|Variables], Bound, Atoms) :-
    (   member(Same, Bound),
        Same == Variable
    ->  Atoms = Rest
    ;   Atoms = ['$thing'(Variable)|Rest]
    ),
    things_in_(Variables, Bound, Rest).
