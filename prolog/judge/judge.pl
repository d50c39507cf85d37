/** <module> Judging formulas of a game

The one predicate that says whether a formula holds: of all plays of a game, of those that agree with what is given, or
of the worlds that are possible then. Formulas are the terms of truth.pl, what is given is the term of worlds.pl.
*/
:- module(judge,
          [ judge_formulas/7,   % +Game, +Given, +Formulas, +Told, +Most, +Limits, -Json
            judge_moments/6     % +Game, +Given, +Asked, +Most, +Limits, -Json
          ]).
:- use_module(library(apply)).
:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module('../limited').
:- use_module(truth).
:- use_module(reasons).
:- use_module(record).
:- use_module(worlds).

%!  judge_formulas(+Game, +Given, +Formulas, +Told, +Most, +Limits, -Json) is det.
%   Json is a list of objects, one for each formula, with `verdict` and, if Told is `reasons` and not `truths`, what
%   reasons.pl says of it; or one object with `verdict` and `reason` if they took too long together. Most is how many
%   positions may be visited; the inferences of Limits are for each formula, its seconds for all.
judge_formulas(Game, Given, Formulas, Told, Most, limits(Seconds, Inferences), Json) :-
    must_be(oneof([truths, reasons]), Told),
    given_memory(Game, Given, Most, Memory),
    In = in(Game, Given, none, Most, Memory),
    setup_call_cleanup(true,
                       timed(Seconds, judge_all_(Formulas, Told, In, Inferences, Verdicts), Outcome),
                       forget_record(Game)),
    told_(Outcome, Verdicts, Json).

%!  judge_moments(+Game, +Given, +Asked, +Most, +Limits, -Json) is det.
%   As judge_formulas/7, at moments of one match: Given is given(Role, Moves, until(End, Facts)) with all moves of the
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
    asked_(Asked, Now, Deals, Formulas, Told),
    Given = given(Role, moment(Now, Deals), Moves, [], Facts, []),
    setup_call_cleanup(new_memory(Memory),
                       judge_all_(Formulas, Told, in(Game, Given, none, Most, Memory), Inferences, Verdicts),
                       forget_(Memory)).

asked_(at(Now, Deals, Formulas), Now, Deals, Formulas, reasons).
asked_(truths(Now, Deals, Formulas), Now, Deals, Formulas, truths).

forget_(memory(Found, Tables)) :-
    trie_destroy(Found),
    trie_destroy(Tables).

judge_all_([], _, _, _, []).
judge_all_([Formula|Formulas], Told, In, Inferences, [object(Members)|Verdicts]) :-
    judge_(Formula, Told, In, Inferences, Members),
    judge_all_(Formulas, Told, In, Inferences, Verdicts).

judge_(Formula, Told, In, Inferences, Members) :-
    found_(truth(Formula), truth_of_all(Formula, In, Truth), Truth, In, Inferences, Outcome),
    (   Outcome \== true
    ->  outcome_members(Outcome, Members)
    ;   Truth = unknown(Why)
    ->  Members = [verdict-unknown, reason-Why]
    ;   Told == reasons,
        Truth \== pending,
        found_(reasons(Formula), truth_reasons(Formula, Truth, In, Reasons), Reasons, In, Inferences, true)
    ->  Members = [verdict-Truth|Reasons]
    ;   Members = [verdict-Truth]
    ).

:- meta_predicate found_(+, 0, ?, +, +, -).

% What stopped a formula says nothing of the next time it is asked, so only what was found is remembered.
found_(Key, Goal, Found, in(_, _, _, _, memory(Memory, _)), Inferences, Outcome) :-
    (   trie_lookup(Memory, Key, Found0)
    ->  Found = Found0,
        Outcome = true
    ;   counted(Inferences, Goal, Outcome),
        (   Outcome == true
        ->  trie_insert(Memory, Key, Found)
        ;   true
        )
    ).
