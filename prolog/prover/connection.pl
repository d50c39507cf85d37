/** <module> Proofs backwards from the goal, and what is missing for one

A goal-directed search in the connection method (model elimination: Loveland 1968; Letz and Stenz 2001) that may also
assume atoms, each at a cost of 1. It starts at clauses that come from the goal's negation, and takes what is derived
already for proved. goal_tree/3 finds whole proofs, by the same connections, as trees.
*/
:- module(connection,
          [ goal_tree/3,      % +Clauses, +Limits, -Parts
            missing_atoms/5   % +Clauses, +Lemmas, +Rules, +Cost, -Atoms
          ]).
:- use_module(library(apply)).
:- use_module(library(assoc)).
:- use_module(library(lists)).
:- use_module(library(pairs)).
:- use_module('../limited').

%!  missing_atoms(+Clauses, +Lemmas, +Rules, +Cost, -Atoms) is nondet.
%   Atoms, exactly Cost of them, with which the goal's clauses are refuted; their variables stand for things there would
%   be. Lemmas are atoms that hold. Rules is search(Depth, Own): how many clauses follow each other, and whether atoms of
%   the goal itself may be assumed that some rule concludes (`any`), or only others (`new`); with `denied` also that an
%   atom fails, which is '$denied'(Atom) among Atoms.
missing_atoms(Clauses, Lemmas, search(Depth, Own), Cost, Atoms) :-
    indexed_(Clauses, Index),
    lemmas_(Lemmas, Known),
    concluded_(Clauses, Concluded),
    member(clause(goal, Body0, Head0), Clauses),
    ( Head0 == [] -> true ; Own == denied ),
    copy_term(Body0-Head0, Body-Head),
    (   Own == new
    ->  Barred = Concluded
    ;   Barred = []
    ),
    Run = run(Index, Known, Own),
    start_(Body, Barred, Run, Depth, Cost, Left, [], Assumed0),
    all_refuted_(Head, [], Run, Depth, Left, 0, Assumed0, Assumed),
    reverse(Assumed, Atoms).

concluded_(Clauses, Keys) :-
    findall(Key, ( member(clause(_, [_|_], [Atom]), Clauses), key_(Atom, Key) ), Keys0),
    sort(Keys0, Keys).

key_(Atom, Name/Arity) :-
    functor(Atom, Name, Arity).

lemmas_(Lemmas, Known) :-
    findall(Key-Atom, ( member(Atom, Lemmas), key_(Atom, Key) ), Pairs0),
    keysort(Pairs0, Pairs),
    group_pairs_by_key(Pairs, Groups),
    list_to_assoc(Groups, Known).

% A clause under each of its literals: what is left to prove, and what is left to refute.
indexed_(Clauses, Index) :-
    findall(Key-part(Atom, Proves, Refutes),
            ( member(clause(_, Body, Head), Clauses), Body-Head \= []-[_], literal_(Body, Head, Key, Atom, Proves, Refutes) ),
            Pairs0),
    keysort(Pairs0, Pairs),
    group_pairs_by_key(Pairs, Groups),
    list_to_assoc(Groups, Index).

literal_(Body, Head, proves(Key), Atom, Body, Refutes) :-
    select(Atom, Head, Refutes),
    key_(Atom, Key).
literal_(Body, Head, refutes(Key), Atom, Proves, Head) :-
    select(Atom, Body, Proves),
    key_(Atom, Key).

start_([], _, _, _, Cost, Cost, Assumed, Assumed).
start_([Atom|Atoms], Barred, Run, Depth, Cost0, Cost, Assumed0, Assumed) :-
    prove_(Atom, Barred, [], Run, Depth, Cost0, Cost1, Assumed0, Assumed1),
    start_(Atoms, Barred, Run, Depth, Cost1, Cost, Assumed1, Assumed).

%   Proofs by lemmas come first, then what is assumed already, then clauses, then what is newly assumed.
prove_(Atom, _, _, run(_, Known, _), _, Cost, Cost, Assumed, Assumed) :-
    key_(Atom, Key),
    get_assoc(Key, Known, Lemmas),
    member(Lemma0, Lemmas),
    copy_term(Lemma0, Lemma),
    unify_with_occurs_check(Atom, Lemma).
prove_(Atom, _, _, _, _, Cost, Cost, Assumed, Assumed) :-
    member(Before, Assumed),
    unify_with_occurs_check(Atom, Before).
prove_(Atom, _, Path, Run, Depth, Cost0, Cost, Assumed0, Assumed) :-
    Depth > 0,
    \+ ( member(proves(Above), Path), Above == Atom ),
    Run = run(Index, _, _),
    key_(Atom, Key),
    get_assoc(proves(Key), Index, Parts),
    member(Part, Parts),
    copy_term(Part, part(Same, Proves, Refutes)),
    unify_with_occurs_check(Atom, Same),
    Less is Depth - 1,
    all_proved_(Proves, [proves(Atom)|Path], Run, Less, Cost0, Cost1, Assumed0, Assumed1),
    all_refuted_(Refutes, [proves(Atom)|Path], Run, Less, Cost1, Cost, Assumed1, Assumed).
