/** <module> The truth of a formula

A formula is one of

    cmp(Relation, Left, Right)  some(Relation, Left, Right)
    not(F)  and(Fs)  or(Fs)  if(F, G)  iff(F, G)
    each(X, Domain, F)  any(X, Domain, F)  one(X, Domain, F)  same(A, B)  one_round(F)
    relation(Kind, Predicate, Args, Moment)  did(Role, Move, Step)  can(Role, Move, Moment)  will(Role, Move, Moment)
    knows(Role, F, Moment)  possible(Role, F, Moment)  common(Roles, F, Moment)  must(F)  may(F)
    subgame_perfect(Condition)  best_ahead(Role, Move, Condition)  simultaneous  survives(Role, Move, Strength)  correlated(Lottery)  mixed_dominated(Role, Move)

where must(F) and may(F) say that F is true in every world, or in some, that what is given allows, X is a variable of F, and the kind of a relation is `fluent` (the predicate is the fluent), `state`, `static` or,
of the rules of a record, `record`. A truth is true, false, unknown(Why) or pending. What is unknown decides nothing: `and` is
false where any part is, else unknown where any part is. A formula is asked in(Game, Given, World, Most, Memory): of one
world, or of all that is given if World is `none`; Most is how many positions may be visited.
*/
:- module(judge_truth,
          [ truth/3,            % +Formula, +In, -Truth
            truth_of_all/3,     % +Formula, +In, -Truth
            all_true/2,         % +Truths, -Truth
            some_true/2,        % +Truths, -Truth
            denied/2,           % +Truth, -Truth
            domain_members/3,   % +Domain, +In, -Members
            domain_truths/5,    % ?Variable, +Domain, +Formula, +In, -Truths
            holds_with/5,       % ?Variable, +Value, +Formula, +In, -Truth
            compared/4,         % +Relation, +Left, +Right, -Truth
            of_a_world/1,       % +Formula
            relation_holds/5    % +Kind, +Predicate, ?Args, +Game, +State
          ]).
:- use_module(library(apply)).
:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module('../payoff/rounding').
:- use_module(knowledge).
:- use_module(record).
:- use_module(theory).
:- use_module(values).
:- use_module(worlds).

%!  truth_of_all(+Formula, +In, -Truth) is det.
%   The truth of a formula of all that is given: one that speaks of the state of things is true if it is in every world
%   that what is given allows, and false if it is in none.
truth_of_all(Formula, In, Truth) :-
    In = in(Game, Given, none, Most, Memory),
    (   of_a_world(Formula)
    ->  given_worlds(Game, Given, Most, Worlds),
        (   Worlds == []
        ->  Truth = unknown("no play agrees with what is given")
        ;   same_in_all_(Worlds, Formula, Game, Given, Most, Memory, Truth)
        )
    ;   truth(Formula, In, Truth)
    ).

same_in_all_([World|Worlds], Formula, Game, Given, Most, Memory, Truth) :-
    truth(Formula, in(Game, Given, World, Most, Memory), First),
    (   member(Other, Worlds),
        truth(Formula, in(Game, Given, Other, Most, Memory), T),
        T \== First
    ->  Truth = unknown("it holds in some of the possible worlds and not in others")
    ;   Truth = First
    ).

%!  of_a_world(+Formula) is semidet.
%   The formula speaks of the state of things, rather than of plays.
of_a_world(Formula) :-
    sub_formula_(Formula, Part),
    of_state_(Part),
    !.

of_state_(relation(Kind, _, _, _)) :-
    Kind \== record.
of_state_(did(_, _, _)).
of_state_(can(_, _, _)).
of_state_(knows(_, _, _)).
of_state_(possible(_, _, _)).
of_state_(common(_, _, _)).
of_state_(chance(_, _, _)).

sub_formula_(Part, Part).
sub_formula_(Whole, Part) :-
    compound(Whole),
    \+ of_names_(Whole),
    arg(_, Whole, Inner),
    nonvar(Inner),
    sub_formula_(Inner, Part).

% What holds names of the game and numbers only; a name may look like anything.
of_names_(num(_)).
of_names_(pay(_, _)).
of_names_(sum(_)).
of_names_(bind(_, _, _)).
of_names_(reply(_, _, _)).
of_names_(saw(_, _, _)).
of_names_(same(_, _)).
of_names_(values(_)).

