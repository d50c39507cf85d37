/** <module> Histories that what is given allows, and the plays they lead to

A world is a path: the list of its nodes, the latest first, down to the initial position. A node is

    node(Depth, State, Joint, Keys, Weight, Views)

with Depth the number of joint moves made, Joint the last of them (does(Role, Move) in role order; [] at the start), Keys
the choices made so far, latest first, Weight the probability of its moves of chance, and Views what each role did and
perceived so far: Role-View, View a list of view(Move, Percepts), latest first. Two worlds of one depth are the same to
a role just where its views are (Scherl and Levesque 2003; Schiffel and Thielscher, JAIR 49, 2014).

A choice is key(Role, Step, Move, Probability): a move that is no pass, or any where nobody can do but pass, at a step
from 1. The probability is that of the odds given for `random`, or of an even choice, and 1 for every other role.

A play is play(Keys, Weight, Payoffs, Seen) with the keys in order, Payoffs Role-Numbers, and Seen what was perceived:
seen(Role, Step, Percept).

What is given is given(Role, Plies, Later, Rounds, Facts, Odds): the role whose view it is, or `none`; for each joint move so far
ply(Moves, Whole, Parts, Refused), Role-Move that were made, Role-Percepts that are all a role perceived, Role-Percept
that are some of it, and Role-Move that the rules refuse and a match went on with: they may have been made in every world
where their role has a legal move of their kind, as lelma/knowledge has it; later(Step, Role, Move) for what was done
afterwards; the earlier rounds in which the whole game was played, each as made(Role, Move, Step) with the step or
`any`; the facts of a record (record.pl); and odds(Step, Move, Weight) for what chance does at a step, or with `any` at every step. Where odds are told of any of its legal moves, its moves are as
likely as their odds have it, and those without odds have none; elsewhere they are equally likely. Odds decide how likely
a world is, never whether it is possible.

Of a moment of a long match moment(Now, Deals) may stand in place of the plies: so many joint moves were made, and the
worlds are told, each as the list of fluents that hold in it and are asked about; whose view it is may be that of
`everyone` together there.

Where the rules say nothing of what is seen, the game is one of GDL-I: every role perceives every move.
*/
:- module(judge_worlds,
          [ given_now/2,        % +Given, -Now
            given_move/4,       % +Given, ?Step, +Role, -Move
            given_worlds/4,     % +Game, +Given, +Most, -Worlds
            given_plays/4,      % +Game, +Given, +Most, -Plays
            given_play_table/4, % +Game, +Given, +Most, -Table
            found_plays/4,      % +Game, +Given, +Most, -Count
            world_plays/5,      % +Game, +Given, +World, +Most, -Plays
            same_to/6,          % +Game, +Given, +Role, +World, +Most, -Worlds
            world_at/3,         % +World, +Depth, -Prefix
            given_memory/4,     % +Game, +Given, +Most, -Memory
            new_memory/1,       % -Memory
            forget_memory/1     % +Game
          ]).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(pairs)).
:- use_module('../situation/progression').

%!  given_now(+Given, -Now) is det.
%   Now is how many joint moves have been made.
given_now(given(_, Plies, _, _, _, _), Now) :-
    (   Plies = moment(Now0, _)
    ->  Now = Now0
    ;   length(Plies, Now)
    ).

%!  given_move(+Given, ?Step, +Role, -Move) is nondet.
%   Role made Move at Step, before now or later.
given_move(given(_, Plies, Later, _, _, _), Step, Role, Move) :-
    (   is_list(Plies),
        nth1(Step, Plies, ply(Moves, _, _)),
        memberchk(Role-Move, Moves)
    ;   member(later(Step, Role, Move), Later)
    ).

%!  given_worlds(+Game, +Given, +Most, -Worlds) is det.
%   All paths of as many joint moves as are given, of which all that is given holds.
%   @error resource_error(outcomes) for more than Most nodes on the way.
%   @error domain_error(odds, Odds) for odds that leave chance no move.
given_worlds(Game, given(_, Plies, _, _, _, Odds), Most, Worlds) :-
    (   Plies = moment(Now, Deals)
    ->  findall([node(Now, state(Fluents), [], [], 1, [])], member(Fluents, Deals), Worlds)
    ;   kept_(Game, worlds, plies(Plies, Odds, Most), Worlds, find_worlds_(Game, Plies, Odds, Most))
    ).