prove_(Atom, Barred, _, _, _, Cost0, Cost, Assumed, [Atom|Assumed]) :-
    Cost0 > 0,
    key_(Atom, Key),
    \+ memberchk(Key, Barred),
    \+ ( member(Before, Assumed), Before == Atom ),
    Cost is Cost0 - 1.

all_proved_([], _, _, _, Cost, Cost, Assumed, Assumed).
all_proved_([Atom|Atoms], Path, Run, Depth, Cost0, Cost, Assumed0, Assumed) :-
    prove_(Atom, [], Path, Run, Depth, Cost0, Cost1, Assumed0, Assumed1),
    all_proved_(Atoms, Path, Run, Depth, Cost1, Cost, Assumed1, Assumed).

all_refuted_([], _, _, _, Cost, Cost, Assumed, Assumed).
all_refuted_([Atom|Atoms], Path, Run, Depth, Cost0, Cost, Assumed0, Assumed) :-
    refute_(Atom, Path, Run, Depth, Cost0, Cost1, Assumed0, Assumed1),
    all_refuted_(Atoms, Path, Run, Depth, Cost1, Cost, Assumed1, Assumed).

refute_(Atom, Path, _, _, Cost, Cost, Assumed, Assumed) :-
    member(proves(Above), Path),
    unify_with_occurs_check(Atom, Above).
refute_(Atom, _, _, _, Cost, Cost, Assumed, Assumed) :-
    member('$denied'(Before), Assumed),
    unify_with_occurs_check(Atom, Before).
refute_(Atom, Path, Run, Depth, Cost0, Cost, Assumed0, Assumed) :-
    Depth > 0,
    Run = run(Index, _, _),
    key_(Atom, Key),
    get_assoc(refutes(Key), Index, Parts),
    member(Part, Parts),
    copy_term(Part, part(Same, Proves, Refutes)),
    unify_with_occurs_check(Atom, Same),
    Less is Depth - 1,
    all_proved_(Proves, Path, Run, Less, Cost0, Cost1, Assumed0, Assumed1),
    all_refuted_(Refutes, Path, Run, Less, Cost1, Cost, Assumed1, Assumed).

refute_(Atom, _, run(_, _, denied), _, Cost0, Cost, Assumed, ['$denied'(Atom)|Assumed]) :-
    Cost0 > 0,
    \+ ( member('$denied'(Before), Assumed), Before == Atom ),
    Cost is Cost0 - 1.

%!  goal_tree(+Clauses, +Limits, -Parts) is semidet.
%   A closed connection tableau that begins at a clause of the goal, the shallowest. Parts are claim(Sign, Atom, Label,
%   Parts), of which the atom `holds` or `fails` by the clause of that label and what its parts claim, or
%   against(Sign, Atom), of which the opposite was assumed further up. Fails if none is found within the limits.
goal_tree(Clauses, Limits, Parts) :-
    maplist(signed_, Clauses, Signed),
    findall(Key-use(Literal, Rest, Label),
            ( member(Label-Literals, Signed), select(Literal, Literals, Rest), signed_key_(Literal, Key) ),
            Pairs0),
    keysort(Pairs0, Pairs),
    group_pairs_by_key(Pairs, Groups),
    list_to_assoc(Groups, Uses),
    limited(Limits, closed_from_(Signed, Uses, Parts), true).

closed_from_(Signed, Uses, Parts) :-
    between(1, 30, Depth),
    member(goal-Literals0, Signed),
    copy_term(Literals0, Literals),
    closed_all_(Literals, [], Uses, Depth, Parts).

% To refute a clause, all of its body must be shown to hold, and all of its head to fail.
signed_(clause(Label, Body, Head), Label-Literals) :-
    maplist(sign_(holds), Body, Wanted),
    maplist(sign_(fails), Head, Unwanted),
    append(Wanted, Unwanted, Literals).

sign_(Sign, Atom, Sign-Atom).

opposite_(holds, fails).
opposite_(fails, holds).

signed_key_(Sign-Atom, Sign-Key) :-
    key_(Atom, Key).

closed_all_([], _, _, _, []).
closed_all_([Claim|Claims], Path, Uses, Depth, [Part|Parts]) :-
    closed_(Claim, Path, Uses, Depth, Part),
    closed_all_(Claims, Path, Uses, Depth, Parts).

closed_(Sign-Atom, Path, _, _, against(Sign, Atom)) :-
    opposite_(Sign, Other),
    member(Other-Assumed, Path),
    unify_with_occurs_check(Atom, Assumed).
closed_(Sign-Atom, Path, Uses, Depth, claim(Sign, Atom, Label, Parts)) :-
    Depth > 0,
    \+ ( member(Same, Path), Same == Sign-Atom ),
    opposite_(Sign, Other),
    key_(Atom, Key),
    get_assoc(Other-Key, Uses, Found),
    member(Use, Found),
    copy_term(Use, use(_-Said, Rest, Label)),
    unify_with_occurs_check(Atom, Said),
    Less is Depth - 1,
    closed_all_(Rest, [Sign-Atom|Path], Uses, Less, Parts).
