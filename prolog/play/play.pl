/** <module> Games played move by move

A game's play program (gdl/compile) speaks of one current state, whose fluents are facts of the game's module.
This module moves those facts to whatever state a question is about, changing only what differs. A state is the
sorted list of its fluents; a joint move is a list of moves in role order. Every predicate takes the game's module
first. Nothing here leaves a choice point in a state's facts, or else the facts of the past could not be reclaimed.
*/
:- module(play,
          [ play_members/3,     % +Game, +Request, -Members
            prepare_play/1,     % +Game
            play_roles/2,       % +Game, -Roles
            play_initial/2,     % +Game, -State
            play_look/4,        % +Game, +State, -Terminal, -Moves
            play_goals/3,       % +Game, +State, -Goals
            play_next/5,        % +Game, +State, +Moves, -Next, -Percepts
            play_after/4,       % +Game, +State, +Moves, -Next
            pick_move/2,        % +Moves, -Move
            play_on/7,          % +Game, +State, +Most, +End, +Met0, -Met, -Ended
            out_of_time/2,      % +Met, +End
            play_perft/3        % +Game, +Depth, -Levels
          ]).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(ordsets)).
:- use_module(library(random)).
:- use_module(kif_text).
:- use_module(play_table).

%!  prepare_play(+Game) is det.
%   Makes a game, just loaded, ready to be played.
prepare_play(Game) :-
    tabulate_relations(Game),
    findall(R, Game:'role rules'(R), Found),
    list_to_set(Found, Roles),
    assertz(Game:'role list'(Roles)),
    nb_setval(Game, none).

%!  growing_(+Game, +State, -Relation, -Arity, -Trouble) is semidet.
%   A relation that is too large in State, one that others rest on before those.
growing_(Game, _, Relation, Arity, Trouble) :-
    Game:'left open'(Relation, Arity, Trouble),
    !.
growing_(Game, State, Relation, Arity, Trouble) :-
    set_state_(Game, State),
    findall(free(R, A), Game:'free relation'(R, A), Found),
    reverse(Found, Frees),
    member(free(Relation, Arity), Frees),
    functor(Goal, Relation, Arity),
    bounded_answers(Game, Goal, Goal, _, Trouble),
    Trouble \== none,
    !.

%!  play_roles(+Game, -Roles) is det.
play_roles(Game, Roles) :-
    Game:'role list'(Roles),
    !.

%!  play_initial(+Game, -State) is det.
play_initial(Game, State) :-
    findall(F, Game:'init static'(F), Found),
    sort(Found, State).

%!  play_look(+Game, +State, -Terminal, -Moves) is det.
%   Terminal is true or false; Moves has for each role the sorted list of its legal moves.
play_look(Game, State, Terminal, Moves) :-
    set_state_(Game, State),
    terminal_(Game, Terminal),
    legal_(Game, Moves).

terminal_(Game, Terminal) :-
    (   Game:'terminal '
    ->  Terminal = true
    ;   Terminal = false
    ).

legal_(Game, Moves) :-
    play_roles(Game, Roles),
    legal_(Roles, Game, Moves).

legal_([], _, []).
legal_([R|Rs], Game, [Ms|Mss]) :-
    findall(M, Game:'legal bf'(R, M), Found),
    sort(Found, Ms),
    legal_(Rs, Game, Mss).

%!  play_goals(+Game, +State, -Goals) is det.
%   Goals has for each role the sorted list of its goal values, as the rules spell them.
play_goals(Game, State, Goals) :-
    set_state_(Game, State),
    play_roles(Game, Roles),
    findall(Values, ( member(R, Roles), findall(V, Game:'goal bf'(R, V), Vs), sort(Vs, Values) ), Goals).

%!  play_next(+Game, +State, +Moves, -Next, -Percepts) is det.
%   Percepts has for each role the sorted list of what it sees as Moves are made.
play_next(Game, State, Moves, Next, Percepts) :-
    set_state_(Game, State),
    Game:joint(Moves, Joint),
    next_(Game, Joint, Next),
    play_roles(Game, Roles),
    findall(Ps, ( member(R, Roles), findall(P, Game:'sees bf'(Joint, R, P), Found), sort(Found, Ps) ), Percepts).

%!  play_after(+Game, +State, +Moves, -Next) is det.
play_after(Game, State, Moves, Next) :-
    set_state_(Game, State),
    Game:joint(Moves, Joint),
    next_(Game, Joint, Next).

next_(Game, Joint, Next) :-
    findall(F, Game:'next f'(Joint, F), Found),
    sort(Found, Next).

% The current state

