/** <module> Small games for the tests of the solver

Each is the game-dependent part of a program as gdl/compile writes it; loading adds situation.pl, through
the solver's only door.
*/
:- module(test_games,
          [ load_game/1,        % +Game
            load_matrix/3,      % +Game, +Moves, +Cells
            load_text/2,        % +Game, +Text
            serve/2,            % +Request, -Reply
            reply/3,            % +Request, +Key, -Value
            replies/3,          % +Request, +Key, -Values
            unlimited/1         % -Limits
          ]).
:- use_module(library(apply)).
:- use_module(library(filesex)).
:- use_module(library(http/json)).
:- use_module(library(lists)).
:- use_module(library(readutil)).
:- use_module('../../prolog/requests/query').

%!  serve(+Request, -Reply) is det.
%   The solver's reply to a request term, or to a text, as a dict or list of dicts; text in it is strings.
serve(Request, Reply) :-
    (   string(Request)
    ->  Line = Request
    ;   format(string(Line), "~q .", [Request])
    ),
    serve_string(Line, Text),
    setup_call_cleanup(open_string(Text, In), json_read_dict(In, Reply), close(In)).

%!  reply(+Request, +Key, -Value) is semidet.
%   Value of Key in the reply; fails where it has none.
reply(Request, Key, Value) :-
    serve(Request, Reply),
    get_dict(Key, Reply, Value).

%!  replies(+Request, +Key, -Values) is semidet.
%   Values of Key in the members of a reply that is a list.
replies(Request, Key, Values) :-
    serve(Request, Replies),
    maplist(get_dict(Key), Replies, Values).

%!  unlimited(-Limits) is det.
unlimited(limits(5, 20_000_000)).

%!  load_text(+Game, +Text) is det.
%   Loads a program as it is.
load_text(Game, Text) :-
    atom_string(Atom, Text),
    serve(load(Game, Atom), Reply),
    (   get_dict(loaded, Reply, _)
    ->  true
    ;   throw(not_loaded(Reply))
    ).

%!  load_game(+Game) is det.
%   Loads and tabulates a game of game/2.
load_game(Game) :-
    game(Game, Own),
    load_whole_(Game, Own).

load_whole_(Game, Own) :-
    module_property(query, file(Query)),
    file_directory_name(Query, Folder),
    directory_file_path(Folder, '../situation/situation.pl', File),
    read_file_to_string(File, Shared, []),
    string_concat(Own, Shared, Text),
    load_text(Game, Text),
    unlimited(Limits),
    serve(tabulate(Game, 2000, Limits), _).

%!  load_matrix(+Game, +Moves, +Cells) is det.
%   Loads the game of roles me and you with Moves = MyMoves-YourMoves and the payoffs Cells, a row for each of my
%   moves, each row of payoffs Mine/Yours.
load_matrix(Game, Mine-Yours, Rows) :-
    findall(Fact,
            ( nth1(I, Rows, Row), nth1(I, Mine, M), nth1(J, Row, N/K), nth1(J, Yours, T),
              format(string(Fact), "payoff(~q, ~q, ~q, ~q).~n", [M, T, N, K]) ),
            Payoffs),
    findall(Fact,
            ( member(Role-Moves, [me-Mine, you-Yours]), member(M, Moves),
              format(string(Fact), "choice(~q, ~q).~n", [Role, M]) ),
            Choices),
    append([Payoffs, Choices], Facts),
    atomics_to_string(Facts, Own),
    game(matrix, Rest),
    string_concat(Own, Rest, Text),
    load_whole_(Game, Text).