% What speaks of all the worlds that are given, from outside any of them.
of_names_(must(_)).
of_names_(may(_)).

%!  truth(+Formula, +In, -Truth) is det.
truth(cmp(Relation, Left, Right), In, Truth) :-
    relation_cases(Left, Right, In, Pairs),
    (   Pairs = [pair(X, Y, _, _)]
    ->  compared(Relation, X, Y, Truth)
    ;   Pairs == []
    ->  Truth = unknown("no such play")
    ;   compared_pairs_(Pairs, Relation, Ts),
        all_true(Ts, Truth)
    ).
truth(some(Relation, Left, Right), In, Truth) :-
    relation_cases(Left, Right, In, Pairs),
    (   Pairs == []
    ->  Truth = unknown("no such play")
    ;   compared_pairs_(Pairs, Relation, Ts),
        some_true(Ts, Truth)
    ).
truth(not(F), In, Truth) :-
    truth(F, In, Truth0),
    denied(Truth0, Truth).
truth(and(Fs), In, Truth) :-
    truths_(Fs, In, Ts),
    all_true(Ts, Truth).
truth(or(Fs), In, Truth) :-
    truths_(Fs, In, Ts),
    some_true(Ts, Truth).
truth(if(F, G), In, Truth) :-
    truth(or([not(F), G]), In, Truth).
truth(iff(F, G), In, Truth) :-
    truth(F, In, T),
    truth(G, In, U),
    denied(T, NotT),
    denied(U, NotU),
    some_true([NotT, U], Forth),
    some_true([NotU, T], Back),
    all_true([Forth, Back], Truth).
truth(each(X, Domain, F), In, Truth) :-
    domain_members(Domain, In, Members),
    of_none_(Members, Domain, In, true, Start),
    each_holds_(Members, X, F, In, Start, Truth).
truth(any(X, Domain, F), In, Truth) :-
    domain_members(Domain, In, Members),
    of_none_(Members, Domain, In, false, Start),
    any_holds_(Members, X, F, In, Start, Truth).
truth(one(X, Domain, F), In, Truth) :-
    domain_truths(X, Domain, F, In, Ts),
    one_true_(Ts, Truth).
truth(same(A, B), _, Truth) :-
    (   A == B
    ->  Truth = true
    ;   Truth = false
    ).
truth(one_round(F), In, Truth) :-
    (   one_round(In)
    ->  truth(F, In, Truth)
    ;   Truth = unknown("not expressible: it is about games of one round in which all move at once, without chance")
    ).
truth(simultaneous, In, Truth) :-
    in_plays(In, Plays),
    (   member(play(Keys, _, _, _), Plays),
        member(key(_, Step, _, _), Keys),
        Step > 1
    ->  Truth = false
    ;   Truth = true
    ).
truth(survives(Role, Move, Strength), In, Truth) :-
    in_plays(In, Plays),
    found_before(survives(Role, Move, Strength), In, [Truth], theory_truth_(Plays, survives(Plays, Strength, Role, Move))).
truth(mixed_dominated(Role, Move), In, Truth) :-
    in_plays(In, Plays),
    found_before(mixed_dominated(Role, Move), In, [Truth], theory_truth_(Plays, mixed_dominated(Plays, Role, Move))).
truth(subgame_perfect(Condition), In, Truth) :-
    truth_in_turn_(In, Plays, subgame_perfect(Plays, Condition), Truth).
truth(best_ahead(Role, Move, Condition), In, Truth) :-
    truth_in_turn_(In, Plays, best_ahead(Plays, Role, Move, Condition), Truth).
truth(correlated(Lottery), In, Truth) :-
    in_plays(In, Plays),
    findall(Condition-P, ( member(part(Condition, Term), Lottery), weight_(Term, In, Lottery, P) ), Parts),
    theory_truth_(Plays, correlated(Plays, Parts), [Truth]).
truth(relation(Kind, Predicate, Args, Moment), In, Truth) :-
    (   Kind == record
    ->  record_truth(Predicate, Args, Moment, In, Truth)
    ;   in_world_at(Moment, In, in(Game, _, [node(_, State, _, _, _, _)|_], _, _))
    ->  (   relation_holds(Kind, Predicate, Args, Game, State)
        ->  Truth = true
        ;   Truth = false
        )
    ;   Truth = unknown("that moment has not come")
    ).
