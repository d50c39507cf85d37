/** <module> The numbers that terms of a formula stand for

A term has a list of cases, case(Value, Open): Value a number, or none(Why) where there is none, and Open what the case
leaves open (see conditions.pl). Terms:

    num(N)  pay(Role, Condition)  sum(Condition)  mean(Role, Condition, Belief)  min(Term)  max(Term)
    plus(A, B)  minus(A, B)  times(A, B)  over(A, B)  count(X, Domain, Formula)  chance(Role, Formula, Moment)
    earned(Role, Round)  total(Role, Round)  rounds  value(Role)

A belief is a list of weighs(Role, Move, Term). No term has no case but one that speaks of no play.
*/
:- module(judge_values,
          [ term_cases/3,       % +Term, +In, -Cases
            relation_cases/4,   % +Left, +Right, +In, -Pairs
            term_plays/3,       % +Term, +In, -Cases
            in_plays/2,         % +In, -Plays
            one_round/1,        % +In
            found_before/4,     % +Key, +In, -List, :Find
            in_tables/4         % +Key, +In, -List, :Find
          ]).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(pairs)).
:- use_module(conditions).
:- use_module(knowledge).
:- use_module(theory).
:- use_module(truth).
:- use_module(worlds).

most_cases_(10_000).
most_remembered_(64).

:- meta_predicate
    found_before(+, +, -, 1),
    in_tables(+, +, -, 1),
    remembered_(+, +, -, 1).

%!  found_before(+Key, +In, -List, :Find) is det.
%   What call(Find, List) finds of all that is given; a short list is remembered under Key, which says all it depends on.
found_before(Key, in(_, _, World, _, memory(Found, _)), List, Find) :-
    (   World == none
    ->  remembered_(Key, Found, List, Find)
    ;   call(Find, List)
    ).

%!  in_tables(+Key, +In, -List, :Find) is det.
%   As found_before/4 of what depends on the plays alone, whatever else is given.
in_tables(Key, in(_, _, World, _, memory(_, Tables)), List, Find) :-
    (   World == none
    ->  remembered_(Key, Tables, List, Find)
    ;   call(Find, List)
    ).

remembered_(Key, Trie, List, Find) :-
    (   trie_lookup(Trie, Key, List0)
    ->  List = List0
    ;   call(Find, List),
        most_remembered_(Most),
        (   length(List, Length),
            Length =< Most
        ->  trie_update(Trie, Key, List)    % it may be there by now, of a table that was made on the way
        ;   true
        )
    ).

%!  in_plays(+In, -Plays) is det.
%   The plays that a formula speaks of: from its world on, or from all worlds that what is given allows.
in_plays(in(Game, Given, World, Most, _), Plays) :-
    (   World == none
    ->  given_plays(Game, Given, Most, Plays)
    ;   world_plays(Game, Given, World, Most, Plays)
    ).

%!  one_round(+In) is semidet.
%   The plays that a formula speaks of are of one round in which all move at once, without chance.
one_round(In) :-
    in_tables(one_round, In, [Truth], one_round_(In)),
    Truth == true.

one_round_(In, [Truth]) :-
    in_plays(In, Plays),
    (   one_round_plays(Plays)
    ->  Truth = true
    ;   Truth = false
    ).

%!  selected_(+Condition, +In, -Selected) is det.
%   As condition_plays/3 of the plays that a formula speaks of. Which of them a bind speaks of is found once for all that
%   is given, as the bits of a number, so that a condition of binds looks at the plays it selects and at no other.
selected_(Condition, In, Selected) :-
    condition_parts(Condition, Parts),
    In = in(Game, Given, World, Most, _),
    (   World == none,
        Parts = [_|_],
        bits_(Parts, In, -1, Bits)
    ->  given_play_table(Game, Given, Most, Table),
        chosen_of_bits_(Bits, Parts, Table, Selected)
    ;   in_plays(In, Plays),
        condition_plays(Condition, Plays, Selected)
    ).

