/** <module> What decides a formula, and what holds instead of a false one

Reasons are members of a reply:

  - values: objects `left`, `right` with the numbers, at most 12 of each, that the compared terms stand for
  - members: objects `truth`, `value` for the member of a domain that decides a quantifier; `closest` for the one that
    comes nearest where none will do
  - plays: at most 16 that decide it: `choices` [[Role, Step, Move], …], `payoffs` [[Role, Number], …]
  - worlds: joint moves of worlds that refute (or, if true, show) what is known or possible
  - instead: [Place, Value] for at most 6 arguments, Place from 0, with which a false relation holds
*/
:- module(judge_reasons,
          [ truth_reasons/4     % +Formula, +Truth, +In, -Members
          ]).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(pairs)).
:- use_module(library(solution_sequences), [distinct/2, limit/2]).
:- use_module(knowledge).
:- use_module(record).
:- use_module(truth).
:- use_module(values).
:- use_module(worlds).

%!  truth_reasons(+Formula, +Truth, +In, -Members) is det.
%   Members are `values`, `members`, `plays`, `worlds` and `instead`, each left out where there is nothing to tell.
truth_reasons(Formula, Truth, In, Members) :-
    In = in(Game, Given, none, Most, Memory),
    (   given_worlds_of_(Formula, In, [World|_])
    ->  Here = in(Game, Given, World, Most, Memory)
    ;   Here = In
    ),
    findall(Reason, reason_(Formula, Truth, Here, other(Reason)), All),
    list_to_set(All, Reasons),
    deciding_plays_(Formula, Truth, Here, Plays),
    findall(Member, ( told_(Reasons, Member) ; plays_told_(Plays, Member) ), Members).

% The search ends with the last play that may be told.
deciding_plays_(Formula, Truth, In, Plays) :-
    In = in(Game, Given, World, Limit, _),
    most_plays_(Most0),
    (   World == none,
        found_plays(Game, Given, Limit, Count)
    ->  Most is min(Most0, Count)
    ;   Most = Most0
    ),
    findall(Play, limit(Most, distinct(Play, reason_(Formula, Truth, In, play(Play)))), Plays).

most_plays_(16).

% A formula of the state of things has one truth in all worlds that are given; the first of them shows why.
given_worlds_of_(Formula, in(Game, Given, _, Most, _), Worlds) :-
    of_a_world(Formula),
    given_worlds(Game, Given, Most, Worlds).

told_(Reasons, values-Jsons) :-
    findall(object([left-Lefts, right-Rights]),
            ( member(values(Ls, Rs), Reasons), terms_(Ls, Lefts), terms_(Rs, Rights) ),
            Jsons),
    Jsons \== [].
told_(Reasons, members-Jsons) :-
    findall(object([truth-Truth, value-Json]), ( member(member(Truth, Value), Reasons), value_json_(Value, Json) ), Jsons),
    Jsons \== [].
told_(Reasons, worlds-Jsons) :-
    findall(Json, ( member(world(Joints), Reasons), joints_json_(Joints, Json) ), Jsons),
    Jsons \== [].

told_(Reasons, instead-Jsons) :-
    findall([Place, term(Value)], member(instead(Place, Value), Reasons), All),
    first_(6, All, Jsons),
    Jsons \== [].

plays_told_(Plays, plays-Jsons) :-
    findall(Json, ( member(Play, Plays), play_json_(Play, Json) ), Jsons),
    Jsons \== [].

first_(Most, List, First) :-
    length(List, Length),
    (   Length =< Most
    ->  First = List
    ;   length(First, Most),
        append(First, _, List)
    ).

terms_(Values, Terms) :-
    findall(term(Value), member(Value, Values), Terms).

% A condition that a variable stood for is told by its parts.
value_json_(Value, Json) :-
    (   is_list(Value)
    ->  findall([term(Role), term(Move), term(Step)], member(bind(Role, Move, Step), Value), Json)
    ;   Json = term(Value)
    ).

play_json_(play(Keys, _, Payoffs, _), object([choices-Choices, payoffs-Numbers])) :-
    findall([term(Role), Step, term(Move)], member(key(Role, Step, Move, _), Keys), Choices),
    findall([term(Role), term(N)], ( member(Role-[N], Payoffs), Role \== random ), Numbers).

joints_json_(Joints, Json) :-
    findall(Moves,
            ( member(Joint, Joints), findall([term(Role), term(Move)], member(does(Role, Move), Joint), Moves) ),
            Json).

%!  reason_(+Formula, +Truth, +In, -Reason) is nondet.
reason_(cmp(Relation, Left, Right), Truth, In, Reason) :-
    compare_reason_(Relation, Left, Right, Truth, In, Reason).
reason_(some(Relation, Left, Right), Truth, In, Reason) :-
    compare_reason_(Relation, Left, Right, Truth, In, Reason).
reason_(not(F), Truth, In, Reason) :-
    denied(Truth, Inner),
    reason_(F, Inner, In, Reason).
reason_(and(Fs), Truth, In, Reason) :-
    (   Truth == true
    ->  member(F, Fs)
    ;   once(( member(F, Fs), truth(F, In, false) ))
    ),
    reason_(F, Truth, In, Reason).
reason_(or(Fs), Truth, In, Reason) :-
    (   Truth == false
    ->  member(F, Fs)
    ;   once(( member(F, Fs), truth(F, In, true) ))
    ),
    reason_(F, Truth, In, Reason).
reason_(if(F, G), Truth, In, Reason) :-
    reason_(or([not(F), G]), Truth, In, Reason).
reason_(iff(F, G), _, In, Reason) :-
    member(Part, [F, G]),
    truth(Part, In, Truth),
    memberchk(Truth, [true, false]),
    reason_(Part, Truth, In, Reason).