%!  set_state_(+Game, +State) is det.
%   The facts become those of State. While they change the state is unknown: a limit may strike at any time.
set_state_(Game, State) :-
    nb_getval(Game, Old),
    (   Old == State
    ->  true
    ;   nb_setval(Game, none),
        (   Old == none
        ->  forget_state_(Game),
            add_all_(State, Game)
        ;   change_state_(Game, Old, State)
        ),
        nb_setval(Game, State)
    ).

forget_state_(Game) :-
    forget_tables_(Game),
    forall(Game:'state predicate'(Name, Arity),
           ( functor(Fact, Name, Arity), retractall(Game:Fact) )).

forget_tables_(Game) :-
    (   Game:'has tables'
    ->  abolish_all_tables
    ;   true
    ).

change_state_(Game, Old, New) :-
    forget_tables_(Game),
    change_(Old, New, Game).

change_([], New, Game) :-
    add_all_(New, Game).
change_([O|Os], New, Game) :-
    change_(New, O, Os, Game).

change_([], O, Os, Game) :-
    remove_(O, Game),
    remove_all_(Os, Game).
change_([N|Ns], O, Os, Game) :-
    compare(Order, O, N),
    change_(Order, O, Os, N, Ns, Game).

change_(=, _, Os, _, Ns, Game) :-
    change_(Os, Ns, Game).
change_(<, O, Os, N, Ns, Game) :-
    remove_(O, Game),
    (   Os = [O1|Os1]
    ->  change_([N|Ns], O1, Os1, Game)
    ;   add_all_([N|Ns], Game)
    ).
change_(>, O, Os, N, Ns, Game) :-
    add_(N, Game),
    change_(Ns, O, Os, Game).

add_all_([], _).
add_all_([F|Fs], Game) :-
    add_(F, Game),
    add_all_(Fs, Game).

remove_all_([], _).
remove_all_([F|Fs], Game) :-
    remove_(F, Game),
    remove_all_(Fs, Game).

add_(F, Game) :-
    fact_(F, Game, Fact),
    assertz(Game:Fact).

remove_(F, Game) :-
    fact_(F, Game, Fact),
    retractall(Game:Fact).

fact_(F, Game, Fact) :-
    (   atomic(F)
    ->  Fact = 'constant true'(F)
    ;   Game:'fact of'(F, Fact)
    ->  true
    ;   domain_error(fluent, F)
    ).

% Random play

%!  play_on(+Game, +State, +Most, +End, +Met0, -Met, -Ended) is det.
%   Plays at random from State, each role choosing among its legal moves alike, to a terminal state: then Ended is
%   true. It is false where a role has no legal move, where Most joint moves were made, or at the time End. Met counts
%   the joint moves, from Met0.
play_on(Game, State, Most, End, Met0, Met, Ended) :-
    jump_(Game, State),
    play_roles(Game, Roles),
    nb_setval(Game, none),
    play_on_(Game, Roles, State, Most, End, Met0, Last, Met, Ended),
    nb_setval(Game, Last).

% As set_state_/2, where little may stay of the old state: then all facts go at once, not one by one.
jump_(Game, State) :-
    nb_getval(Game, Old),
    (   Old \== none,
        ord_intersection(Old, State, Common),
        length(Common, Same),
        length(Old, All),
        5*Same < 2*All
    ->  nb_setval(Game, none)
    ;   true
    ),
    set_state_(Game, State).

play_on_(Game, Roles, State, Most, End, Met0, Last, Met, Ended) :-
    (   Game:'terminal '
    ->  Last = State,
        Met = Met0,
        Ended = true
    ;   Met0 < Most,
        choose_(Roles, Game, Moves)
    ->  Game:joint(Moves, Joint),
        next_(Game, Joint, Next),
        change_state_(Game, State, Next),
        Met1 is Met0 + 1,
        (   out_of_time(Met1, End)
        ->  Last = Next,
            Met = Met1,
            Ended = false
        ;   play_on_(Game, Roles, Next, Most, End, Met1, Last, Met, Ended)
        )
    ;   Last = State,
        Met = Met0,
        Ended = false
    ).

%!  out_of_time(+Met, +End) is semidet.
%   The clock is read after every 16th joint move.
out_of_time(Met, End) :-
    Met mod 16 =:= 0,
    get_time(Now),
    Now >= End.

choose_([], _, []).
choose_([R|Rs], Game, [M|Ms]) :-
    findall(Legal, Game:'legal bf'(R, Legal), Found),
    sort(Found, Moves),
    pick_move(Moves, M),
    choose_(Rs, Game, Ms).

%!  pick_move(+Moves, -Move) is semidet.
%   A random one of Moves; fails if there is none.
pick_move([M], Picked) :-
    !,
    Picked = M.
