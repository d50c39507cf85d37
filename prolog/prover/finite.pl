/** <module> Models with few things

A model with so many things is looked for as MACE does (McCune 1994; Claessen and Sörensson 2003): names of things are
functions without arguments, that F(X) is V is one more relation, and every clause is taken for all things. What is left
has no variables: each atom is true or false, and two literals of each clause are watched, by the attributes of what
stands for their atoms (Howe and King, TCS 435, 2012), so that backtracking takes back what followed. Things are numbers
from 1; equality is identity, so that clauses of it are left out.
*/
:- module(finite,
          [ finite_model/3   % +Clauses, +Size, -Atoms
          ]).
:- use_module(library(apply)).
:- use_module(library(assoc)).
:- use_module(library(lists)).

%!  finite_model(+Clauses, +Size, -Atoms) is semidet.
%   Atoms are all that holds in a model of the clauses with Size things, each of which is called by the first name it
%   has, or other1, other2, …; that another name is one of the same thing is told as `=`. Not looked for where a clause or a
%   relation comes to more than 100,000 cases.
finite_model(Clauses, Size, Atoms) :-
    exclude(of_equality_, Clauses, Given),
    maplist(flat_, Given, Flat),
    relations_(Flat, Relations),
    empty_assoc(None),
    foldl(table_(Size), Relations, None, Tables),
    names_(Relations, Size, Tables, Named),
    foldl(with_values_, Flat, Whole0, []),
    sort(1, @=<, Whole0, Whole),
    foldl(grounded_(Size, Tables), Whole, Open, Named),
    once(settled_(Open)),
    told_(Relations, Size, Tables, Atoms).

of_equality_(clause(equality, _, _)).

%   Flattening: flat(Values, Literals) of a clause. A literal is Sign-Relation-Arguments, with variables for arguments;
%   Values are those that terms have the values that stand for them, inner terms first.

flat_(clause(_, Body, Head), flat(Values, Literals)) :-
    foldl(flat_atom_, Body, Body1, [], Values0),
    foldl(flat_atom_, Head, Head1, Values0, Values),
    maplist(signed_(false), Body1, Literals1),
    maplist(signed_(true), Head1, Literals2),
    append(Literals1, Literals2, Literals).

signed_(Sign, Atom, Sign-Atom).

flat_atom_(Atom, holds(Name)-Arguments, Values0, Values) :-
    compound_or_atom_(Atom, Name, Terms),
    foldl(flat_term_, Terms, Arguments, Values0, Values).

flat_term_(Term, Value, Values0, Values) :-
    (   var(Term)
    ->  Value = Term,
        Values = Values0
    ;   compound_or_atom_(Term, Name, Terms),
        foldl(flat_term_, Terms, Arguments, Values0, Values1),
        append(Arguments, [Value], Cell),
        (   member(value(Name)-Known, Values1),
            append(Before, [Value0], Known),
            Before == Arguments
        ->  Value = Value0,
            Values = Values1
        ;   append(Values1, [value(Name)-Cell], Values)
        )
    ).

compound_or_atom_(Term, Name, Arguments) :-
    (   compound(Term)
    ->  compound_name_arguments(Term, Name, Arguments)
    ;   Name = Term,
        Arguments = []
    ).

relations_(Flat, Relations) :-
    findall(Relation/Arity,
            ( member(flat(Values, Literals), Flat),
              ( member(Relation-Arguments, Values) ; member(_-(Relation-Arguments), Literals) ),
              Relation \== holds(=), length(Arguments, Arity) ),
            Relations0),
    sort(Relations0, Relations).

%   with_values_(+Flat, -Clauses, +Rest): clauses general(Count, Variables, Literals, Some), with Count variables, of which a
%   literal or one of the values Some has to hold. A term needs a value only where the clause does not hold whatever that
%   is; so that models have no more values than they need, and one that has several may take any of them.
with_values_(flat(Values, Literals), Clauses, Rest) :-
    with_values_(Values, [], Literals, Clauses, Rest).

with_values_([], Before, Literals, [Whole|Rest], Rest) :-
    general_(Before, Literals, none, Whole).
