/** <module> What makes a formula true

A formula may leave roles, moves and numbers open: its variables that no quantifier binds. Open says of each what it may be,
Variable-Domain, with a domain of truth.pl, or `number` for one that is what the term beside it stands for.
*/
:- module(judge_answers,
          [ formula_answer/4,   % +Game, +Open, ?Formula, +Most
            judge_instead/6     % +Game, +Given, +Asked, +Most, +Limits, -Json
          ]).
:- use_module(library(apply)).
:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(pairs)).
:- use_module(library(solution_sequences), [distinct/2, limit/2]).
:- use_module('../limited').
:- use_module(record).
:- use_module(truth).
:- use_module(values).
:- use_module(worlds).

most_answers_(12).

%!  formula_answer(+Game, +Open, ?Formula, +Most) is nondet.
%   Formula is true of all plays of Game. What is bound already is not looked for. Most is how many positions may be
%   visited.
%   @throws undecided(Why) where nothing makes it true, and something leaves it unknown.
formula_answer(Game, Open, Formula, Most) :-
    Given = given(none, [], [], [], [], []),
    given_memory(Game, Given, Most, Memory),
    answer_(Open, Formula, in(Game, Given, none, Most, Memory)).

answer_(Open, Formula, In) :-
    pairs_keys(Open, Variables),
    findall(Variables-Truth,
            ( chosen_(Open, In), settled_(Formula, In), truth_(Formula, In, Truth) ),
            Tried),
    (   memberchk(_-true, Tried)
    ->  member(Variables-true, Tried)
    ;   memberchk(_-unknown(Why), Tried)
    ->  throw(undecided(Why))
    ).

truth_(Formula, In, Truth) :-
    (   truth_of_all(Formula, In, Truth0)
    ->  Truth = Truth0
    ;   domain_error(formula, Formula)
    ).

chosen_([], _).
chosen_([X-Domain|Open], In) :-
    (   ( nonvar(X) ; Domain == number )
    ->  true
    ;   domain_members(Domain, In, Members),
        member(X, Members)
    ),
    chosen_(Open, In).

% An open number is the one that the other side stands for in every case, or in some.
settled_(Formula, In) :-
    (   Formula = cmp(Relation, Left, num(N)),
        var(N)
    ->  memberchk(Relation, [=, told_as]),
        values_(Left, In, [N])
    ;   Formula = some(=, Left, num(N)),
        var(N)
    ->  values_(Left, In, Values),
        member(N, Values)
    ;   Formula = and(Fs)
    ->  settled_all_(Fs, In)
    ;   Formula = one_round(F),
        one_round(In)
    ->  settled_(F, In)
    ;   true
    ).

settled_all_([], _).
settled_all_([F|Fs], In) :-
    settled_(F, In),
    settled_all_(Fs, In).

values_(Term, In, Values) :-
    term_cases(Term, In, Cases),
    findall(N, ( member(case(N, _), Cases), N \= none(_) ), Ns),
    sort(Ns, Values).

%!  judge_instead(+Game, +Given, +Asked, +Most, +Limits, -Json) is det.
%   Asked has for each claim a list of open(Open, Formula, Values), of which the first with an answer counts. Json is a
%   list of objects, one for each claim: `alternative` is its place in the list, from 0, and `correct` at most 12
%   Values; an object without members where none has an answer. Or one object with `verdict` and `reason`, as
%   judge:judge_formulas/7.
judge_instead(Game, Given, Asked, Most, limits(Seconds, Inferences), Json) :-
    given_memory(Game, Given, Most, Memory),
    In = in(Game, Given, none, Most, Memory),
    setup_call_cleanup(true,
                       timed(Seconds, maplist(instead_(In, Inferences), Asked, Found), Outcome),
                       forget_record(Game)),
    (   Outcome == true
    ->  Json = Found
    ;   outcome_members(Outcome, Members),
        Json = object(Members)
    ).

instead_(In, Inferences, Alternatives, object(Members)) :-
    (   counted(Inferences, first_answered_(Alternatives, In, I, Found), true)
    ->  Members = [alternative-I, correct-Found]
    ;   Members = []
    ).

first_answered_(Alternatives, In, I, Found) :-
    most_answers_(Most),
    nth0(I, Alternatives, open(Open, Formula, Values)),
    catch(findall(Terms,
                  ( limit(Most, distinct(Values, answer_(Open, Formula, In))), terms_(Values, Terms) ),
                  Found),
          undecided(_),
          fail),
    Found \== [],
    !.

terms_(Values, Terms) :-
    findall(term(Value), member(Value, Values), Terms).