find_worlds_(Game, Plies, Odds, Most, Worlds) :-
    start_(Game, Start),
    findall(World, extended_(Plies, Game, [Start], search(count(0), Most, Odds), World), Worlds).

%!  given_plays(+Game, +Given, +Most, -Plays) is det.
%   All plays that begin with what is given; none where no more is told of a match than its moment.
given_plays(Game, Given, Most, Plays) :-
    kept_plays_(Game, Given, Most, Plays, _).

%!  given_play_table(+Game, +Given, +Most, -Table) is det.
%   The plays of given_plays/4 as the arguments of one term.
given_play_table(Game, Given, Most, Table) :-
    kept_plays_(Game, Given, Most, _, Table).

%!  found_plays(+Game, +Given, +Most, -Count) is semidet.
%   How many plays given_plays/4 has; fails where nobody asked for them yet.
found_plays(Game, given(_, Plies, _, _, _, Odds), Most, Count) :-
    known_(Game, plays, plies(Plies, Odds, Most), plays(_, Table)),
    functor(Table, _, Count).

kept_plays_(Game, Given, Most, Plays, Table) :-
    Given = given(_, Plies, _, _, _, Odds),
    (   Plies = moment(_, _)
    ->  Plays = [],
        Table = plays
    ;   kept_(Game, plays, plies(Plies, Odds, Most), plays(Plays, Table), find_plays_(Game, Given, Most))
    ).

find_plays_(Game, Given, Most, plays(Plays, Table)) :-
    Given = given(_, _, _, _, _, Odds),
    given_worlds(Game, Given, Most, Worlds),
    Search = search(count(0), Most, Odds),
    findall(Play, ( member(World, Worlds), continued_(Game, World, Search, Play) ), Plays),
    compound_name_arguments(Table, plays, Plays).

%!  world_plays(+Game, +Given, +World, +Most, -Plays) is det.
%   All plays that begin with a world.
world_plays(Game, given(_, _, _, _, _, Odds), World, Most, Plays) :-
    findall(Play, continued_(Game, World, search(count(0), Most, Odds), Play), Plays).

%!  same_to(+Game, +Given, +Role, +World, +Most, -Worlds) is det.
%   The worlds that Role can't tell from World; only the odds of what is given matter.
same_to(Game, given(_, Given, _, _, _, Odds), Role, [node(_, _, _, _, _, Views)|_], Most, Worlds) :-
    memberchk(Role-View, Views),
    reverse(View, InOrder),
    seen_plies_(InOrder, Role, Given, Plies),
    find_worlds_(Game, Plies, Odds, Most, Worlds).

% What a role did and perceived; what the rules refuse may have been made there, too.
seen_plies_([], _, _, []).
seen_plies_([view(Move, Percepts)|View], Role, Given0, [ply([Role-Move], [Role-Percepts], [], Refused)|Plies]) :-
    (   Given0 = [ply(_, _, _, Refused)|Given]
    ->  true
    ;   Refused = [],
        Given = []
    ),
    seen_plies_(View, Role, Given, Plies).

%!  world_at(+World, +Depth, -Prefix) is semidet.
%   The world as it was when Depth joint moves had been made; fails if fewer were.
world_at([Node|Nodes], Depth, Prefix) :-
    arg(1, Node, Here),
    (   Here =:= Depth
    ->  Prefix = [Node|Nodes]
    ;   Here > Depth
    ->  world_at(Nodes, Depth, Prefix)
    ).

start_(Game, node(0, State, [], [], 1, Views)) :-
    initial_state(Game, State),
    findall(Role-[], Game:role(Role), Views).

extended_([], _, World, _, World).
extended_([Ply|Plies], Game, World0, Search, World) :-
    World0 = [Node|_],
    step_(Game, Node, Ply, Search, Next),
    extended_(Plies, Game, [Next|World0], Search, World).

