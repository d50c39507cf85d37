/** <module> Theories: consistent or not, what follows, what is missing

A theory is theory(Axioms, Denied, Claimed): clauses as in forward.pl of the axioms, of the goal's negation and of the
goal. The labels `goal` and `case` are ours. Limits are limits(Seconds, Inferences) for all questions of one theory.
*/
:- module(prover,
          [ consistent_members/3,   % +Axioms, +Limits, -Members
            explain_members/4,      % +Theory, +Cost, +Limits, -Members
            prove_members/3,        % +Theory, +Limits, -Members
            tree_members/3          % +Theory, +Limits, -Members
          ]).
:- use_module(library(apply)).
:- use_module(library(error)).  % what lists needs of it must be there before a limit can cut its loading short
:- use_module(library(lists)).
:- use_module(library(occurs)).
:- use_module(library(ordsets)).
:- use_module(library(solution_sequences)).
:- use_module(connection).
:- use_module(finite).
:- use_module(forward).
:- use_module('../limited').

%!  attempts(-Attempts) is det.
%   Ways to decide, tried one after the other: terms nested up to a depth, the same with deeper terms folded, that
%   everything holds, and models with so many things; each with its share of a round. Most is decided by the first; what
%   is not seldom follows, and then models of two or three things are the cheapest to look for: of 1200 questions on rule
%   theories all but one that have a model have one of them, nine in ten found within 21,000 inferences. What follows
%   where equal things make terms many mostly follows without any function.
attempts([ 4-depth(2), 1-everything, 2-finite(1), 12-finite(2), 4-depth(0), 20-finite(3), 1-folded(2), 8-finite(4),
           2-depth(5), 1-folded(5), 8-finite(6) ]).

%!  rounds(-Steps) is det.
%   How many inferences a share is, before the next attempt has its turn; for each twenty clauses. The last is as many as
%   the limits leave.
rounds([5_000, 20_000, 80_000, 320_000, 1_000_000_000]).

%!  consistent_members(+Axioms, +Limits, -Members) is det.
%   `consistent` is yes, no (with `labels`, none of which can be left out as far as the limits tell) or unknown (with
%   `reason`).
consistent_members(Axioms, Limits, Members) :-
    answered_([alone-Axioms], Axioms, Limits, Answers, Reason),
    consistency_members_(Answers, Reason, Members).

%!  prove_members(+Theory, +Limits, -Members) is det.
%   The consistency of the axioms; unless they are found inconsistent, `outcome` is entailed (with `proof`, `labels`),
%   contradicted, or open (with `model`, a counter-model, where one was found), or unknown with `reason`; and
%   `inferences`, how many it took.
prove_members(theory(Axioms, Denied, Claimed), Limits, [inferences-Count|Members]) :-
    statistics(inferences, Before),
    append(Axioms, Denied, Against),
    append(Axioms, Claimed, With),
    answered_([against-Against, with-With, alone-Axioms], Axioms, Limits, Answers, Reason),
    consistency_members_(Answers, Reason, First),
    (   memberchk(consistent-no, First)
    ->  Members = First
    ;   outcome_members_(Answers, Reason, Second),
        append(First, Second, Members)
    ),
    statistics(inferences, After),
    Count is After - Before.

%   answered_(+Questions, +Axioms, +Limits, -Answers, -Reason): whether the clauses of each question can hold, as far as
%   that matters, all within the limits. Answers are answers(Against, With, Alone, Labels): of the axioms and the goal's
%   negation, of the axioms and the goal, and of the axioms, each refuted(Proof), model(Atoms) or open; and labels of
%   axioms that can't hold together, if that is so. They stay when a limit stops the search; Reason tells which.
answered_(Questions, Axioms, Limits, Answers, Reason) :-
    Found = answers(open, open, open, []),
    limited(Limits, asked_(Questions, Axioms, Found), Outcome),
    Found = Answers,
    (   Outcome = stopped(error, Why)
    ->  throw(error(system_error(Why), _))
    ;   Outcome = stopped(unknown, Reason)
    ->  true
    ;   Reason = "depth: terms grow without end"
    ).

asked_(Questions0, Axioms, Found) :-
    rounds(Rounds),
    attempts(Attempts),
    findall(question(Name, Clauses, Attempts, Scale),
            ( member(Name-Clauses, Questions0), scale_(Clauses, Scale) ),
            Questions),
    asked_in_rounds_(Rounds, Questions, Found),
    (   conflict_(Found, Labels0)
    ->  nb_setarg(4, Found, Labels0),
        forall(member(Label, Labels0), without_label_(Axioms, Label, Found))
    ;   true
    ).

