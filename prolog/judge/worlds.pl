/** <module> Histories that what is given allows, and the plays they lead to

A world is a path: the list of its nodes, the latest first, down to the initial position. A node is

    node(Depth, State, Joint, Keys, Weight, Views)

with Depth the number of joint moves made, Joint the last of them (does(Role, Move) in role order; [] at the start), Keys
the choices made so far, latest first, Weight the probability of its moves of chance, and Views what each role did and
perceived so far: Role-View, View a list of view(Move, Percepts), latest first. Two worlds of one depth are the same to
a role just where its views are (Scherl and Levesque 2003; Schiffel and Thielscher, JAIR 49, 2014).

A choice is key(Role, Step, Move, Probability): a move that is no pass, or any where nobody can do but pass, at a step
from 1. The probability is that of an even choice for `random`, and 1 for every other role.

A play is play(Keys, Weight, Payoffs, Seen) with the keys in order, Payoffs Role-Numbers, and Seen what was perceived:
seen(Role, Step, Percept).

What is given is given(Role, Plies, Later, Rounds, Facts): the role whose view it is, or `none`; for each joint move so far
ply(Moves, Whole, Parts), Role-Move that were made, Role-Percepts that are all a role perceived, and Role-Percept that
are some of it; later(Step, Role, Move) for what was done afterwards; the joint moves, Role-Move lists, of
earlier rounds in which the whole game was played; and the facts of a record (record.pl). Where the rules say nothing of what is seen, the game is
one of GDL-I: every role perceives every move.
*/
:- module(judge_worlds,
          [ given_worlds/4,     % +Game, +Given, +Most, -Worlds
            given_plays/4,      % +Game, +Given, +Most, -Plays
            world_plays/4,      % +Game, +World, +Most, -Plays
            same_to/5,          % +Game, +Role, +World, +Most, -Worlds
            world_at/3          % +World, +Depth, -Prefix
          ]).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(ordsets)).
:- use_module('../situation/progression').

%!  given_worlds(+Game, +Given, +Most, -Worlds) is det.
%   All paths of as many joint moves as are given, of which all that is given holds.
%   @error resource_error(outcomes) for more than Most nodes on the way.
given_worlds(Game, given(_, Plies, _, _, _), Most, Worlds) :-
    kept_(Game, worlds, Plies-Most, Worlds, find_worlds_(Game, Plies, Most)).

find_worlds_(Game, Plies, Most, Worlds) :-
    Count = count(0),
    start_(Game, Start),
    findall(World, extended_(Plies, Game, [Start], Count-Most, World), Worlds).

%!  given_plays(+Game, +Given, +Most, -Plays) is det.
%   All plays that begin with what is given.
given_plays(Game, Given, Most, Plays) :-
    Given = given(_, Plies, _, _, _),
    kept_(Game, plays, Plies-Most, Plays, find_plays_(Game, Given, Most)).

find_plays_(Game, Given, Most, Plays) :-
    given_worlds(Game, Given, Most, Worlds),
    Count = count(0),
    findall(Play, ( member(World, Worlds), continued_(Game, World, Count-Most, Play) ), Plays).

%!  world_plays(+Game, +World, +Most, -Plays) is det.
%   All plays that begin with a world.
world_plays(Game, World, Most, Plays) :-
    findall(Play, continued_(Game, World, count(0)-Most, Play), Plays).

%!  same_to(+Game, +Role, +World, +Most, -Worlds) is det.
%   The worlds that Role can't tell from World.
same_to(Game, Role, [node(_, _, _, _, _, Views)|_], Most, Worlds) :-
    memberchk(Role-View, Views),
    findall(ply([Role-Move], [Role-Percepts], []), member(view(Move, Percepts), View), Latest),
    reverse(Latest, Plies),
    find_worlds_(Game, Plies, Most, Worlds).

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
extended_([Ply|Plies], Game, World0, Limit, World) :-
    World0 = [Node|_],
    step_(Game, Node, Ply, Limit, Next),
    extended_(Plies, Game, [Next|World0], Limit, World).

continued_(Game, World, Limit, Play) :-
    World = [Node|_],
    Node = node(_, State, _, Keys, Weight, _),
    (   Game:terminal(State)
    ->  reverse(Keys, InOrder),
        state_goals(Game, State, Goals),
        findall(Role-Numbers, ( Game:role(Role), findall(N, member(Role-N, Goals), Numbers) ), Payoffs),
        seen_(Node, Seen),
        Play = play(InOrder, Weight, Payoffs, Seen)
    ;   step_(Game, Node, ply([], [], []), Limit, Next),
        continued_(Game, [Next|World], Limit, Play)
    ).

seen_(node(Depth, _, _, _, _, Views), Seen) :-
    findall(seen(Role, Step, Percept),
            ( member(Role-View, Views),
              nth0(Back, View, view(_, Percepts)),
              Step is Depth - Back,
              member(Percept, Percepts) ),
            Seen).

%!  step_(+Game, +Node, +Ply, +Limit, -Next) is nondet.
%   Next follows Node by a legal joint move that agrees with what is given of it.
step_(Game, node(Depth0, State0, _, Keys0, Weight0, Views0), ply(Moves, Whole, Parts), Count-Most, Next) :-
    \+ Game:terminal(State0),
    findall(Role-Legal, state_moves(Game, State0, Role, Legal), Options),
    findall(Role, Game:chooses(Role, State0), Choosers),
    Depth is Depth0 + 1,
    made_(Options, Moves, Depth, Choosers, Joint, Keys0, Keys, Weight0, Weight),
    forall(member(Role-Percepts, Whole),
           ( sort(Percepts, Set), perceived_(Game, Role, Joint, State0, Seen), Seen == Set )),
    forall(member(Role-Percept, Parts), ( perceived_(Game, Role, Joint, State0, Seen), memberchk(Percept, Seen) )),
    percepts_(Views0, Game, Joint, State0, Views),
    counted_(Count, Most),
    next_state(Game, State0, Joint, State),
    Next = node(Depth, State, Joint, Keys, Weight, Views).

made_([], _, _, _, [], Keys, Keys, Weight, Weight).
made_([Role-Legal|Options], Moves, Step, Choosers, [does(Role, Move)|Joint], Keys0, Keys, Weight0, Weight) :-
    (   memberchk(Role-Made, Moves)
    ->  memberchk(Made, Legal),
        Move = Made
    ;   member(Move, Legal)
    ),
    (   Role == random
    ->  length(Legal, Ways),
        Probability is 1 rdiv Ways,
        Weight1 is Weight0 * Probability
    ;   Probability = 1,
        Weight1 = Weight0
    ),
    (   memberchk(Role, Choosers)
    ->  Keys1 = [key(Role, Step, Move, Probability)|Keys0]
    ;   Keys1 = Keys0
    ),
    made_(Options, Moves, Step, Choosers, Joint, Keys1, Keys, Weight1, Weight).

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

:- meta_predicate kept_(+, +, +, -, 1).

kept_(Game, What, Key, Value, Find) :-
    atomic_list_concat([judge, What, Game], ' ', Name),
    Mark = Game:'judge keeps'(What, Generation),
    (   current_predicate(Game:'judge keeps'/2),
        call(Mark),
        nb_current(Name, kept(Generation, Key0, Value0)),
        Key0 == Key
    ->  Value = Value0
    ;   call(Find, Value),
        flag(judge_generation, Next, Next + 1),
        dynamic(Game:'judge keeps'/2),
        retractall(Game:'judge keeps'(What, _)),
        assertz(Game:'judge keeps'(What, Next)),
        nb_setval(Name, kept(Next, Key, Value))
    ).