with_values_([Value|Values], Before, Literals, Clauses, Rest) :-
    (   Value = _-[_]
    ->  Clauses = Clauses1  % names have values anyway
    ;   Value = Relation-Cell,
        once(append(Arguments, [_], Cell)),
        maplist(value_variable_, [Value|Values], Later),
        exclude(mentions_(Later), Literals, Sure),
        general_(Before, Sure, some(Relation, Arguments), General),
        Clauses = [General|Clauses1]
    ),
    append(Before, [Value], Upto),
    with_values_(Values, Upto, Literals, Clauses1, Rest).

value_variable_(_-Cell, Variable) :-
    last(Cell, Variable).

mentions_(Variables, _-(_-Arguments)) :-
    member(Argument, Arguments),
    member(Variable, Variables),
    Argument == Variable,
    !.

general_(Values, Literals0, Some, general(Count, Variables, Literals, Some)) :-
    maplist(signed_(false), Values, Given),
    append(Given, Literals0, Literals),
    term_variables(Literals-Some, Variables),
    length(Variables, Count).

%   Tables: what stands for the atoms of a relation, one after the other.

table_(Size, Relation/Arity, Tables0, Tables) :-
    few_(Size, Arity, Count),
    functor(Table, atoms, Count),
    put_assoc(Relation/Arity, Tables0, Table, Tables).

few_(Size, Variables, Count) :-
    Count is Size**Variables,
    Count =< 100_000.

cell_(Relation, Arguments, Size, Tables, Atom) :-
    length(Arguments, Arity),
    get_assoc(Relation/Arity, Tables, Table),
    foldl(place_(Size), Arguments, 0, Place0),
    Place is Place0 + 1,
    arg(Place, Table, Atom).

place_(Size, Thing, Place0, Place) :-
    Place is Place0*Size + Thing - 1.

%   names_(+Relations, +Size, +Tables, -Open): each name has a value. Things are alike, so that the first name can be that
%   of the first thing, the next that of one of the first two, and so on.
names_(Relations, Size, Tables, Open) :-
    names_(Relations, 1, Size, Tables, Open).

names_([], _, _, _, []).
names_([Relation/Arity|Relations], Most, Size, Tables, Open) :-
    (   Relation = value(_),
        Arity == 1
    ->  get_assoc(Relation/1, Tables, Table),
        Table =.. [_|Atoms],
        length(Possible, Most),
        append(Possible, Impossible, Atoms),
        maplist(=(false), Impossible),
        maplist(wanted_(true), Possible, Literals),
        opened_(Literals, Open, Open1),
        Next is min(Size, Most + 1),
        names_(Relations, Next, Size, Tables, Open1)
    ;   names_(Relations, Most, Size, Tables, Open)
    ).

wanted_(Sign, Atom, Atom-Sign).

%   Grounding

grounded_(Size, Tables, general(Count, Variables, Literals, Some), Open, Rest) :-
    few_(Size, Count, _),
    numlist(1, Size, Things),
    findall(Variables, maplist(among_(Things), Variables), Cases),
    foldl(instance_(Variables-Literals-Some, Size, Tables), Cases, Open, Rest).

among_(Things, Thing) :-
    member(Thing, Things).

instance_(General, Size, Tables, Case, Open, Rest) :-
    copy_term(General, Case-Literals-Some),
    (   open_(Literals, Size, Tables, Literals1, Values)
    ->  values_(Some, Size, Tables, Values),
        (   member(Atom-true, Values),
            Atom == true
        ->  Open = Rest
        ;   opened_(Literals1, Open, Rest)
        )
    ;   Open = Rest
    ).

values_(none, _, _, []).
values_(some(Relation, Arguments), Size, Tables, Values) :-
    numlist(1, Size, Things),
    maplist(value_atom_(Relation, Arguments, Size, Tables), Things, Atoms),
    exclude(==(false), Atoms, Possible),
    maplist(wanted_(true), Possible, Values).

value_atom_(Relation, Arguments, Size, Tables, Thing, Atom) :-
    append(Arguments, [Thing], Cell),
    cell_(Relation, Cell, Size, Tables, Atom).

%   What is open of a clause, what it denies first; fails where it holds.
open_([], _, _, Rest, Rest).
open_([Sign-(Relation-Arguments)|Literals], Size, Tables, Open, Rest) :-
    (   Relation == holds(=)
    ->  Arguments = [One, Other],
        ( One =:= Other -> Atom = true ; Atom = false )
    ;   cell_(Relation, Arguments, Size, Tables, Atom)
    ),
    (   var(Atom)
    ->  Open = [Atom-Sign|Open1],
        open_(Literals, Size, Tables, Open1, Rest)
    ;   Atom \== Sign,
        open_(Literals, Size, Tables, Open, Rest)
    ).