asked_in_rounds_([], _, _).
asked_in_rounds_([Steps|Rounds], Questions0, Found) :-
    asked_once_(Questions0, Steps, Found, Questions),
    (   Questions == []
    ->  true
    ;   asked_in_rounds_(Rounds, Questions, Found)
    ).

%   Left are the questions that still matter and have attempts left.
asked_once_([], _, _, []).
asked_once_([Question|Questions0], Steps, Found, Left) :-
    Question = question(Name, Clauses, Attempts0, Scale),
    (   \+ matters_(Name, Found)
    ->  Left = Questions
    ;   Most is Scale*Steps,
        tried_(Attempts0, Most, Clauses, Attempts, Result),
        (   nonvar(Result)
        ->  place_(Name, Place),
            nb_setarg(Place, Found, Result),
            Left = Questions
        ;   Attempts == []
        ->  Left = Questions
        ;   Left = [question(Name, Clauses, Attempts, Scale)|Questions]
        )
    ),
    asked_once_(Questions0, Steps, Found, Questions).

place_(against, 1).
place_(with, 2).
place_(alone, 3).

%   A model of the axioms and the goal, or of the axioms and its negation, is one of the axioms: they are asked alone
%   only where neither is found.
matters_(Name, Found) :-
    \+ conflict_(Found, _),
    (   Name == alone
    ->  \+ holds_together_(Found)
    ;   true
    ).

holds_together_(answers(Against, With, Alone, _)) :-
    memberchk(model(_), [Against, With, Alone]).

%   conflict_(+Answers, -Labels): the labels of axioms that can't hold together, by a refutation without the goal, or by
%   one of it and one of its negation.
conflict_(answers(Against, With, Alone, _), Labels) :-
    findall(Labels0, ( member(refuted(Proof), [Alone, Against, With]), proof_labels(Proof, Labels0) ), Found),
    (   member(Labels, Found),
        \+ memberchk(goal, Labels)
    ->  true
    ;   Found = [One, Other],
        ord_union(One, Other, Both),
        ord_subtract(Both, [goal], Labels)
    ).

without_label_(Axioms, Label, Found) :-
    arg(4, Found, Labels),
    exclude(==(Label), Labels, Fewer),
    include(labelled_(Fewer), Axioms, Some),
    scale_(Some, Scale),
    (   soon_decided_(Some, Scale, refuted(_))
    ->  nb_setarg(4, Found, Fewer)
    ;   true
    ).

labelled_(Labels, clause(Label, _, _)) :-
    memberchk(Label, Labels).

consistency_members_(answers(_, _, _, Labels), _, [consistent-no, labels-Labels]) :-
    Labels \== [],
    !.
consistency_members_(Answers, _, [consistent-yes]) :-
    holds_together_(Answers),
    !.
consistency_members_(_, Reason, [consistent-unknown, reason-Reason]).

outcome_members_(answers(refuted(Proof), _, _, _), _, [outcome-entailed|Members]) :-
    !,
    proof_members_(Proof, Members).
outcome_members_(answers(_, refuted(Proof), _, _), _, [outcome-contradicted|Members]) :-
    !,
    proof_members_(Proof, Members).
outcome_members_(answers(model(Atoms), With, _, _), Reason, [outcome-open, model-Model|Members]) :-
    !,
    atoms_json_(Atoms, Model),
    (   With == open
    ->  Members = [other-Reason]
    ;   Members = []
    ).
outcome_members_(_, Reason, [outcome-unknown, reason-Reason]).

proof_members_(Proof, [labels-Labels, proof-Json]) :-
    proof_labels(Proof, Labels),
    proof_json_(Proof, Json).