truth(can(Role, Move, Moment), In, Truth) :-
    (   in_world_at(Moment, In, in(Game, _, [node(_, State, _, _, _, _)|_], _, _))
    ->  (   \+ Game:terminal(State),
            Game:legal_move(Role, Move, State)
        ->  Truth = true
        ;   Truth = false
        )
    ;   Truth = unknown("that moment has not come")
    ).
truth(did(Role, Move, Step), In, Truth) :-
    In = in(_, Given, World, _, _),
    Given = given(_, Plies, _, Rounds, _, _),
    (   Plies = moment(Now, _)
    ->  did_in_match_(Step, Role, Move, Now, Given, Truth)
    ;   Rounds \== []
    ->  did_in_rounds_(Step, Role, Move, Rounds, Truth)
    ;   World = [node(Depth, _, _, Keys, _, _)|_],
        did_at_(Step, Role, Move, Keys, Depth, Truth)
    ).
truth(will(Role, Move, Moment), in(Game, Given, _, _, _), Truth) :-
    (   Moment == now
    ->  given_now(Given, From)
    ;   From = Moment
    ),
    findall(Step-Made,
            ( given_move(Given, Step, Role, Made),
              Step > From,
              same_kind_(Move, Made),
              \+ Game:pass(Made) ),
            Found),
    keysort(Found, Sorted),
    (   Sorted = [_-Next|_]
    ->  (   Next == Move
        ->  Truth = true
        ;   Truth = false
        )
    ;   Truth = pending
    ).
truth(knows(Role, F, Moment), In, Truth) :-
    role_knows(Role, F, Moment, In, Truth).
truth(possible(Role, F, Moment), In, Truth) :-
    role_possible(Role, F, Moment, In, Truth).
truth(must(F), In, Truth) :-
    given_truths_(F, In, Ts),
    all_true(Ts, Truth).
truth(may(F), In, Truth) :-
    given_truths_(F, In, Ts),
    some_true(Ts, Truth).
truth(common(Roles, F, Moment), In, Truth) :-
    common_to(Roles, F, Moment, In, Truth).

given_truths_(F, in(Game, Given, _, Most, Memory), Ts) :-
    given_worlds(Game, Given, Most, Worlds),
    (   Worlds == []
    ->  Ts = [unknown("no play agrees with what is given")]
    ;   findall(T, ( member(World, Worlds), truth(F, in(Game, Given, World, Most, Memory), T) ), Ts)
    ).

% An announced vote is not about what is said or offered before it: moves with arguments are of a kind.
same_kind_(Move, Made) :-
    (   compound(Move)
    ->  functor(Move, Name, Arity),
        functor(Made, Name, Arity)
    ;   true
    ).

compared_pairs_([], _, []).
compared_pairs_([pair(X, Y, _, _)|Pairs], Relation, [T|Ts]) :-
    compared(Relation, X, Y, T),
    compared_pairs_(Pairs, Relation, Ts).

% All of them, for what is wrong in one is an error, whatever the others say.
truths_([], _, []).
truths_([F|Fs], In, [T|Ts]) :-
    truth(F, In, T),
    truths_(Fs, In, Ts).

% all_true/2 and some_true/2 of a formula for the members of a domain, up to the first that decides.
each_holds_([], _, _, _, Truth, Truth).
each_holds_([Member|Members], X, F, In, Truth0, Truth) :-
    holds_with(X, Member, F, In, T),
    (   T == false
    ->  Truth = false
    ;   graver_(T, true, Truth0, Truth1),
        each_holds_(Members, X, F, In, Truth1, Truth)
    ).

any_holds_([], _, _, _, Truth, Truth).
any_holds_([Member|Members], X, F, In, Truth0, Truth) :-
    holds_with(X, Member, F, In, T),
    (   T == true
    ->  Truth = true
    ;   graver_(T, false, Truth0, Truth1),
        any_holds_(Members, X, F, In, Truth1, Truth)
    ).

% Of two truths the one that goes before the other where nothing decides: what is unknown, then what is pending.
graver_(T, Neutral, Truth0, Truth) :-
    (   T == Neutral
    ->  Truth = Truth0
    ;   Truth0 = unknown(_)
    ->  Truth = Truth0
    ;   T = unknown(_)
    ->  Truth = T
    ;   Truth = pending
    ).

