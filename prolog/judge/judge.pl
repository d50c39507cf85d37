/** <module> Judging formulas of a game

The one predicate that says whether a formula holds: of all plays of a game, of those that agree with what is given, or
of the worlds that are possible then. Formulas are the terms of truth.pl, what is given is the term of worlds.pl.
*/
:- module(judge,
          [ judge_formulas/6,   % +Game, +Given, +Formulas, +Most, +Limits, -Json
            judge_moments/6     % +Game, +Given, +Asked, +Most, +Limits, -Json
          ]).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module('../limited').
:- use_module(truth).
:- use_module(reasons).
:- use_module(record).
:- use_module(worlds).

%!  judge_formulas(+Game, +Given, +Formulas, +Most, +Limits, -Json) is det.
%   Json is a list of objects, one for each formula, with `verdict` and what reasons.pl says of it; or one object with
%   `verdict` and `reason` if they took too long together. Most is how many positions may be visited; the inferences of
%   Limits are for each formula, its seconds for all.
judge_formulas(Game, Given, Formulas, Most, limits(Seconds, Inferences), Json) :-
    given_memory(Game, Given, Most, Memory),
    In = in(Game, Given, none, Most, Memory),
    setup_call_cleanup(true,
                       timed(Seconds, maplist(judge_(In, Inferences), Formulas, Verdicts), Outcome),
                       forget_record(Game)),
    told_(Outcome, Verdicts, Json).

%!  judge_moments(+Game, +Given, +Asked, +Most, +Limits, -Json) is det.
%   As judge_formulas/6, at moments of one match: Given is given(Role, Moves, until(End, Facts)) with all moves of the
%   match as later(Step, Role, Move), and the facts of its record when End joint moves had been made; Asked are
%   at(Now, Deals, Formulas), with Deals as worlds.pl tells them, or truths(Now, Deals, Formulas), of which nothing but
%   the truth is told. Moments in order cost least.
judge_moments(Game, Given, Asked, Most, limits(Seconds, Inferences), Json) :-
    setup_call_cleanup(true,
                       timed(Seconds, maplist(judge_at_(Game, Given, Most, Inferences), Asked, Verdicts), Outcome),
                       forget_record(Game)),
    (   Outcome == true
    ->  append(Verdicts, All)
    ;   All = []
    ),
    told_(Outcome, All, Json).

told_(Outcome, Verdicts, Json) :-
    (   Outcome == true
    ->  Json = Verdicts
    ;   outcome_members(Outcome, Members),
        Json = object(Members)
    ).

judge_at_(Game, given(Role, Moves, Facts), Most, Inferences, Asked, Verdicts) :-
    asked_(Asked, Now, Deals, Formulas, Judge),
    Given = given(Role, moment(Now, Deals), Moves, [], Facts, []),
    setup_call_cleanup(trie_new(Memory),
                       maplist(call(Judge, in(Game, Given, none, Most, Memory), Inferences), Formulas, Verdicts),
                       trie_destroy(Memory)).

asked_(at(Now, Deals, Formulas), Now, Deals, Formulas, judge_).
asked_(truths(Now, Deals, Formulas), Now, Deals, Formulas, bare_).

bare_(In, Inferences, Formula, object(Members)) :-
    counted(Inferences, truth_of_all(Formula, In, Truth), Outcome),
    (   Outcome \== true
    ->  outcome_members(Outcome, Members)
    ;   Truth = unknown(Why)
    ->  Members = [verdict-unknown, reason-Why]
    ;   Members = [verdict-Truth]
    ).

% What stopped a formula says nothing of the next time it is asked, so only what was found is remembered.
judge_(In, Inferences, Formula, object(Members)) :-
    In = in(_, _, _, _, Memory),
    (   trie_lookup(Memory, judged(Formula), Members0)
    ->  Members = Members0
    ;   judged_(Formula, In, Inferences, Members, Whole),
        (   Whole == true
        ->  trie_insert(Memory, judged(Formula), Members)
        ;   true
        )
    ).

judged_(Formula, In, Inferences, Members, Whole) :-
    counted(Inferences, truth_of_all(Formula, In, Truth), Outcome),
    (   Outcome \== true
    ->  outcome_members(Outcome, Members),
        Whole = false
    ;   Truth = unknown(Why)
    ->  Members = [verdict-unknown, reason-Why],
        Whole = true
    ;   Truth == pending
    ->  Members = [verdict-pending],
        Whole = true
    ;   counted(Inferences, truth_reasons(Formula, Truth, In, Reasons), Whole),
        (   Whole == true
        ->  Members = [verdict-Truth|Reasons]
        ;   Members = [verdict-Truth]
        )
    ).
