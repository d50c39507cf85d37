/** <module> Theories: consistent or not, what follows, what is missing

A theory is theory(Axioms, Denied, Claimed): clauses as in forward.pl of the axioms, of the goal's negation and of the
goal. The labels `goal` and `case` are ours. Limits are limits(Seconds, Inferences) for each of the questions.
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
:- use_module(library(solution_sequences)).
:- use_module(connection).
:- use_module(finite).
:- use_module(forward).
:- use_module('../limited').

%!  attempts(-Attempts) is det.
%   Ways to decide, tried one after the other: terms nested up to a depth, the same with deeper terms folded, and models
%   with so many things; each with its share of a round. Most is decided by the first; what is not seldom follows, and
%   then models of two or three things are the cheapest to look for: of 1200 questions on rule theories all but one
%   that have a model have one of them, nine in ten found within 21,000 inferences.
attempts([ 5-depth(2), 4-finite(2), 6-finite(3), 1-folded(2), 1-finite(1), 8-finite(4), 2-depth(5), 1-folded(5),
           8-finite(6) ]).

%!  rounds(-Steps) is det.
%   How many inferences a share is, before the next attempt has its turn; for each twenty clauses.
rounds([10_000, 100_000, 500_000, 1_000_000_000]).

%!  consistent_members(+Axioms, +Limits, -Members) is det.
%   `consistent` is yes, no (with `labels`, none of which can be left out) or unknown (with `reason`).
consistent_members(Axioms, Limits, Members) :-
    decided_(Axioms, Limits, Result),
    (   Result = refuted(Proof)
    ->  proof_labels(Proof, Labels0),
        fewest_labels_(Labels0, Axioms, Limits, Labels),
        Members = [consistent-no, labels-Labels, proof-Json],
        proof_json_(Proof, Json)
    ;   Result = model(_)
    ->  Members = [consistent-yes]
    ;   Result = unknown(Reason),
        Members = [consistent-unknown, reason-Reason]
    ).

fewest_labels_(Labels0, Axioms, Limits, Labels) :-
    foldl(without_label_(Axioms, Limits), Labels0, Labels0, Labels).

without_label_(Axioms, Limits, Label, Labels0, Labels) :-
    exclude(==(Label), Labels0, Fewer),
    include(labelled_(Fewer), Axioms, Some),
    (   decided_(Some, Limits, refuted(_))
    ->  Labels = Fewer
    ;   Labels = Labels0
    ).

labelled_(Labels, clause(Label, _, _)) :-
    memberchk(Label, Labels).

%!  prove_members(+Theory, +Limits, -Members) is det.
%   The consistency of the axioms; unless they are found inconsistent, `outcome` is entailed (with `proof`, `labels`),
%   contradicted, or open (with `model`, a counter-model, where one was found), or unknown with `reason`.
%   A model of the axioms and the goal, or of the axioms and its negation, is one of the axioms: they are asked alone
%   only where neither was found.
prove_members(theory(Axioms, Denied, Claimed), Limits, Members) :-
    append(Axioms, Denied, Against),
    append(Axioms, Claimed, With),
    decided_(Against, Limits, ResultAgainst),
    (   ResultAgainst = refuted(Proof),
        \+ of_goal_(Proof)
    ->  ResultWith = ResultAgainst
    ;   decided_(With, Limits, ResultWith)
    ),
    (   ( ResultAgainst = model(_) ; ResultWith = model(_) )
    ->  First = [consistent-yes]
    ;   consistent_members(Axioms, Limits, First)
    ),
    (   memberchk(consistent-no, First)
    ->  Members = First
    ;   outcome_members_(ResultAgainst, ResultWith, Second),
        append(First, Second, Members)
    ).

of_goal_(Proof) :-
    proof_labels(Proof, Labels),
    memberchk(goal, Labels).

outcome_members_(refuted(Proof), _, [outcome-entailed|Members]) :-
    !,
    proof_members_(Proof, Members).
outcome_members_(_, refuted(Proof), [outcome-contradicted|Members]) :-
    !,
    proof_members_(Proof, Members).
outcome_members_(model(Atoms), ResultWith, [outcome-open, model-Model|Members]) :-
    !,
    atoms_json_(Atoms, Model),
    (   ResultWith = unknown(Reason)
    ->  Members = [other-Reason]
    ;   Members = []
    ).
outcome_members_(unknown(Reason), _, [outcome-unknown, reason-Reason]).

proof_members_(Proof, [labels-Labels, proof-Json]) :-
    proof_labels(Proof, Labels),
    proof_json_(Proof, Json).

decided_(Clauses, Limits, Result) :-
    limited(Limits, in_rounds_(Clauses, Found), Outcome),
    (   Outcome == true
    ->  Result = Found
    ;   Outcome = stopped(unknown, Reason)
    ->  Result = unknown(Reason)
    ;   Outcome = stopped(error, Reason)
    ->  throw(error(system_error(Reason), _))
    ).

in_rounds_(Clauses, Result) :-
    (   \+ memberchk(clause(_, _, []), Clauses)
    ->  Result = model([])  % each says that something holds: so they do where everything does
    ;   rounds(Rounds),
        attempts(Attempts),
        length(Clauses, Count),
        Scale is max(1, Count // 20),
        maplist(scaled_(Scale), Rounds, Scaled),
        in_rounds_(Scaled, Attempts, Clauses, Result)
    ).

scaled_(Scale, Steps0, Steps) :-
    Steps is Scale*Steps0.

in_rounds_([], _, _, unknown("depth: terms grow without end")).
in_rounds_([Steps|Rounds], Attempts0, Clauses, Result) :-
    tried_(Attempts0, Steps, Clauses, Attempts, Found),
    (   nonvar(Found)
    ->  Result = Found
    ;   Attempts == []
    ->  Result = unknown("depth: terms grow without end")
    ;   in_rounds_(Rounds, Attempts, Clauses, Result)
    ).

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

answer_(depth(Depth), Clauses, Result) :-
    run_forward(Clauses, Depth, drop, Result),
    Result \= deep(_).
answer_(folded(Depth), Clauses, model(Atoms)) :-
    run_forward(Clauses, Depth, fold, model(Atoms)).
answer_(finite(Size), Clauses, model(Atoms)) :-
    finite_model(Clauses, Size, Atoms).

%!  explain_members(+Theory, +Cost, +Limits, -Members) is det.
%   `missing` are lists of at most Cost atoms that would make the goal follow and that the axioms allow, the cheapest
%   and none that holds another; atoms of the goal that a rule concludes are assumed only where nothing else helps.
explain_members(theory(Axioms, Denied, _), Cost, Limits, [missing-Json]) :-
    append(Axioms, Denied, Clauses),
    include(definite_, Clauses, Definite),
    limited(Limits, run_forward(Definite, 3, drop, Result), Outcome),
    (   Outcome == true,
        ( Result = model(Lemmas) ; Result = deep(Lemmas) )
    ->  true
    ;   Lemmas = []
    ),
    (   member(Own, [new, any]),
        between(1, Cost, Price),
        sets_(Price, Own, Clauses, Lemmas, Axioms, Limits, Sets),
        Sets \== []
    ->  true
    ;   Sets = []
    ),
    maplist(atoms_json_, Sets, Json).

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

% Sets are looked for within the limits; those found before are kept.
sets_(Price, Own, Clauses, Lemmas, Axioms, Limits, Sets) :-
    Found = found([]),
    limited(Limits,
            forall(limit(64, missing_atoms(Clauses, Lemmas, search(3, Own), Price, Atoms)),
                   ( arg(1, Found, Before),
                     nb_setarg(1, Found, [Atoms|Before]) )),
            _),
    arg(1, Found, Reversed),
    reverse(Reversed, Sets0),
    distinct_sets_(Sets0, [], Sets1),
    convlist(helpful_(Axioms, Clauses, Limits), Sets1, Sets2),
    first_(8, Sets2, Sets).

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
helpful_(Axioms, Clauses, Limits, Set, Set) :-
    copy_term(Set, Copy),
    numbervars(Copy, 0, _),
    findall(clause(goal, [], [Atom]), member(Atom, Copy), Facts),
    append(Facts, Axioms, Allowed),
    decided_(Allowed, Limits, model(_)),
    append(Facts, Clauses, Refuted),
    decided_(Refuted, Limits, refuted(_)).

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

proof_json_(proof(Steps, End), object([steps-StepsJson|EndJson])) :-
    maplist(step_json_, Steps, StepsJson),
    end_json_(End, EndJson).

step_json_(step(Id, Step, Label, Parents), object([id-Id, holds-Holds, atom-Json, label-Label, from-Parents])) :-
    (   Step = '$denied'(Atom)
    ->  Holds = false
    ;   Atom = Step,
        Holds = true
    ),
    atoms_json_([Atom], [Json]).

end_json_(absurd(Label, Parents), [label-Label, from-Parents]).
end_json_(cases(Label, Parents, Cases), [label-Label, from-Parents, cases-Json]) :-
    maplist(case_json_, Cases, Json).

case_json_(case(Id, Atom, Proof), object([id-Id, atom-AtomJson, proof-Json])) :-
    atoms_json_([Atom], [AtomJson]),
    proof_json_(Proof, Json).