%!  compared(+Relation, +Left, +Right, -Truth) is det.
compared(_, none(Why), _, Truth) :- !, Truth = Why.
compared(_, _, none(Why), Truth) :- !, Truth = Why.
compared(Relation, X, Y, Truth) :-
    (   compares_(Relation, X, Y)
    ->  Truth = true
    ;   Truth = false
    ).

compares_(=, X, Y) :- X =:= Y.
compares_(\=, X, Y) :- X =\= Y.
compares_(<, X, Y) :- X < Y.
compares_(>, X, Y) :- X > Y.
compares_(=<, X, Y) :- X =< Y.
compares_(>=, X, Y) :- X >= Y.
compares_(told_as, X, Y) :- told_as(X, Y).

truth_in_turn_(In, Plays, Goal, Truth) :-
    In = in(Game, _, _, _, _),
    (   predicate_property(Game:percept(_, _, _, _), number_of_clauses(0))
    ->  in_plays(In, Plays),
        (   call(Goal)
        ->  Truth = true
        ;   Truth = false
        )
    ;   Truth = unknown("not expressible: it is about games in which every role sees every move")
    ).

theory_truth_(Plays, Goal, [Truth]) :-
    (   \+ one_round_plays(Plays)
    ->  Truth = unknown("not expressible: it is about games of one round in which all move at once, without chance")
    ;   call(Goal)
    ->  Truth = true
    ;   Truth = false
    ).

weight_(Term, In, Lottery, P) :-
    (   term_cases(Term, In, [case(P0, [])]),
        P0 \= none(_),
        P0 >= 0
    ->  P = P0
    ;   throw(error(domain_error(probabilities, Lottery), _))
    ).

%!  relation_holds(+Kind, +Predicate, ?Args, +Game, +State) is nondet.
relation_holds(fluent, Fluent, [], Game, State) :-
    Game:holds(Fluent, State).
relation_holds(state, Predicate, Args, Game, State) :-
    append(Args, [State], All),
    Goal =.. [Predicate|All],
    of_game_(Game, Goal).
relation_holds(static, Predicate, Args, Game, _) :-
    Goal =.. [Predicate|Args],
    of_game_(Game, Goal).

% Nothing is called but what the game's program defines.
of_game_(Game, Goal) :-
    (   predicate_property(Game:Goal, imported_from(_))
    ->  functor(Goal, Name, Arity),
        existence_error(relation, Name/Arity)
    ;   Game:Goal
    ).

% Of a match, moves that nobody tells of may have been made.
did_in_match_(Step, Role, Move, Now, given(Whose, _, _, _, until(_, Facts), _), Truth) :-
    (   Step \== any,
        Step > Now
    ->  Truth = unknown("that moment has not come")
    ;   member(did(At, Role, Move), Facts),
        At =< Now,
        ( Step == any ; Step == At )
    ->  Truth = true
    ;   memberchk(Whose, [everyone, role(Role)])
    ->  Truth = false
    ;   Truth = unknown("what was done is not told there")
    ).

did_in_rounds_(Step, Role, Move, Rounds, Truth) :-
    (   Step == any
    ->  findall(Joint, member(Joint, Rounds), Joints)
    ;   nth1(Step, Rounds, Joint)
    ->  Joints = [Joint]
    ;   Joints = none
    ),
    (   Joints == none
    ->  Truth = unknown("no such round has been played")
    ;   member(Joint, Joints),
        memberchk(made(Role, Move, _), Joint)
    ->  Truth = true
    ;   Truth = false
    ).

did_at_(Step, Role, Move, Keys, Depth, Truth) :-
    (   Step \== any,
        Step > Depth
    ->  Truth = unknown("that moment has not come")
    ;   member(key(Role, At, Move, _), Keys),
        ( Step == any ; Step == At )
    ->  Truth = true
    ;   Truth = false
    ).

%!  all_true(+Truths, -Truth) is det.
%!  some_true(+Truths, -Truth) is det.
all_true(Ts, Truth) :-
    (   memberchk(false, Ts)
    ->  Truth = false
    ;   memberchk(unknown(Why), Ts)
    ->  Truth = unknown(Why)
    ;   memberchk(pending, Ts)
    ->  Truth = pending
    ;   Truth = true
    ).

