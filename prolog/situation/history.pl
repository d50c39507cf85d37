/** <module> Games played by their history

The stepper `regression`: what play/play.pl answers from one current state is asked here of situations, by the plain
regression of situation/regression.pl. Constants are atoms, as in play programs, so both order moves alike and the same
seed gives the same playouts.
*/
:- module(history,
          [ history_members/3   % +Game, +Request, -Members
          ]).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(random)).
:- use_module(library(time)).
:- use_module('../play/kif_text').
:- use_module('../play/play').

%!  history_members(+Game, +Request, -Members) is det.
%   The members of the JSON object that answers Request; terms are texts in KIF.
history_members(Game, Request, Members) :-
    members_(Request, Game, Members).

members_(roles, Game, [roles-Texts]) :-
    roles_(Game, Roles),
    term_texts(Roles, Texts).
members_(step(JointMoves), Game, [sees-Seen|Members]) :-
    members_(after(JointMoves), Game, Members),
    append(Before, [Moves], JointMoves),
    roles_(Game, Roles),
    foldl(do_(Roles), Before, s0, S),
    maplist(does_, Roles, Moves, Joint),
    maplist(role_sees_(Game, Joint, S), Roles, Percepts),
    term_text_lists(Percepts, Seen).
members_(goals(JointMoves), Game, [goals-Goals]) :-
    roles_(Game, Roles),
    foldl(do_(Roles), JointMoves, s0, S),
    maplist(role_goals_(Game, S), Roles, Values),
    term_text_lists(Values, Goals).
members_(after(JointMoves), Game, [state-Texts, terminal-Terminal, legal-Legal, cpu_micros-Micros]) :-
    statistics(cputime, Before),
    roles_(Game, Roles),
    foldl(do_(Roles), JointMoves, s0, S),
    state_(Game, S, State),
    terminal_(Game, S, Terminal),
    legal_(Game, S, Roles, Moves),
    statistics(cputime, After),
    Micros is round((After - Before) * 1_000_000),
    term_texts(State, Texts),
    term_text_lists(Moves, Legal).
members_(random(Seconds, Seed, Most), Game, [playouts-Playouts, states-States, cpu_micros-Micros]) :-
    statistics(cputime, Before),
    random_(Game, Seconds, Seed, Most, Playouts, States),
    statistics(cputime, After),
    Micros is round((After - Before) * 1_000_000).
members_(perft(Depth), Game, [levels-Levels]) :-
    perft_(Game, Depth, Levels).

roles_(Game, Roles) :-
    findall(R, Game:role(R), Found),
    list_to_set(Found, Roles).

do_(Roles, Moves, S, do(Joint, S)) :-
    maplist(does_, Roles, Moves, Joint).

does_(R, M, does(R, M)).

state_(Game, S, State) :-
    findall(F, Game:holds(F, S), Found),
    sort(Found, State).

terminal_(Game, S, Terminal) :-
    (   Game:terminal(S)
    ->  Terminal = true
    ;   Terminal = false
    ).

legal_(Game, S, Roles, Moves) :-
    maplist(role_legal_(Game, S), Roles, Moves).

role_legal_(Game, S, R, Moves) :-
    findall(M, Game:legal_move(R, M, S), Found),
    sort(Found, Moves).

role_sees_(Game, Joint, S, R, Percepts) :-
    findall(P, Game:percept(R, P, Joint, S), Found),
    sort(Found, Percepts).

role_goals_(Game, S, R, Values) :-
    findall(V, Game:goal_value(R, V, S), Found),
    sort(Found, Values).

% A step can take longer than all the time there is, so the clock stops the search wherever it is.
random_(Game, Seconds, Seed, Most, Playouts, States) :-
    set_random(seed(Seed)),
    roles_(Game, Roles),
    Count = count(0, 0),
    catch(call_with_time_limit(Seconds, forall(repeat, playout_(Game, Roles, s0, Most, Count))),
          time_limit_exceeded,
          true),
    Count = count(Playouts, States).

playout_(Game, Roles, S, Left, Count) :-
    (   Game:terminal(S)
    ->  add_(Count, 1, 1)
    ;   Left > 0,
        maplist(choose_(Game, S), Roles, Moves)
    ->  do_(Roles, Moves, S, Next),
        add_(Count, 2, 1),
        Left1 is Left - 1,
        playout_(Game, Roles, Next, Left1, Count)
    ;   true
    ).

choose_(Game, S, R, M) :-
    role_legal_(Game, S, R, Moves),
    pick_move(Moves, M).

perft_(Game, Depth, Levels) :-
    findall(level(0, 0, 0, 0)-Seen, ( between(0, Depth, _), trie_new(Seen) ), Pairs),
    roles_(Game, Roles),
    visit_(Pairs, Game, Roles, s0),
    findall([A, B, C, D], member(level(A, B, C, D)-_, Pairs), Levels).

visit_([Level-Seen|Deeper], Game, Roles, S) :-
    state_(Game, S, State),
    terminal_(Game, S, Terminal),
    add_(Level, 1, 1),
    (   trie_insert(Seen, State)
    ->  New = 1
    ;   New = 0
    ),
    add_(Level, 3, New),
    (   Terminal == true
    ->  add_(Level, 2, 1),
        add_(Level, 4, New)
    ;   Deeper == []
    ->  true
    ;   legal_(Game, S, Roles, Options),
        forall(( maplist(member_, Options, Moves), do_(Roles, Moves, S, Next) ),
               visit_(Deeper, Game, Roles, Next))
    ).

member_(Options, Move) :-
    member(Move, Options).

add_(Count, Place, More) :-
    arg(Place, Count, N0),
    N is N0 + More,
    nb_setarg(Place, Count, N).