scale_(Clauses, Scale) :-
    length(Clauses, Count),
    Scale is max(1, Count // 20).

%   in_rounds_(+Clauses, -Result): refuted(Proof), model(Atoms), or open.
in_rounds_(Clauses, Result) :-
    Found = answers(open, open, open, []),
    scale_(Clauses, Scale),
    rounds(Rounds),
    attempts(Attempts),
    asked_in_rounds_(Rounds, [question(alone, Clauses, Attempts, Scale)], Found),
    arg(3, Found, Result).

%   Left are the attempts that have not come to an end.
tried_([], _, _, [], _).
tried_([Share-Attempt|Attempts], Steps, Clauses, Left, Found) :-
    Most is Share*Steps,
    call_with_inference_limit(attempted_(Attempt, Clauses, Result), Most, Ended),
    (   Ended == inference_limit_exceeded
    ->  Left = [Share-Attempt|Rest],
        tried_(Attempts, Steps, Clauses, Rest, Found)
    ;   Result == none
    ->  tried_(Attempts, Steps, Clauses, Left, Found)
    ;   Left = [],
        Found = Result
    ).

attempted_(Attempt, Clauses, Result) :-
    (   answer_(Attempt, Clauses, Answer)
    ->  Result = Answer
    ;   Result = none
    ).

answer_(everything, Clauses, model(Atoms)) :-
    \+ memberchk(clause(_, _, []), Clauses),
    setof(Name/Arity, Clause^Atom^( member(Clause, Clauses), atom_in_(Clause, Atom), functor(Atom, Name, Arity) ), Keys),
    maplist(any_, Keys, Atoms).
answer_(depth(Depth), Clauses, Result) :-
    run_forward(Clauses, Depth, drop, Result),
    Result \= deep(_).
answer_(folded(Depth), Clauses, model(Atoms)) :-
    run_forward(Clauses, Depth, fold, model(Atoms)).
answer_(finite(Size), Clauses, model(Atoms)) :-
    finite_model(Clauses, Size, Atoms).

atom_in_(clause(_, Body, Head), Atom) :-
    (   member(Atom, Body)
    ;   member(Atom, Head)
    ).

any_(Name/Arity, Atom) :-
    functor(Atom, Name, Arity).

%!  explain_members(+Theory, +Cost, +Limits, -Members) is det.
%   `missing` are lists of at most Cost atoms that would make the goal follow and that the axioms allow, the cheapest
%   and none that holds another; atoms of the goal that a rule concludes are assumed only where nothing else helps, and
%   that an atom fails only where no atoms do. What would be missing of the things that the goal's negation makes up, and
%   so of anything, is said of everything: those are '$EVERY'(N) then.
explain_members(theory(Axioms, Denied, Claimed), Cost, Limits, [missing-Json]) :-
    append(Axioms, Denied, Clauses),
    append(Axioms, Claimed, Others),
    names_(Clauses, Names),
    names_(Others, Own),
    ord_subtract(Names, Own, Any),
    Found = found([]),
    limited(Limits, explained_(theory(Axioms, Clauses, Any), Cost, Found), _),
    arg(1, Found, Reversed),
    reverse(Reversed, Sets0),
    first_(8, Sets0, Sets),
    maplist(set_json_, Sets, Json).

names_(Clauses, Names) :-
    findall(Name,
            ( member(clause(_, Body, Head), Clauses), ( member(Atom, Body) ; member(Atom, Head) ), compound(Atom),
              arg(_, Atom, Argument), sub_term(Term, Argument), nonvar(Term), functor(Term, Name, _) ),
            Names0),
    sort(Names0, Names).

explained_(theory(Axioms, Clauses, Any), Cost, Found) :-
    include(definite_, Clauses, Definite),
    (   steps_(search, Steps),
        counted(Steps, run_forward(Definite, 3, drop, Result), true),
        ( Result = model(Lemmas) ; Result = deep(Lemmas) )
    ->  true
    ;   Lemmas = []
    ),
    member(Own, [new, any, denied]),
    between(1, Cost, Price),
    sets_(Price, Own, Clauses, Lemmas, Sets),
    forall(( member(Set0, Sets), maplist(of_everything_(Any), Set0, Set), helpful_(Axioms, Clauses, Set) ),
           kept_(Set, Found)),
    Found \= found([]),
    !.

%   Inferences for all sets of one price, and for the judgement of one set.
steps_(search, 500_000).
steps_(judgement, 200_000).

%!  tree_members(+Theory, +Limits, -Members) is det.
%   `tree` is a proof of the goal as a tree that begins at the goal, or [] where none is found within the limits.
tree_members(theory(Axioms, Denied, _), Limits, [tree-Json]) :-
    append(Axioms, Denied, Clauses),
    (   goal_tree(Clauses, Limits, Parts)
    ->  numbervars(Parts, 0, _),
        maplist(part_json_, Parts, Json)
    ;   Json = []
    ).

part_json_(against(Sign, Atom), object([sign-Sign, atom-term(Atom), label-"", parts-[]])).
part_json_(claim(Sign, Atom, Label, Parts), object([sign-Sign, atom-term(Atom), label-Label, parts-Json])) :-
    maplist(part_json_, Parts, Json).

definite_(clause(_, _, [])).
definite_(clause(_, _, [_])).

% Those found before the steps are used up are kept.
sets_(Price, Own, Clauses, Lemmas, Sets) :-
    Found = found([]),
    steps_(search, Steps),
    counted(Steps,
            forall(limit(64, missing_atoms(Clauses, Lemmas, search(3, Own), Price, Atoms)), kept_(Atoms, Found)),
            _),
    arg(1, Found, Reversed),
    reverse(Reversed, Sets0),
    distinct_sets_(Sets0, [], Sets).

kept_(Set, Found) :-
    arg(1, Found, Before),
    nb_setarg(1, Found, [Set|Before]).

distinct_sets_([], _, []).
distinct_sets_([Set0|Sets], Before, Distinct) :-
    sort(Set0, Set),
    (   member(Same, Before),
        Same =@= Set
    ->  Distinct = Rest
    ;   Distinct = [Set|Rest]
    ),
    distinct_sets_(Sets, [Set|Before], Rest).

% A set is looked at as facts of things of its own; it is told with its variables.
of_everything_(Any, Term0, Term) :-
    (   var(Term0)
    ->  Term = Term0
    ;   nth0(I, Any, Name),
        Name == Term0
    ->  Term = '$EVERY'(I)
    ;   compound(Term0)
    ->  compound_name_arguments(Term0, Name, Arguments0),
        \+ memberchk(Name, Any),
        maplist(of_everything_(Any), Arguments0, Arguments),
        compound_name_arguments(Term, Name, Arguments)
    ;   Term = Term0
    ).

helpful_(Axioms, Clauses, Set) :-
    copy_term(Set, Copy),
    numbervars(Copy, 0, _),
    maplist(assumed_clause_, Copy, Facts),
    append(Facts, Axioms, Allowed),
    soon_decided_(Allowed, 1, model(_)),
    append(Facts, Clauses, Refuted),
    soon_decided_(Refuted, 1, refuted(_)).

soon_decided_(Clauses, Scale, Result) :-
    steps_(judgement, Steps0),
    Steps is Scale*Steps0,
    counted(Steps, in_rounds_(Clauses, Found), true),
    Found = Result.

assumed_clause_(Assumed0, Clause) :-
    with_variables_(Assumed0, Assumed, [], _),
    (   Assumed = '$denied'(Atom)
    ->  Clause = clause(goal, [Atom], [])
    ;   Clause = clause(goal, [], [Assumed])
    ).

with_variables_(Term0, Term, Known0, Known) :-
    (   Term0 = '$EVERY'(I)
    ->  ( memberchk(I-Term, Known0) -> Known = Known0 ; Known = [I-Term|Known0] )
    ;   compound(Term0)
    ->  compound_name_arguments(Term0, Name, Arguments0),
        foldl(with_variables_, Arguments0, Arguments, Known0, Known),
        compound_name_arguments(Term, Name, Arguments)
    ;   Term = Term0,
        Known = Known0
    ).

first_(Count, List, First) :-
    length(List, Length),
    Most is min(Count, Length),
    length(First, Most),
    append(First, _, List).

% JSON

% Variables are told as '$VAR'(N): what Prolog itself calls them may change on the way.
atoms_json_(Atoms, Json) :-
    copy_term(Atoms, Named),
    numbervars(Named, 0, _),
    findall(term(Atom), member(Atom, Named), Json).

set_json_(Set, Json) :-
    copy_term(Set, Named),
    numbervars(Named, 0, _),
    maplist(signed_json_, Named, Json).

signed_json_(Signed, object([holds-Holds, atom-term(Atom)])) :-
    (   Signed = '$denied'(Atom)
    ->  Holds = false
    ;   Atom = Signed,
        Holds = true
    ).

proof_json_(proof(Steps, End), object([steps-StepsJson|EndJson])) :-
    maplist(step_json_, Steps, StepsJson),
    end_json_(End, EndJson).

step_json_(step(Id, Step, Label, Parents), object([id-Id, label-Label, from-Parents|Json])) :-
    set_json_([Step], [object(Json)]).

end_json_(absurd(Label, Parents), [label-Label, from-Parents]).
end_json_(cases(Label, Parents, Cases), [label-Label, from-Parents, cases-Json]) :-
    maplist(case_json_, Cases, Json).

case_json_(case(Id, Atom, Proof), object([id-Id, atom-AtomJson, proof-Json])) :-
    atoms_json_([Atom], [AtomJson]),
    proof_json_(Proof, Json).