%   A clause of one literal makes that hold; others are watched, and kept.
opened_(Literals, Open, Rest) :-
    Literals = [Atom-Sign|Others],
    (   Others == []
    ->  Atom = Sign,
        Open = Rest
    ;   watch_(Others, Atom, Sign),
        Open = [Literals|Rest]
    ).

%   Watching: one of the literals Atom-Sign has to hold.

watch_([], Atom, Sign) :-
    Atom = Sign.
watch_([Other-Wanted|Literals], Atom, Sign) :-
    (   Other == Wanted
    ->  true
    ;   nonvar(Other)
    ->  watch_(Literals, Atom, Sign)
    ;   nonvar(Atom)
    ->  watch_(Literals, Other, Wanted)
    ;   add_(Atom, watch(Sign, Other, Wanted, Literals)),
        add_(Other, watch(Wanted, Atom, Sign, Literals))
    ).

add_(Atom, Watch) :-
    (   get_attr(Atom, finite, Watches)
    ->  true
    ;   Watches = []
    ),
    put_attr(Atom, finite, [Watch|Watches]).

attr_unify_hook(Watches, Value) :-
    woken_(Watches, Value).

woken_([], _).
woken_([watch(Sign, Other, Wanted, Literals)|Watches], Value) :-
    (   ( Value == Sign ; Other == Wanted )
    ->  true
    ;   watch_(Literals, Other, Wanted)
    ),
    woken_(Watches, Value).

%   settled_(+Open): of the clauses left with nothing that they deny, one after the other is made to hold, that with the
%   fewest literals first. Where there is none, a model has all else false.
settled_(Open) :-
    foldl(left_, Open, Left0, []),
    convlist(pressing_, Left0, Pressing),
    (   Pressing == []
    ->  true
    ;   min_member(_-Atoms, Pressing),
        made_true_(Atoms),
        settled_(Left0)
    ).

made_true_([Atom|Atoms]) :-
    (   Atom = true
    ;   Atom = false,
        made_true_(Atoms)
    ).

left_(Literals, Left, Rest) :-
    (   member(Atom-Sign, Literals),
        Atom == Sign
    ->  Left = Rest
    ;   Left = [Literals|Rest]
    ).

pressing_(Literals, Count-Atoms) :-
    \+ ( member(Atom-false, Literals), var(Atom) ),
    unknown_atoms_(Literals, Atoms),
    length(Atoms, Count).

unknown_atoms_([], []).
unknown_atoms_([Atom-_|Literals], Atoms) :-
    (   var(Atom)
    ->  Atoms = [Atom|Rest]
    ;   Atoms = Rest
    ),
    unknown_atoms_(Literals, Rest).

%   Telling

told_(Relations, Size, Tables, Atoms) :-
    numlist(1, Size, Things),
    findall(Thing-Name,
            ( member(value(Name)/1, Relations), get_assoc(value(Name)/1, Tables, Table), value_of_(Table, Thing) ),
            Named),
    maplist(called_(Named), Things, Names),
    Called =.. [names|Names],
    findall(Atom, holding_(Relations, Things, Size, Tables, Called, Atom), Holding),
    findall(=(Name, First),
            ( member(Thing-Name, Named), arg(Thing, Called, First), First \== Name ),
            Same),
    append(Holding, Same, Atoms).

value_of_(Table, Thing) :-
    arg(Thing, Table, Value),
    Value == true,
    !.

called_(Named, Thing, Name) :-
    (   memberchk(Thing-Name0, Named)
    ->  Name = Name0
    ;   atom_concat(other, Thing, Name)
    ).

holding_(Relations, Things, Size, Tables, Called, Atom) :-
    member(holds(Name)/Arity, Relations),
    length(Arguments, Arity),
    maplist(among_(Things), Arguments),
    cell_(holds(Name), Arguments, Size, Tables, Value),
    Value == true,
    maplist(name_(Called), Arguments, Named),
    compound_name_arguments_(Name, Named, Atom).

name_(Called, Thing, Name) :-
    arg(Thing, Called, Name).

compound_name_arguments_(Name, Arguments, Atom) :-
    (   Arguments == []
    ->  Atom = Name
    ;   compound_name_arguments(Atom, Name, Arguments)
    ).