bits_([], _, Bits, Bits).
bits_([Bind|Parts], In, Bits0, Bits) :-
    Bind = bind(_, _, _),
    in_tables(Bind, In, [Own], bind_bits_(Bind, In)),
    Bits1 is Bits0 /\ Own,
    bits_(Parts, In, Bits1, Bits).

bind_bits_(Bind, In, [Bits]) :-
    in_plays(In, Plays),
    bind_bits_(Plays, Bind, 1, 0, Bits).

bind_bits_([], _, _, Bits, Bits).
bind_bits_([Play|Plays], Bind, Bit, Bits0, Bits) :-
    (   parts_hold([Bind], Play)
    ->  Bits1 is Bits0 \/ Bit
    ;   Bits1 = Bits0
    ),
    Next is Bit << 1,
    bind_bits_(Plays, Bind, Next, Bits1, Bits).

chosen_of_bits_(Bits, Parts, Table, Selected) :-
    (   Bits =:= 0
    ->  Selected = []
    ;   Place is lsb(Bits) + 1,
        arg(Place, Table, Play),
        open_keys(Parts, Play, Open),
        Selected = [chosen(Play, Open)|Selected1],
        Rest is Bits /\ (Bits - 1),
        chosen_of_bits_(Rest, Parts, Table, Selected1)
    ).

%!  term_cases(+Term, +In, -Cases) is det.
%   @error domain_error(probabilities, Belief) for a belief that is none.
term_cases(num(N), _, [case(N, [])]).
term_cases(Term, In, Cases) :-
    Term = pay(Role, Condition),
    (   In = in(_, _, none, _, memory(_, Tables)),
        trie_lookup(Tables, Term, Found)
    ->  Cases = Found
    ;   in_tables(Term, In, Cases, pay_cases_(Role, Condition, In))
    ).
term_cases(sum(Condition), In, Cases) :-
    in_tables(sum(Condition), In, Cases, play_cases_(payoffs_sum_, Condition, In)).
term_cases(mean(Role, Condition, Belief), In, Cases) :-
    found_before(mean(Role, Condition, Belief), In, Cases, mean_cases_(Role, Condition, Belief, In)).
term_cases(min(Term), In, Cases) :-
    extreme_(Term, In, min_list, Cases).
term_cases(max(Term), In, Cases) :-
    extreme_(Term, In, max_list, Cases).
term_cases(plus(A, B), In, Cases) :-
    arithmetic_(A, B, In, plus, Cases).
term_cases(minus(A, B), In, Cases) :-
    arithmetic_(A, B, In, minus, Cases).
term_cases(times(A, B), In, Cases) :-
    arithmetic_(A, B, In, times, Cases).
term_cases(over(A, B), In, Cases) :-
    arithmetic_(A, B, In, over, Cases).
term_cases(count(X, Domain, Formula), In, [case(Value, [])]) :-
    domain_truths(X, Domain, Formula, In, Ts),
    (   member(T, Ts),
        T \== true,
        T \== false
    ->  Value = none(T)
    ;   include(==(true), Ts, Held),
        length(Held, Value)
    ).
term_cases(chance(Role, Formula, Moment), In, [case(Value, [])]) :-
    role_chance(Role, Formula, Moment, In, Value).
term_cases(earned(Role, Round), In, [case(Value, [])]) :-
    played_(In, Joints),
    length(Joints, Count),
    (   Round == now
    ->  N = Count
    ;   N = Round
    ),
    (   nth1(N, Joints, Joint)
    ->  earned_(In, Role, Joint, Value)
    ;   Value = none(unknown("no such round has been played"))
    ).
term_cases(total(Role, Round), In, [case(Value, [])]) :-
    played_(In, Joints),
    length(Joints, Count),
    (   Round == now
    ->  N = Count
    ;   N = Round
    ),
    (   N > 0,
        length(First, N),
        append(First, _, Joints)
    ->  findall(Each, ( member(Joint, First), earned_(In, Role, Joint, Each) ), Earned),
        (   member(none(Why), Earned)
        ->  Value = none(Why)
        ;   sum_list(Earned, Value)
        )
    ;   Value = none(unknown("no such round has been played"))
    ).