pick_move(Moves, M) :-
    length(Moves, Length),
    Length > 0,
    Index is random(Length),
    nth0(Index, Moves, M),
    !.

% Counting

%!  play_perft(+Game, +Depth, -Levels) is det.
%   Levels has for each depth from 0 level(Sequences, TerminalSequences, States, TerminalStates): sequences of joint
%   moves of that length, and the distinct states they lead to.
play_perft(Game, Depth, Levels) :-
    play_initial(Game, Initial),
    trie_new(States),
    trie_insert(States, Initial, 1),
    perft_(0, Depth, Game, States, Levels).

perft_(Depth, Most, Game, States, [Level|Levels]) :-
    trie_new(Nexts),
    Level = level(0, 0, 0, 0),
    (   trie_gen(States, State, Count),
        visit_(Game, State, Count, Level, Nexts, Depth < Most),
        fail
    ;   true
    ),
    trie_destroy(States),
    (   Depth < Most
    ->  Depth1 is Depth + 1,
        perft_(Depth1, Most, Game, Nexts, Levels)
    ;   Levels = []
    ).

visit_(Game, State, Count, Level, Nexts, Deeper) :-
    set_state_(Game, State),
    add_count_(1, Level, Count),
    add_count_(3, Level, 1),
    (   Game:'terminal '
    ->  add_count_(2, Level, Count),
        add_count_(4, Level, 1)
    ;   Deeper
    ->  legal_(Game, Options),
        (   maplist(member_, Options, Moves),
            Game:joint(Moves, Joint),
            next_(Game, Joint, Next),
            reach_(Nexts, Next, Count),
            fail
        ;   true
        )
    ;   true
    ).

member_(Options, Move) :-
    member(Move, Options).

add_count_(Place, Level, More) :-
    arg(Place, Level, N0),
    N is N0 + More,
    nb_setarg(Place, Level, N).

reach_(States, State, Count) :-
    (   trie_lookup(States, State, Before)
    ->  Now is Before + Count,
        trie_update(States, State, Now)
    ;   trie_insert(States, State, Count)
    ).

% Requests

%!  play_members(+Game, +Request, -Members) is det.
%   The members of the JSON object that answers Request; terms are texts in KIF.
play_members(Game, Request, Members) :-
    members_(Request, Game, Members).

members_(roles, Game, [roles-Texts]) :-
    play_roles(Game, Roles),
    term_texts(Roles, Texts).
members_(initial, Game, [state-Texts]) :-
    play_initial(Game, State),
    term_texts(State, Texts).
members_(look(Fluents), Game, [terminal-Terminal, legal-Texts]) :-
    sort(Fluents, State),
    play_look(Game, State, Terminal, Moves),
    term_text_lists(Moves, Texts).
members_(goals(Fluents), Game, [goals-Texts]) :-
    sort(Fluents, State),
    play_goals(Game, State, Goals),
    term_text_lists(Goals, Texts).
members_(next(Fluents, Moves), Game, [state-Texts, sees-Seen]) :-
    sort(Fluents, State),
    play_next(Game, State, Moves, Next, Percepts),
    term_texts(Next, Texts),
    term_text_lists(Percepts, Seen).
members_(walk(Fluents, Joints), Game, [looks-Looks, steps-Steps]) :-
    sort(Fluents, State),
    walk_(Joints, Game, State, Looks, Steps).
members_(advance(Fluents, Moves), Game, Members) :-
    sort(Fluents, State),
    play_next(Game, State, Moves, Next, Percepts),
    play_look(Game, Next, Terminal, NextMoves),
    term_texts(Next, Texts),
    term_text_lists(Percepts, Seen),
    term_text_lists(NextMoves, Legal),
    Members = [state-Texts, sees-Seen, terminal-Terminal, legal-Legal].
members_(growing(Fluents), Game, Members) :-
    sort(Fluents, State),
    (   growing_(Game, State, Relation, Arity, Trouble)
    ->  Members = [relation-Relation, arity-Arity, trouble-Trouble]
    ;   Members = []
    ).
members_(perft(Depth), Game, [levels-Levels]) :-
    play_perft(Game, Depth, Found),
    findall([A, B, C, D], member(level(A, B, C, D), Found), Levels).

% What each state offers on the way of some joint moves, and what each of them leads to.
walk_(Joints, Game, State, [object(Look)|Looks], Steps) :-
    members_(look(State), Game, Look),
    (   Joints = [Moves|Rest]
    ->  play_next(Game, State, Moves, Next, Percepts),
        term_texts(Next, Texts),
        term_text_lists(Percepts, Seen),
        Steps = [object([state-Texts, sees-Seen])|More],
        walk_(Rest, Game, Next, Looks, More)
    ;   Looks = [],
        Steps = []
    ).
