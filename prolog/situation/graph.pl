/** <module> The states of a game and the joint moves between them

What a game tree is unfolded from: every state that can be reached, once, with the legal moves in it, the states
they lead to and, where the rules have percepts, what each role perceives on the way.
*/
:- module(graph,
          [ game_graph/4        % +Game, +Percepts, +Most, -Nodes
          ]).
:- use_module(library(apply)).
:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(rbtrees)).
:- use_module(progression).

%!  game_graph(+Game, +Percepts, +Most, -Nodes) is det.
%   Nodes are the states met breadth first, numbered from 0, each
%
%     - end(Goals): terminal, with Goals as Role-Number, or
%     - state(Moves, Edges): Moves are Role-ListOfMoves in role order; Edges has edge(Next, Percepts) for every joint
%       move, the last role's move changing fastest: Next is the number of a state, Percepts are Role-ListOfPercepts,
%       or [] if the flag Percepts is false.
%
%   A state in which some role has no legal move has no edges.
%   @error resource_error(states) if there are more than Most joint moves in all of them together.
game_graph(Game, Percepts, Most, Nodes) :-
    must_be(positive_integer, Most),
    initial_state(Game, State),
    rb_new(Seen0),
    rb_insert_new(Seen0, State, 0, Seen),
    nodes_([State|Tail], Tail, Seen, 1, Game, Percepts, Most, Nodes).

nodes_(Queue, Tail, _, _, _, _, _, []) :-
    Queue == Tail,
    !.
nodes_([State|Queue], Tail, Seen0, N0, Game, Percepts, Left0, [Node|Nodes]) :-
    (   Game:terminal(State)
    ->  state_goals(Game, State, Goals),
        Node = end(Goals),
        Tail1 = Tail,
        Seen = Seen0,
        N = N0,
        Left = Left0
    ;   findall(R-Ms, state_moves(Game, State, R, Ms), Moves),
        foldl(times_, Moves, 1, Joints),
        Left is Left0 - 1 - Joints,
        (   Left < 0
        ->  resource_error(states)
        ;   true
        ),
        findall(Next-Seens,
                ( state_joint(Game, State, Joint, _),
                  next_state(Game, State, Joint, Next),
                  percepts_(Percepts, Game, State, Joint, Seens) ),
                Found),
        number_(Found, Edges, Tail, Tail1, Seen0, Seen, N0, N),
        Node = state(Moves, Edges)
    ),
    nodes_(Queue, Tail1, Seen, N, Game, Percepts, Left, Nodes).

times_(_-Moves, Product0, Product) :-
    length(Moves, Length),
    Product is Product0 * Length.

number_([], [], Tail, Tail, Seen, Seen, N, N).
number_([State-Percepts|Found], [edge(Number, Percepts)|Edges], Tail0, Tail, Seen0, Seen, N0, N) :-
    (   rb_lookup(State, Known, Seen0)
    ->  Number = Known,
        Tail1 = Tail0,
        Seen1 = Seen0,
        N1 = N0
    ;   Number = N0,
        rb_insert_new(Seen0, State, Number, Seen1),
        Tail0 = [State|Tail1],
        N1 is N0 + 1
    ),
    number_(Found, Edges, Tail1, Tail, Seen1, Seen, N1, N).

percepts_(false, _, _, _, []).
percepts_(true, Game, State, Joint, Percepts) :-
    findall(R-Ps,
            ( Game:role(R),
              findall(P, Game:percept(R, P, Joint, State), All),
              sort(All, Ps) ),
            Percepts).