term_cases(rounds, In, [case(Count, [])]) :-
    played_(In, Joints),
    length(Joints, Count).
term_cases(value(Role), In, [case(Value, [])]) :-
    in_plays(In, Plays),
    maximin_value(Plays, Role, Value).

% A condition that names a cell of a payoff table is looked up there.
pay_cases_(Role, Condition, In, Cases) :-
    (   payoff_row_(Role, In, Tables, Row),
        cell_parts_(Condition, Tables, [], Moves),
        functor(Row, cells, Count),
        chosen_cell_(Moves, -1, Count, Cell)
    ->  arg(Cell, Row, Value),
        Cases = [case(Value, [])]
    ;   play_cases_(payoff_(Role), Condition, In, Cases)
    ).

% Fails where there is no such table.
payoff_row_(Role, In, Tables, Row) :-
    In = in(_, _, none, _, memory(_, Tables)),
    (   trie_lookup(Tables, row(Role), Row0)
    ->  Row = Row0
    ;   \+ trie_lookup(Tables, tabulated, _),
        trie_insert(Tables, tabulated, once),
        tabulate_(In, Tables),
        trie_lookup(Tables, row(Role), Row)
    ).

% Of a small game of one round in which all move at once: row(Role), its payoffs by the number of the play; made(Role, Move),
% the plays in which it makes the move, as the bits of a number; and the payoffs that theory asks for most, of each play as
% it is named and as a quantifier names it, and of one other move in it.
tabulate_(In, Tables) :-
    in_plays(In, Plays),
    most_cells_(Most),
    length(Plays, Count),
    Count =< Most,
    one_round(In),
    Plays = [play(Some, _, _, _)|_],
    forall(member(key(Role, _, _, _), Some),
           ( findall(N, ( member(Play, Plays), payoff_(Play, Role, N) ), Numbers),
             compound_name_arguments(Row, cells, Numbers),
             trie_insert(Tables, row(Role), Row),
             findall(Move-Bit, ( nth0(I, Plays, play(Keys, _, _, _)), memberchk(key(Role, _, Move, _), Keys), Bit is 1 << I ),
                     Bits),
             keysort(Bits, Sorted),
             group_pairs_by_key(Sorted, Groups),
             forall(member(Move-Own, Groups), ( sum_list(Own, Mask), trie_insert(Tables, made(Role, Move), Mask) )) )),
    forall(( member(Play, Plays),
             Play = play(Keys, _, _, _),
             findall(bind(Role, Move, any), member(key(Role, _, Move, _), Keys), Profile),
             member(bind(Role, Own, _), Profile) ),
           ( payoff_(Play, Role, N),
             Cases = [case(N, [])],
             trie_insert(Tables, pay(Role, Profile), Cases),
             trie_insert(Tables, pay(Role, [sub(Profile)]), Cases),
             forall(( select(bind(Role, Own, any), Profile, bind(Role, Other, any), Elsewhere),
                      trie_gen(Tables, made(Role, Other)) ),
                    trie_insert(Tables, pay(Role, [sub(Elsewhere), bind(Role, Own, any)]), Cases)) )).

most_cells_(100).

% Fails for what a table does not tell. Of two moves of a role the later one counts.
cell_parts_([], _, Moves, Moves).
cell_parts_([Part|Parts], Tables, Moves0, Moves) :-
    cell_part_(Part, Tables, Moves0, Moves1),
    cell_parts_(Parts, Tables, Moves1, Moves).

cell_part_(bind(Role, Move, any), Tables, Moves0, [Role-Mask|Moves]) :-
    trie_lookup(Tables, made(Role, Move), Mask),
    once(( selectchk(Role-_, Moves0, Moves) ; Moves = Moves0 )).
cell_part_(sub(Parts), Tables, Moves0, Moves) :-
    cell_parts_(Parts, Tables, Moves0, Moves).

