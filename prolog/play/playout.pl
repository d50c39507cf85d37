/** <module> Random playouts

For games that play/play.pl plays. In a small game the same states are met again and again: they are remembered, with
how many moves each role has and where the joint moves lead, and a playout passes through them without asking the
rules. Where the first playouts show that this is rare, as in large games, they go on without any memory. The moves
drawn are the same either way.
*/
:- module(playout,
          [ playout_members/3,  % +Game, +Request, -Members
            play_random/6       % +Game, +Seconds, +Seed, +Most, -Playouts, -States
          ]).
:- use_module(library(lists)).
:- use_module(library(random)).
:- use_module(play).

% node_(Id, Kind, State): Kind is end, or moves(Counts), how many moves each role has.
% edge_(Key, NextId): where a joint move leads, see key_/3.
:- dynamic
    node_/3,
    edge_/2.

% Fluents of all states remembered: some 60 MB.
most_fluents_(200_000).

% After so many playouts at least a sixth of their joint moves must have been remembered ones.
trial_playouts_(150).

%!  playout_members(+Game, +Request, -Members) is det.
%   The members of the JSON object that answers Request, random(Seconds, Seed, Most): see play_random/6.
playout_members(Game, random(Seconds, Seed, Most), [playouts-Playouts, states-States, cpu_micros-Micros]) :-
    statistics(cputime, Before),
    play_random(Game, Seconds, Seed, Most, Playouts, States),
    statistics(cputime, After),
    Micros is round((After - Before) * 1_000_000).

%!  play_random(+Game, +Seconds, +Seed, +Most, -Playouts, -States) is det.
%   Plays at random, each role choosing among its legal moves alike, until Seconds have passed. A playout ends in a
%   terminal state; one that comes to where a role has no legal move, or makes Most moves, is given up. States counts
%   the states that joint moves led to.
play_random(Game, Seconds, Seed, Most, Playouts, States) :-
    set_random(seed(Seed)),
    setup_call_cleanup(trie_new(Ids),
                       playouts_(Game, Ids, Seconds, Most, Playouts, States),
                       forget_(Ids)).

forget_(Ids) :-
    trie_destroy(Ids),
    retractall(node_(_, _, _)),
    retractall(edge_(_, _)).

playouts_(Game, Ids, Seconds, Most, Playouts, States) :-
    play_initial(Game, Initial),
    get_time(Now),
    End is Now + Seconds,
    Count = count(0, 0),
    Memory = memory(Ids, 0, 0, 0, 0),
    remember_(Initial, Game, Memory, Root),
    repeat,
    (   pays_(Count, Memory)
    ->  nb_setarg(4, Memory, 2),
        walk_(Root, Game, Memory, Most, End, 0, Met, Ended)
    ;   play_on(Game, Initial, Most, End, 0, Met, Ended)
    ),
    count_(Ended, Met, Count),
    get_time(Then),
    Then >= End,
    !,
    Count = count(Playouts, States).

pays_(count(Playouts, States), memory(_, _, _, _, Remembered)) :-
    trial_playouts_(Trial),
    (   Playouts < Trial
    ->  true
    ;   6*Remembered >= States
    ).

count_(Ended, Met, Count) :-
    Count = count(Playouts0, States0),
    States is States0 + Met,
    nb_setarg(2, Count, States),
    (   Ended == true
    ->  Playouts is Playouts0 + 1,
        nb_setarg(1, Count, Playouts)
    ;   true
    ).

%!  walk_(+Id, +Game, +Memory, +Most, +End, +Met0, -Met, -Ended) is det.
%   Plays on from a remembered state.
walk_(Id, Game, Memory, Most, End, Met0, Met, Ended) :-
    node_(Id, Kind, State),
    !,
    (   Kind == end
    ->  Met = Met0,
        Ended = true
    ;   Kind = moves(Counts),
        Met0 < Most,
        draw_(Counts, 0, Index)
    ->  Met1 is Met0 + 1,
        (   key_(Id, Index, Key),
            edge_(Key, NextId)
        ->  passed_(Memory),
            go_on_(NextId, Game, Memory, Most, End, Met1, Met, Ended)
        ;   play_numbered_(Game, State, Counts, Index, Next),
            step_to_(Next, Id, Index, Game, Memory, Most, End, Met1, Met, Ended)
        )
    ;   Met = Met0,
        Ended = false
    ).