continued_(Game, World, Search, Play) :-
    World = [Node|_],
    Node = node(_, State, _, Keys, Weight, _),
    (   Game:terminal(State)
    ->  reverse(Keys, InOrder),
        state_goals(Game, State, Goals),
        findall(Role-Numbers, ( Game:role(Role), findall(N, member(Role-N, Goals), Numbers) ), Payoffs),
        seen_(Node, Seen),
        Play = play(InOrder, Weight, Payoffs, Seen)
    ;   step_(Game, Node, ply([], [], [], []), Search, Next),
        continued_(Game, [Next|World], Search, Play)
    ).

seen_(node(Depth, _, _, _, _, Views), Seen) :-
    findall(seen(Role, Step, Percept),
            ( member(Role-View, Views),
              nth0(Back, View, view(_, Percepts)),
              Step is Depth - Back,
              member(Percept, Percepts) ),
            Seen).

%!  step_(+Game, +Node, +Ply, +Search, -Next) is nondet.
%   Next follows Node by a legal joint move that agrees with what is given of it. Search is search(Count, Most, Odds),
%   with the number of nodes made so far in Count.
step_(Game, node(Depth0, State0, _, Keys0, Weight0, Views0), Ply, search(Count, Most, Odds), Next) :-
    Ply = ply(Moves, Whole, Parts, Refused),
    \+ Game:terminal(State0),
    findall(Role-Legal, state_moves(Game, State0, Role, Legal), Options),
    findall(Role, Game:chooses(Role, State0), Choosers),
    Depth is Depth0 + 1,
    made_(Options, Moves, Refused, Depth, Choosers, Odds, Joint, Keys0, Keys, Weight0, Weight),
    forall(member(Role-Percepts, Whole),
           ( sort(Percepts, Set), perceived_(Game, Role, Joint, State0, Seen), Seen == Set )),
    forall(member(Role-Percept, Parts), ( perceived_(Game, Role, Joint, State0, Seen), memberchk(Percept, Seen) )),
    percepts_(Views0, Game, Joint, State0, Views),
    counted_(Count, Most),
    next_state(Game, State0, Joint, State),
    Next = node(Depth, State, Joint, Keys, Weight, Views).

made_([], _, _, _, _, _, [], Keys, Keys, Weight, Weight).
made_([Role-Legal|Options], Moves, Refused, Step, Choosers, Odds, [does(Role, Move)|Joint], Keys0, Keys, Weight0, Weight) :-
    (   Role == random
    ->  chances_(Odds, Step, Legal, Chances)
    ;   Chances = sure
    ),
    possible_(Refused, Role, Legal, Possible),
    (   memberchk(Role-Made, Moves)
    ->  memberchk(Made, Possible),
        Move = Made
    ;   member(Move, Possible)
    ),
    chance_of_(Chances, Move, Probability),
    Weight1 is Weight0 * Probability,
    (   memberchk(Role, Choosers)
    ->  Keys1 = [key(Role, Step, Move, Probability)|Keys0]
    ;   Keys1 = Keys0
    ),
    made_(Options, Moves, Refused, Step, Choosers, Odds, Joint, Keys1, Keys, Weight1, Weight).

possible_(Refused, Role, Legal, Possible) :-
    (   Refused == []
    ->  Possible = Legal
    ;   findall(Move, ( member(Role-Move, Refused), of_a_kind_(Move, Legal) ), More),
        union(More, Legal, Possible)
    ).

of_a_kind_(Move, Legal) :-
    functor(Move, Name, Arity),
    functor(Like, Name, Arity),
    memberchk(Like, Legal).

%!  chances_(+Odds, +Step, +Legal, -Chances) is det.
%   How likely the legal moves of chance are: even(Probability), or odds(Weights, Whole) with Move-Weight.
chances_(Odds, Step, Legal, Chances) :-
    (   Odds == []
    ->  Weights = []
    ;   findall(Each-Weight, ( member(Each, Legal), odds_of_(Odds, Step, Each, Weight) ), Weights)
    ),
    (   Weights == []
    ->  length(Legal, Ways),
        Probability is 1 rdiv Ways,
        Chances = even(Probability)
    ;   pairs_values(Weights, All),
        sum_list(All, Whole),
        (   Whole > 0
        ->  true
        ;   throw(error(domain_error(odds, Odds), _))
        ),
        Chances = odds(Weights, Whole)
    ).