% Fails for moves that leave several cells, or none.
chosen_cell_([], Bits, Count, Cell) :-
    Here is Bits /\ ((1 << Count) - 1),
    Here > 0,
    Here /\ (Here - 1) =:= 0,
    Cell is lsb(Here) + 1.
chosen_cell_([_-Mask|Moves], Bits0, Count, Cell) :-
    Bits is Bits0 /\ Mask,
    chosen_cell_(Moves, Bits, Count, Cell).

play_cases_(Kind, Condition, In, Cases) :-
    selected_(Condition, In, Selected),
    maplist(case_(Kind), Selected, Cases).

case_(Kind, chosen(Play, Open), case(Value, Open)) :-
    play_value_(Kind, Play, Value).

%!  term_plays(+Term, +In, -Cases) is det.
%   The plays that a term of payoffs stands on, Value-Play; none for a term that is made of others.
term_plays(Term, In, Cases) :-
    (   ( Term = pay(Role, Condition), Value = payoff_(Role) ; Term = sum(Condition), Value = payoffs_sum_ )
    ->  selected_(Condition, In, Selected),
        findall(N-Play, ( member(chosen(Play, _), Selected), play_value_(Value, Play, N) ), Cases)
    ;   Term =.. [Extreme, Inner],
        memberchk(Extreme, [min, max])
    ->  term_plays(Inner, In, Cases)
    ;   Cases = []
    ).

play_value_(payoff_(Role), Play, N) :-
    payoff_(Play, Role, N).
play_value_(payoffs_sum_, Play, N) :-
    payoffs_sum_(Play, N).

played_(in(_, given(_, _, _, Rounds, _, _), _, _, _), Rounds).

% A round is a play of the whole game, whatever is given of the present one. Which play it was is told by the moves of all
% roles but chance. A pass at a step is no choice.
earned_(in(Game, _, _, Most, _), Role, Made, Value) :-
    findall(bind(R, M, Step), ( member(made(R, M, Step), Made), \+ ( integer(Step), Game:pass(M) ) ), Condition),
    given_plays(Game, given(none, [], [], [], [], []), Most, Plays),
    condition_plays(Condition, Plays, Selected),
    findall(Choices, ( member(chosen(play(Keys, _, _, _), _), Selected), choices_(Keys, Choices) ), Ways),
    findall(N, ( member(chosen(Play, _), Selected), payoff_(Play, Role, N) ), Ns),
    sort(Ways, DistinctWays),
    sort(Ns, DistinctNs),
    (   DistinctWays == []
    ->  Value = none(unknown("no play of the game has the moves of that round"))
    ;   DistinctWays = [_, _|_]
    ->  Value = none(unknown("what is told of that round leaves open which play of the game it was"))
    ;   DistinctNs = [Value0]
    ->  Value = Value0
    ;   Value = none(unknown("what chance did in that round decides its payoffs, and is not told"))
    ).

choices_(Keys, Choices) :-
    findall(Role-Step-Move, ( member(key(Role, Step, Move, _), Keys), Role \== random ), Choices).

payoff_(play(_, _, Payoffs, _), Role, Value) :-
    (   memberchk(Role-[Value0], Payoffs)
    ->  Value = Value0
    ;   Value = none(unknown("a role has no payoff, or several, at the end of a play"))
    ).

payoffs_sum_(play(_, _, Payoffs, _), Value) :-
    findall(Numbers, ( member(Role-Numbers, Payoffs), Role \== random ), Lists),
    (   maplist(single_, Lists, Each)
    ->  sum_list(Each, Value)
    ;   Value = none(unknown("a role has no payoff, or several, at the end of a play"))
    ).

single_([N], N).

extreme_(Term, In, Extreme, Cases) :-
    term_cases(Term, In, Found),
    findall(Value, member(case(Value, _), Found), Values),
    (   Values == []
    ->  Cases = []
    ;   memberchk(none(Why), Values)
    ->  Cases = [case(none(Why), [])]
    ;   call(Extreme, Values, Value),
        Cases = [case(Value, [])]
    ).