reason_(one_round(F), Truth, In, Reason) :-
    reason_(F, Truth, In, Reason).
reason_(each(X, Domain, F), Truth, In, Reason) :-
    domain_members(Domain, In, Members),
    (   Truth == true
    ->  Reason = play(_),
        member(X, Members),
        reason_(F, true, In, Reason)
    ;   once(( member(Member, Members), holds_with(X, Member, F, In, false) )),
        (   Reason = other(member(false, Member))
        ;   X = Member,
            reason_(F, false, In, Reason)
        )
    ).
reason_(any(X, Domain, F), Truth, In, Reason) :-
    domain_members(Domain, In, Members),
    (   Truth == true
    ->  once(( member(Member, Members), holds_with(X, Member, F, In, true) )),
        (   Reason = other(member(true, Member))
        ;   X = Member,
            reason_(F, true, In, Reason)
        )
    ;   closest_(F, X, Members, In, Member)
    ->  (   Reason = other(member(closest, Member))
        ;   X = Member,
            reason_(F, false, In, Reason)
        )
    ;   Reason = play(_),
        member(X, Members),
        reason_(F, false, In, Reason)
    ).
reason_(one(X, Domain, F), Truth, In, Reason) :-
    domain_members(Domain, In, Members),
    findall(Member, ( member(Member, Members), holds_with(X, Member, F, In, true) ), Held),
    member(Member, Held),
    (   Reason = other(member(true, Member))
    ;   Truth == true,
        X = Member,
        reason_(F, true, In, Reason)
    ).
reason_(knows(Role, F, Moment), false, In, other(world(Joints))) :-
    refuting_world(Role, F, Moment, In, Joints).
reason_(possible(Role, F, Moment), true, In, other(world(Joints))) :-
    refuting_world(Role, not(F), Moment, In, Joints).

reason_(relation(record, Predicate, Args, Moment), false, In, other(instead(Place, Value))) :-
    domain_members(roles, In, Roles),
    once(( opened_(Args, Roles, Place, Value, Open),
           findall(Value, record_holds(Predicate, Open, Moment, In), Values),
           sort(Values, Distinct),
           Distinct \== [] )),
    member(Value, Distinct).
reason_(relation(fluent, Fluent, [], now), false, in(Game, Given, World, Most, _), other(instead(Place, Value))) :-
    Fluent =.. [Name|Args],
    append(Before, [_], Args),
    append(Before, [Value], Open),
    length(Before, Place),
    Other =.. [Name|Open],
    World = [node(_, State, _, _, _, _)|_],
    given_worlds(Game, Given, Most, Worlds),
    relation_holds(fluent, Other, [], Game, State),
    forall(member([node(_, Elsewhere, _, _, _, _)|_], Worlds), relation_holds(fluent, Other, [], Game, Elsewhere)).

% The last number is what a relation tells of the rest. Where there is none, what it says of one role to another is of
% the first: to whom it is so instead, or else of whom.
opened_(Args, Roles, Place, Value, Open) :-
    (   append(Before, [Number|After], Args),
        integer(Number),
        \+ ( member(Later, After), integer(Later) )
    ->  opened_at_(Before, After, Place, Value, Open)
    ;   append([First|Before], [Last], Args),
        memberchk(First, Roles),
        memberchk(Last, Roles),
        opened_at_([First|Before], [], Place, Value, Open)
    ;   Args = [_|After],
        opened_at_([], After, Place, Value, Open)
    ).

opened_at_(Before, After, Place, Value, Open) :-
    length(Before, Place),
    append(Before, [Value|After], Open).

compare_reason_(_, Left, Right, _, In, other(values(Lefts, Rights))) :-
    relation_cases(Left, Right, In, Pairs),
    findall(X, ( member(pair(X, _, _, _), Pairs), X \= none(_) ), Xs),
    findall(Y, ( member(pair(_, Y, _, _), Pairs), Y \= none(_) ), Ys),
    sort(Xs, Xs1),
    sort(Ys, Ys1),
    first_(12, Xs1, Lefts),
    first_(12, Ys1, Rights).
compare_reason_(Relation, Left, Right, Wanted, In, play(Play)) :-
    relation_cases(Left, Right, In, Pairs),
    findall(X-Y, ( member(pair(X, Y, _, _), Pairs), compared(Relation, X, Y, Truth), Truth == Wanted ), Deciding),
    pairs_keys_values(Deciding, Xs, Ys),
    (   deciding_play_(Left, Xs, In, Play)
    ;   deciding_play_(Right, Ys, In, Play)
    ).

% A play in which a term of payoffs has one of the numbers that decide.
deciding_play_(Term, Numbers, In, Play) :-
    term_plays(Term, In, Cases),
    (   Cases = [N-Play],
        memberchk(N, Numbers)
    ->  true
    ;   list_to_set(Numbers, Deciding),
        member(N, Deciding),
        member(N-Play, Cases)
    ).

% The member for which the compared number comes nearest to holding.
closest_(Compare, X, Members, In, Closest) :-
    compare_parts_(Compare, Left, Right),
    findall(Distance-Member,
            ( member(Member, Members),
              findall(D, ( X = Member, relation_cases(Left, Right, In, Pairs), distance_(Pairs, D) ), [Distance]) ),
            Distances),
    keysort(Distances, [_-Closest|_]).

compare_parts_(cmp(_, Left, Right), Left, Right).
compare_parts_(some(_, Left, Right), Left, Right).

distance_(Pairs, Distance) :-
    findall(D, ( member(pair(X, Y, _, _), Pairs), X \= none(_), Y \= none(_), D is abs(X - Y) ), Ds),
    max_list(Ds, Distance).