some_true(Ts, Truth) :-
    (   memberchk(true, Ts)
    ->  Truth = true
    ;   memberchk(unknown(Why), Ts)
    ->  Truth = unknown(Why)
    ;   memberchk(pending, Ts)
    ->  Truth = pending
    ;   Truth = false
    ).

one_true_(Ts, Truth) :-
    include(==(true), Ts, Held),
    (   Held = [_, _|_]
    ->  Truth = false
    ;   include(\==(false), Ts, Open),
        subtract_true_(Open, Rest),
        Rest \== []
    ->  some_true(Rest, Truth)
    ;   Held = [_]
    ->  Truth = true
    ;   Truth = false
    ).

subtract_true_(Ts, Rest) :-
    exclude(==(true), Ts, Rest).

%!  denied(+Truth, -Denied) is det.
denied(Truth, Denied) :-
    (   Truth == true
    ->  Denied = false
    ;   Truth == false
    ->  Denied = true
    ;   Denied = Truth
    ).

%!  holds_with(?Variable, +Value, +Formula, +In, -Truth) is det.
%   The truth of Formula where Variable is Value; the variable stays free.
holds_with(Variable, Value, Formula, In, Truth) :-
    copy_term(Variable-Formula, Value-Instance),
    truth(Instance, In, Truth).

%!  domain_truths(?Variable, +Domain, +Formula, +In, -Truths) is det.
%   The truth of Formula for each member of the domain; one that is unknown where a role has no move, or there is no play.
domain_truths(Variable, Domain, Formula, In, Ts) :-
    domain_members(Domain, In, Members),
    of_none_(Members, Domain, In, none, Start),
    (   Start == none
    ->  members_truths_(Members, Variable, Formula, In, Ts)
    ;   Ts = [Start]
    ).

members_truths_([], _, _, _, []).
members_truths_([Member|Members], Variable, Formula, In, [T|Ts]) :-
    holds_with(Variable, Member, Formula, In, T),
    members_truths_(Members, Variable, Formula, In, Ts).

% What is said of no member is Neutral, but for a domain of plays that has none to leave out.
of_none_(Members, Domain, In, Neutral, Truth) :-
    (   Members == [],
        ( Domain = but(Whole, _) -> true ; Whole = Domain ),
        memberchk(Whole, [moves(_), profiles]),
        domain_members(Whole, In, [])
    ->  Truth = unknown("no such play")
    ;   Truth = Neutral
    ).

%!  domain_members(+Domain, +In, -Members) is det.
%   Domain is roles, moves(Role), profiles, rounds or values(List), or but(Domain, LeftOut).
domain_members(roles, In, Roles) :-
    in_tables(roles, In, Roles, find_roles_(In)).
domain_members(moves(Role), In, Moves) :-
    in_tables(moves(Role), In, Moves, find_moves_(Role, In)).
domain_members(profiles, In, Profiles) :-
    in_tables(profiles, In, Profiles, find_profiles_(In)).
domain_members(rounds, in(_, given(_, _, _, Rounds, _, _), _, _, _), Numbers) :-
    findall(N, nth1(N, Rounds, _), Numbers).
domain_members(values(Values), _, Values).
domain_members(but(Domain, LeftOut), In, Members) :-
    domain_members(Domain, In, All),
    exclude(left_out_(LeftOut), All, Members).

find_roles_(in(Game, _, _, _, _), Roles) :-
    findall(Role, ( Game:role(Role), Role \== random ), Roles).

find_moves_(Role, In, Moves) :-
    in_plays(In, Plays),
    findall(Move, ( member(play(Keys, _, _, _), Plays), member(key(Role, _, Move, _), Keys) ), All),
    list_to_set(All, Moves).

find_profiles_(In, Profiles) :-
    in_plays(In, Plays),
    (   member(play(Some, _, _, _), Plays),
        select(key(Role, _, _, _), Some, Others),
        memberchk(key(Role, _, _, _), Others)
    ->  Steps = true
    ;   Steps = false
    ),
    findall(Profile, ( member(play(Keys, _, _, _), Plays), profile_(Keys, Steps, Profile) ), Profiles).

left_out_(LeftOut, Member) :-
    memberchk(Member, LeftOut).

profile_([], _, []).
profile_([key(Role, Step, Move, _)|Keys], Steps, [bind(Role, Move, At)|Parts]) :-
    (   Steps == true
    ->  At = Step
    ;   At = any
    ),
    profile_(Keys, Steps, Parts).