arithmetic_(A, B, In, Operation, Cases) :-
    relation_cases(A, B, In, Pairs),
    findall(case(Value, Open),
            ( member(pair(X, Y, Open1, Open2), Pairs), result_(Operation, X, Y, Value), merged_(Open1, Open2, Open) ),
            Cases).

result_(_, none(Why), _, Value) :- !, Value = none(Why).
result_(_, _, none(Why), Value) :- !, Value = none(Why).
result_(plus, X, Y, Value) :- Value is X + Y.
result_(minus, X, Y, Value) :- Value is X - Y.
result_(times, X, Y, Value) :- Value is X * Y.
result_(over, X, Y, Value) :-
    (   Y =:= 0
    ->  Value = none(unknown("a number is divided by zero"))
    ;   Value is X rdiv Y
    ).

merged_(Open1, Open2, Open) :-
    findall(Key, ( member(Key, Open2), \+ memberchk(Key, Open1) ), More),
    append(Open1, More, Open).

%!  relation_cases(+Left, +Right, +In, -Pairs) is det.
%   Pairs are pair(LeftValue, RightValue, LeftOpen, RightOpen) for the cases of two terms that agree on what is open in
%   both.
relation_cases(Left, Right, In, Pairs) :-
    term_cases(Left, In, Lefts),
    term_cases(Right, In, Rights),
    (   Lefts = [case(X, [])],
        Rights = [case(Y, [])]
    ->  Pairs = [pair(X, Y, [], [])]
    ;   one_shape_(Lefts, Keys),
        one_shape_(Rights, Keys)
    ->  keyed_(Lefts, Lefts1),
        keyed_(Rights, Rights1),
        keysort(Rights1, Sorted),
        group_pairs_by_key(Sorted, Groups),
        findall(pair(X, Y, Open, Open),
                ( member(Open-X, Lefts1), memberchk(Open-Ys, Groups), member(Y, Ys) ),
                Pairs)
    ;   findall(pair(X, Y, Open1, Open2),
                ( member(case(X, Open1), Lefts), member(case(Y, Open2), Rights), agree(Open1, Open2) ),
                Pairs)
    ).

% All cases leave the same choices open: then those that agree are those that are equal.
one_shape_([case(_, Open)|Cases], Keys) :-
    findall(Role-Step, member(Role-Step-_, Open), Keys),
    forall(member(case(_, Other), Cases), findall(Role-Step, member(Role-Step-_, Other), Keys)).

keyed_(Cases, Pairs) :-
    findall(Open-Value, member(case(Value, Open), Cases), Pairs).

% Expected payoffs

mean_cases_(Role, Condition, Belief, In, Cases) :-
    in_plays(In, Plays),
    belief_chances_(Belief, In, Plays, Chances),
    condition_parts(Condition, Parts),
    selected_(Condition, In, Selected),
    findall(weighed(Weight, Value, Open, Drawn),
            ( member(chosen(Play, Open0), Selected),
              weighed_(Play, Parts, Open0, Chances, Weight, Open, Drawn),
              Weight > 0,
              payoff_(Play, Role, Value) ),
            Weighed),
    findall(Open, member(weighed(_, _, Open, _), Weighed), Opens),
    open_cases_(Opens, Assignments),
    findall(case(Value, Case),
            ( member(Case, Assignments), mean_(Weighed, Case, Value) ),
            Cases).

%!  weighed_(+Play, +Parts, +Open0, +Chances, -Weight, -Open, -Drawn) is det.
%   Drawn are the choices that are left to chance or belief, which Weight is the probability of; Open those that are not.
weighed_(Play, Parts, Open0, Chances, Weight, Open, Drawn) :-
    arg(1, Play, Keys),
    findall(Role-Step-Move-P,
            ( member(Key, Keys),
              Key = key(Role, Step, Move, Even),
              drawn_(Role, Move, Even, Chances, P),
              \+ bound_key(Parts, Play, Key) ),
            DrawnPs),
    pairs_keys_values(DrawnPs, Drawn, Ps),
    foldl(times_, Ps, 1, Weight),
    findall(Key, ( member(Key, Open0), \+ memberchk(Key, Drawn) ), Open).