%!  passed_(+Memory) is det.
%   Memory is memory(Ids, Count, Fluents, Halves, Passed): a trie of the states remembered and how many there are, the
%   fluents in them, twice how many more may be remembered in this playout, and how many joint moves were remembered.
%   A playout may remember one state and another for every two it passed through, so that this costs less than it saves.
passed_(Memory) :-
    Memory = memory(_, _, _, Halves0, Passed0),
    Halves is Halves0 + 1,
    nb_setarg(4, Memory, Halves),
    Passed is Passed0 + 1,
    nb_setarg(5, Memory, Passed).

go_on_(Id, Game, Memory, Most, End, Met0, Met, Ended) :-
    (   out_of_time(Met0, End)
    ->  Met = Met0,
        Ended = false
    ;   walk_(Id, Game, Memory, Most, End, Met0, Met, Ended)
    ).

%!  draw_(+Counts, +Index0, -Index) is semidet.
%   A number for a random one of each role's moves, that of the first role counts most; fails where a role has none.
draw_([], Index, Index).
draw_([Count|Counts], Index0, Index) :-
    (   Count =:= 1
    ->  Index1 = Index0
    ;   Count > 0,
        Index1 is Index0*Count + random(Count)
    ),
    draw_(Counts, Index1, Index).

%!  key_(+Id, +Index, -Key) is semidet.
%   Fails for a joint move of such a great number that keys would not be small integers, which are found by a hash.
key_(Id, Index, Key) :-
    Index < 1<<24,
    Key is Id<<24 \/ Index.

link_(Id, Index, NextId) :-
    (   key_(Id, Index, Key)
    ->  assertz(edge_(Key, NextId))
    ;   true
    ).

%!  play_numbered_(+Game, +State, +Counts, +Index, -Next) is det.
play_numbered_(Game, State, Counts, Index, Next) :-
    play_look(Game, State, _, Options),
    reverse(Counts, CountsBack),
    reverse(Options, OptionsBack),
    numbered_(CountsBack, OptionsBack, Index, [], Moves),
    play_after(Game, State, Moves, Next).

numbered_([], [], _, Moves, Moves).
numbered_([Count|Counts], [Options|Rest], Index, Moves0, Moves) :-
    divmod(Index, Count, Left, Place),
    nth0(Place, Options, Move),
    !,
    numbered_(Counts, Rest, Left, [Move|Moves0], Moves).

%!  step_to_(+Next, +Id, +Index, +Game, +Memory, +Most, +End, +Met0, -Met, -Ended) is det.
%   Plays on in Next, where the joint move Index of the state Id led, and remembers that.
step_to_(Next, Id, Index, Game, Memory, Most, End, Met0, Met, Ended) :-
    Memory = memory(Ids, _, Fluents, Halves, _),
    (   trie_lookup(Ids, Next, NextId)
    ->  link_(Id, Index, NextId),
        go_on_(NextId, Game, Memory, Most, End, Met0, Met, Ended)
    ;   Halves > 1,
        most_fluents_(MostFluents),
        Fluents < MostFluents
    ->  remember_(Next, Game, Memory, NextId),
        link_(Id, Index, NextId),
        Halves1 is Halves - 2,
        nb_setarg(4, Memory, Halves1),
        go_on_(NextId, Game, Memory, Most, End, Met0, Met, Ended)
    ;   play_on(Game, Next, Most, End, Met0, Met, Ended)
    ).

remember_(State, Game, Memory, Id) :-
    Memory = memory(Ids, Id, Fluents0, _, _),
    Id1 is Id + 1,
    nb_setarg(2, Memory, Id1),
    length(State, Length),
    Fluents is Fluents0 + Length,
    nb_setarg(3, Memory, Fluents),
    play_look(Game, State, Terminal, Options),
    kind_(Terminal, Options, Kind),
    trie_insert(Ids, State, Id),
    assertz(node_(Id, Kind, State)).

kind_(true, _, end).
kind_(false, Options, moves(Counts)) :-
    findall(Count, ( member(Moves, Options), length(Moves, Count) ), Counts).