game(matrix, "
role(me). role(you).
rules_initially(none) :- fail.
legal_move(P, M, _S) :- choice(P, M).
next_holds(did(P, M), A, _S) :- member(does(P, M), A).
terminal(S) :- holds(did(_P, _M), S).
goal_value(me, N, S) :- holds(did(me, M), S), holds(did(you, T), S), payoff(M, T, N, _).
goal_value(you, N, S) :- holds(did(me, M), S), holds(did(you, T), S), payoff(M, T, _, N).
percept(_, _, _, _) :- fail.
pass(noop).
rule_fluent(did(_, _)).
records_choices.
").
game(over, "
role(me).
rules_initially(none) :- fail.
legal_move(me, a, _S).
next_holds(none, _A, _S) :- fail.
terminal(_S).
goal_value(me, 1, _S).
pass(noop).
rule_fluent(none) :- fail.
percept(_, _, _, _) :- fail.
records_choices :- true.
").
game(dilemma, "
role(p1). role(p2).
choice(p1, 'D'). choice(p1, 'C'). choice(p2, 'D'). choice(p2, 'C').
payoff('D', 'D', 1, 1). payoff('D', 'C', 5, 0). payoff('C', 'D', 0, 5). payoff('C', 'C', 3, 3).
rules_initially(none) :- fail.
legal_move(P, M, _S) :- choice(P, M).
next_holds(did(P, M), A, _S) :- member(does(P, M), A).
terminal(S) :- holds(did(_P, _M), S).
goal_value(p1, U, S) :- holds(did(p1, M), S), holds(did(p2, T), S), payoff(M, T, U, _).
goal_value(p2, V, S) :- holds(did(p1, M), S), holds(did(p2, T), S), payoff(M, T, _, V).
percept(_, _, _, _) :- fail.
pass(noop).
rule_fluent(did(_, _)).
records_choices.
").
% p1 chooses first and is seen: p2 passes meanwhile.
game(sequential, "
role(p1). role(p2).
choice('D'). choice('C').
payoff('D', 'D', 1, 1). payoff('D', 'C', 5, 0). payoff('C', 'D', 0, 5). payoff('C', 'C', 3, 3).
rules_initially(turn(p1)).
legal_move(P, M, S) :- holds(turn(P), S), choice(M).
legal_move(P, noop, S) :- role(P), \\+ holds(turn(P), S).
next_holds(turn(p2), _A, S) :- holds(turn(p1), S).
next_holds(chose(P, M), A, _S) :- member(does(P, M), A), M \\== noop.
next_holds(chose(P, M), _A, S) :- holds(chose(P, M), S).
terminal(S) :- holds(chose(p2, _M), S).
goal_value(p1, U, S) :- holds(chose(p1, M), S), holds(chose(p2, T), S), payoff(M, T, U, _).
goal_value(p2, V, S) :- holds(chose(p1, M), S), holds(chose(p2, T), S), payoff(M, T, _, V).
percept(_, _, _, _) :- fail.
pass(noop).
rule_fluent(turn(_)).
rule_fluent(chose(_, _)).
records_choices.
").
% Two in a row, on a board of two by two; the rules have their own control/1, and did/2 holds the number of a move.
game(two_in_a_row, "
role(x). role(o).
index(1). index(2).
rules_initially(cell(R, C, b)) :- index(R), index(C).
rules_initially(control(x)).
rules_initially(did(0, nobody)).
legal_move(P, mark(R, C), S) :- holds(control(P), S), holds(cell(R, C, b), S).
legal_move(x, noop, S) :- holds(control(o), S).
legal_move(o, noop, S) :- holds(control(x), S).
next_holds(cell(R, C, P), A, _S) :- member(does(P, mark(R, C)), A).
next_holds(cell(R, C, W), _A, S) :- holds(cell(R, C, W), S), W \\== b.
next_holds(cell(R, C, b), A, S) :-
    holds(cell(R, C, b), S), member(does(_P, mark(R2, C2)), A), ( R \\== R2 ; C \\== C2 ).
next_holds(control(o), _A, S) :- holds(control(x), S).
next_holds(control(x), _A, S) :- holds(control(o), S).
next_holds(did(1, P), A, S) :- holds(did(0, nobody), S), member(does(P, mark(_R, _C)), A).
next_holds(did(1, P), _A, S) :- holds(did(1, P), S).
row(P, S) :- holds(cell(R, 1, P), S), holds(cell(R, 2, P), S), P \\== b.
terminal(S) :- row(x, S).
terminal(S) :- row(o, S).
terminal(S) :- \\+ free(S).
free(S) :- holds(cell(_R, _C, b), S).
goal_value(P, 100, S) :- row(P, S).
goal_value(P, 50, S) :- role(P), \\+ row(x, S), \\+ row(o, S).
goal_value(o, 0, S) :- row(x, S).
goal_value(x, 0, S) :- row(o, S).
percept(_, _, _, _) :- fail.
pass(noop).
rule_fluent(cell(_, _, _)).
rule_fluent(control(_)).
rule_fluent(did(_, _)).
records_choices :- fail.
").
% One role chooses heads or tails twice and is paid for equal choices, in tokens that are no Prolog numbers.
game(twice, "
role(solo).
rules_initially(step(0)).
legal_move(solo, heads, _S).
legal_move(solo, tails, _S).
next_holds(step(1), _A, S) :- holds(step(0), S).
next_holds(step(2), _A, S) :- holds(step(1), S).
next_holds(chose(0, M), A, S) :- holds(step(0), S), member(does(solo, M), A).
next_holds(chose(1, M), A, S) :- holds(step(1), S), member(does(solo, M), A).
next_holds(chose(I, M), _A, S) :- holds(chose(I, M), S).
terminal(S) :- holds(step(2), S).
goal_value(solo, '2.50', S) :- holds(chose(0, M), S), holds(chose(1, M), S).
goal_value(solo, '-1/3', S) :- holds(chose(0, heads), S), holds(chose(1, tails), S).
goal_value(solo, '050', S) :- holds(chose(0, tails), S), holds(chose(1, heads), S).
percept(_, _, _, _) :- fail.
pass(noop).
rule_fluent(step(_)).
rule_fluent(chose(_, _)).
records_choices.
").
% Three roles vote; the majority is paid, and carol gets 1/2 more when she votes yes.
game(vote, "
role(anna). role(bert). role(carol).
legal_move(P, yes, _S) :- role(P).
legal_move(P, no, _S) :- role(P).
rules_initially(none) :- fail.
next_holds(did(P, M), A, _S) :- member(does(P, M), A).
terminal(S) :- holds(did(_P, _M), S).
agrees(P, S) :- holds(did(P, M), S), holds(did(Q, M), S), Q \\== P.
goal_value(P, 1, S) :- role(P), agrees(P, S), P \\== carol.
goal_value(P, 0, S) :- role(P), \\+ agrees(P, S), P \\== carol.
goal_value(carol, 3r2, S) :- holds(did(carol, yes), S), agrees(carol, S).
goal_value(carol, 1r2, S) :- holds(did(carol, yes), S), \\+ agrees(carol, S).
goal_value(carol, 1, S) :- holds(did(carol, no), S), agrees(carol, S).
goal_value(carol, 0, S) :- holds(did(carol, no), S), \\+ agrees(carol, S).
percept(_, _, _, _) :- fail.
pass(noop).
rule_fluent(did(_, _)).
records_choices.
").
% Everyone is stuck, wins twice, or has no goal value at the end.
game(faulty, "
role(a). role(b).
rules_initially(at(0)).
legal_move(a, go, S) :- holds(at(_I), S).
legal_move(a, stop, S) :- holds(at(_I), S).
legal_move(b, noop, S) :- holds(at(0), S).
next_holds(at(1), A, S) :- holds(at(0), S), member(does(a, go), A).
next_holds(at(2), A, S) :- holds(at(0), S), member(does(a, stop), A).
terminal(S) :- holds(at(2), S).
goal_value(a, 1, _S).
goal_value(a, 2, _S).
percept(_, _, _, _) :- fail.
pass(noop).
rule_fluent(at(_)).
records_choices.
").