times_(P, Weight0, Weight) :-
    Weight is P * Weight0.

drawn_(Role, Move, Even, Chances, P) :-
    (   memberchk(Role-Moves, Chances)
    ->  (   memberchk(Move-P0, Moves)
        ->  P = P0
        ;   P = 0
        )
    ;   Role == random,
        P = Even
    ).

open_cases_(Opens, Cases) :-
    sort(Opens, Distinct),
    (   Distinct = [Open|Rest],
        findall(Key, member(Key-_, Open), Keys),
        forall(member(Other, Rest), findall(Key, member(Key-_, Other), Keys))
    ->  Cases = Distinct
    ;   findall(Key-Move, ( member(Open, Distinct), member(Key-Move, Open) ), All),
        sort(All, Sorted),
        group_pairs_by_key(Sorted, Groups),
        foldl(ways_, Groups, 1, Count),
        most_cases_(Most),
        (   Count > Most
        ->  throw(error(resource_error(outcomes), _))
        ;   findall(Case, maplist(pick_, Groups, Case), Cases)
        )
    ).

ways_(_-Moves, Count0, Count) :-
    length(Moves, Length),
    Count is Count0 * Length.

pick_(Key-Moves, Key-Move) :-
    member(Move, Moves).

% Fails where no play agrees with the case.
mean_(Weighed, Case, Value) :-
    findall(Drawn-(Weight-Each),
            ( member(weighed(Weight, Each, Open, Drawn), Weighed), subset_(Open, Case) ),
            Agreeing),
    Agreeing = [_|_],
    (   member(_-(_-none(Why)), Agreeing)
    ->  Value = none(Why)
    ;   pairs_keys(Agreeing, Draws),
        msort(Draws, Sorted),
        ambiguous_(Sorted)
    ->  Value = none(unknown("the condition leaves open what a role does at other steps"))
    ;   foldl(add_, Agreeing, 0-0, Sum-Whole),
        Value is Sum rdiv Whole
    ).

subset_(Open, Case) :-
    forall(member(Key, Open), memberchk(Key, Case)).

add_(_-(Weight-Each), Sum0-Whole0, Sum-Whole) :-
    Sum is Sum0 + Weight * Each,
    Whole is Whole0 + Weight.

% Two plays that chance does not tell apart: one's draws begin with the other's. Sorted lists have them side by side.
ambiguous_(Draws) :-
    nextto(Draw, Longer, Draws),
    append(Draw, _, Longer),
    !.

%!  belief_chances_(+Belief, +In, +Plays, -Chances) is det.
%   Chances are Role-Moves with Moves Move-Probability.
belief_chances_(Belief, In, Plays, Chances) :-
    findall(Role-(Move-P), ( member(weighs(Role, Move, Term), Belief), probability_(Term, In, Belief, P) ), All),
    keysort(All, Sorted),
    group_pairs_by_key(Sorted, Chances),
    forall(member(Role-Moves, Chances), must_be_mix_(Role, Moves, Plays, Belief)).

probability_(Term, In, Belief, P) :-
    (   term_cases(Term, In, [case(P0, [])]),
        number_(P0),
        P0 >= 0
    ->  P = P0
    ;   throw(error(domain_error(probabilities, Belief), _))
    ).

number_(P) :-
    P \= none(_).

must_be_mix_(Role, Moves, Plays, Belief) :-
    pairs_keys_values(Moves, Names, Ps),
    sum_list(Ps, Sum),
    sort(Names, Distinct),
    length(Names, Length),
    (   Sum =:= 1,
        length(Distinct, Length),
        forall(member(Name, Names), once(( member(play(Keys, _, _, _), Plays), memberchk(key(Role, _, Name, _), Keys) )))
    ->  true
    ;   throw(error(domain_error(probabilities, Belief), _))
    ).