chance_of_(sure, _, 1).
chance_of_(even(Probability), _, Probability).
chance_of_(odds(Weights, Whole), Move, Probability) :-
    (   memberchk(Move-Weight, Weights)
    ->  Probability is Weight rdiv Whole
    ;   Probability = 0
    ).

% Odds of a step go before those of every step.
odds_of_(Odds, Step, Move, Weight) :-
    (   memberchk(odds(Step, Move, Weight0), Odds)
    ->  Weight = Weight0
    ;   memberchk(odds(any, Move, Weight), Odds)
    ).

percepts_([], _, _, _, []).
percepts_([Role-View|Views0], Game, Joint, State, [Role-[view(Move, Percepts)|View]|Views]) :-
    memberchk(does(Role, Move), Joint),
    perceived_(Game, Role, Joint, State, Percepts),
    percepts_(Views0, Game, Joint, State, Views).

perceived_(Game, Role, Joint, State, Percepts) :-
    (   predicate_property(Game:percept(_, _, _, _), number_of_clauses(0))
    ->  sort(Joint, Percepts)
    ;   findall(P, Game:percept(Role, P, Joint, State), Found),
        sort(Found, Percepts)
    ).

counted_(Count, Most) :-
    arg(1, Count, N0),
    N is N0 + 1,
    (   N > Most
    ->  throw(error(resource_error(outcomes), _))
    ;   nb_setarg(1, Count, N)
    ).

% The last worlds and plays of each game are kept: many formulas are asked of one moment. A fact in the game's module
% tells whether they are its own; loading another program there removes it.

%!  given_memory(+Game, +Given, +Most, -Memory) is det.
%   Memory is memory(Found, Tables): tries for what was found of formulas after what is given, and of what terms stand for
%   in its plays. They are those of the last request if nothing has changed since and not too much is in them; Tables
%   outlives Found, and is shared by all that is given of the same moves.
given_memory(Game, Given, Most, memory(Found, Tables)) :-
    Given = given(_, Plies, _, _, _, Odds),
    small_(Game, tables, plies(Plies, Odds, Most), Tables),
    small_(Game, memory, found(Given, Most, Tables), Found).

%!  new_memory(-Memory) is det.
%   A memory of its own.
new_memory(memory(Found, Tables)) :-
    trie_new(Found),
    trie_new(Tables).

%!  forget_memory(+Game) is det.
%   Forget what was found of formulas about Game.
forget_memory(Game) :-
    kept_(Game, memory, none, _, trie_new).

small_(Game, What, Key, Trie) :-
    kept_(Game, What, Key, Trie0, trie_new),
    most_entries_(Entries),
    (   trie_property(Trie0, value_count(Count)),
        Count > Entries
    ->  kept_(Game, What, none, _, trie_new),
        kept_(Game, What, Key, Trie, trie_new)
    ;   Trie = Trie0
    ).

most_entries_(10_000).

:- meta_predicate kept_(+, +, +, -, 1).

kept_(Game, What, Key, Value, Find) :-
    (   known_(Game, What, Key, Value0)
    ->  Value = Value0
    ;   call(Find, Value),
        flag(judge_generation, Next, Next + 1),
        atomic_list_concat([judge, What, Game], ' ', Name),
        dynamic(Game:'judge keeps'/3),
        retractall(Game:'judge keeps'(What, _, _)),
        assertz(Game:'judge keeps'(What, Name, Next)),
        nb_setval(Name, kept(Next, Key, Value))
    ).

known_(Game, What, Key, Value) :-
    current_predicate(Game:'judge keeps'/3),
    call(Game:'judge keeps'(What, Name, Generation)),
    nb_current(Name, kept(Generation, Key0, Value)),
    Key0 == Key.
