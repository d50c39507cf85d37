/** <module> Judging formulas of a game

The one predicate that says whether a formula holds: of all plays of a game, of those that agree with what is given, or
of the worlds that are possible then. Formulas are the terms of truth.pl, what is given is the term of worlds.pl.
*/
:- module(judge,
          [ judge_formulas/6    % +Game, +Given, +Formulas, +Most, +Limits, -Json
          ]).
:- use_module(library(apply)).
:- use_module('../limited').
:- use_module(truth).
:- use_module(reasons).
:- use_module(record).

%!  judge_formulas(+Game, +Given, +Formulas, +Most, +Limits, -Json) is det.
%   Json is a list of objects, one for each formula, with `verdict` and what reasons.pl says of it; or one object with
%   `verdict` and `reason` if they took too long together. Most is how many positions may be visited; the inferences of
%   Limits are for each formula, its seconds for all.
judge_formulas(Game, Given, Formulas, Most, limits(Seconds, Inferences), Json) :-
    trie_new(Memory),
    In = in(Game, Given, none, Most, Memory),
    setup_call_cleanup(true,
                       timed(Seconds, maplist(judge_(In, Inferences), Formulas, Verdicts), Outcome),
                       ( trie_destroy(Memory), forget_record(Game) )),
    (   Outcome == true
    ->  Json = Verdicts
    ;   outcome_members(Outcome, Members),
        Json = object(Members)
    ).

judge_(In, Inferences, Formula, object(Members)) :-
    counted(Inferences, truth_of_all(Formula, In, Truth), Outcome),
    (   Outcome \== true
    ->  outcome_members(Outcome, Members)
    ;   Truth = unknown(Why)
    ->  Members = [verdict-unknown, reason-Why]
    ;   Truth == pending
    ->  Members = [verdict-pending]
    ;   counted(Inferences, truth_reasons(Formula, Truth, In, Reasons), Outcome1),
        (   Outcome1 == true
        ->  Members = [verdict-Truth|Reasons]
        ;   Members = [verdict-Truth]
        )
    ).
