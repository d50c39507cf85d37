:- dynamic base/1, choice/2, goal_value/3, rules_initially/1, input/2, legal_move/3, next_holds/3, payoff/4, role/1, percept/4, terminal/1.

role(p1).
role(p2).

choice(p1, hare).
choice(p1, stag).
choice(p2, hare).
choice(p2, stag).

legal_move(P, M, _S) :-
    choice(P, M).

next_holds(did(P, M), A, _S) :-
    member(does(P, M), A).

terminal(S) :-
    holds(did(_P, _M), S).

payoff(hare, hare, 1, 1).
payoff(hare, stag, 3, 0).
payoff(stag, hare, 0, 3).
payoff(stag, stag, 5, 5).

goal_value(p1, U1, S) :-
    holds(did(p1, M1), S),
    holds(did(p2, M2), S),
    payoff(M1, M2, U1, _U2).
goal_value(p2, U2, S) :-
    holds(did(p1, M1), S),
    holds(did(p2, M2), S),
    payoff(M1, M2, _U1, U2).

pass(noop).

% Fluents that the rules speak of; the paper's own control/1 and did/2 step back where they do.
rule_fluent(did(_, _)).
records_choices :- true.

% The game-independent part of the solver: situation calculus over choices.
%
% This text is included in the program of every game, where it meets the game-dependent part that
% gdl/compile writes: role/1, initially/2, legal_move/3, next_holds/3, terminal/1, goal_value/3, percept/4,
% pass/1, rule_fluent/1 and records_choices/0. It follows Mensfelt, Stathis and Trencsenyi (LELMA, arXiv
% 2408.16081), section "Solver": a situation is s0 or do(choice(Role, Move), S). The embedding of GDL rounds
% follows Schiffel and Thielscher (AAAI 2011).
%
% A GDL round, in which every role moves at once, is here one choice after another, in any order. The rules of
% the game look at the situation in which the round began, so no role sees another's pending choice; their
% effects come with the last choice of the round. A role whose only legal move is a pass (`noop`) makes no
% choice. In place of a situation, holds/2 and all that is built on it also take state(Fluents), an explicit
% state; situation/progression.pl moves such states forward.

%!  game(+S, ?F) is nondet.
%   F is a final situation that legal choices lead to from S.
game(F, F) :-
    final(F).
game(S, F) :-
    \+ final(S),
    legal(A, S),
    game(do(A, S), F).

%!  initial(?S) is det.
initial(s0).

%!  holds(?F, +S) is nondet.
%   The fluent F holds in S: from the start, by an effect, or because nothing ended it.
holds(F, S) :-
    initially(F, S).
holds(F, state(Fluents)) :-
    (   ground(F)
    ->  memberchk(F, Fluents)
    ;   member(F, Fluents)
    ).
holds(F, do(A, S)) :-
    effect(F, A, S).
holds(F, do(A, S)) :-
    holds(F, S),
    \+ abnormal(F, A, S).

%!  initially(?F, ?S) is nondet.
%   Besides the fluents of the rules, every game has the paper's: player/1, role/2 (the seats row and col of a
%   two-role game), and control/1 (who has yet to choose).
initially(F, s0) :-
    rules_initially(F).
initially(player(R), s0) :-
    role(R).
initially(role(R, Seat), s0) :-
    findall(Role, role(Role), [Row, Col]),
    member(R-Seat, [Row-row, Col-col]).
initially(control(R), s0) :-
    \+ rule_fluent(control(_)),
    \+ terminal(s0),
    chooses(R, s0).

%!  legal(?A, +S) is nondet.
%   The choice A is possible in S and its role has yet to choose.
legal(choice(R, M), S) :-
    possible(choice(R, M), S),
    yet_to_choose(R, S).

%!  possible(?A, +S) is nondet.
possible(choice(R, M), S) :-
    round_start(S, Start, _),
    chooses(R, Start),
    distinct(R-M, legal_move(R, M, Start)).

%!  effect(?F, ?A, +S) is nondet.
%   F holds after the choice A in S because of it.
effect(F, A, _) :-
    recorded(F, A).
effect(control(R), A, S) :-
    \+ rule_fluent(control(_)),
    completes_round(A, S, _, _),
    \+ final(do(A, S)),
    round_start(do(A, S), Next, _),
    chooses(R, Next).
effect(F, A, S) :-
    completes_round(A, S, Start, Joint),
    distinct(F, next_holds(F, Joint, Start)),
    \+ holds(F, S),
    \+ recorded(F, A).

recorded(did(R, M), choice(R, M)) :-
    records_choices.

%!  abnormal(?F, +A, +S) is nondet.
%   F does not persist through the choice A in S.
abnormal(control(R), choice(R, _), _) :-
    \+ rule_fluent(control(_)).
abnormal(F, A, S) :-
    rule_fluent(F),
    completes_round(A, S, Start, Joint),
    (   ground(F)
    ->  true
    ;   distinct(F, holds(F, S))
    ),
    \+ next_holds(F, Joint, Start).

%!  final(+S) is semidet.
%   S is reached by legal choices, and the game is over in it.
final(S) :-
    ground(S),
    executable(S),
    round_start(S, Start, []),
    once(terminal(Start)).

%!  finally(?F, +S) is nondet.
%   F describes the result of the final situation S: goal(Role, Value), or in a two-role game of one choice each
%   outcome(Row, RowMove, RowValue, Col, ColMove, ColValue).
finally(F, S) :-
    final(S),
    distinct(F, result(F, S)).

result(outcome(R1, M1, N1, R2, M2, N2), S) :-
    holds(role(R1, row), S),
    holds(did(R1, M1), S),
    holds(role(R2, col), S),
    holds(did(R2, M2), S),
    result(goal(R1, N1), S),
    result(goal(R2, N2), S).
result(goal(R, N), S) :-
    round_start(S, Start, []),
    goal_value(R, Value, Start),
    value_number(Value, N).

%!  value_number(+Value, ?Number) is semidet.
%   The number a goal value stands for: itself, or what a token such as '050', '-2.50' or '1/3' spells. No other
%   token stands for one, even where Prolog would read a number ('0x10', '1e3').
value_number(Value, Number) :-
    (   number(Value)
    ->  Number = Value
    ;   atom(Value),
        atom_concat(-, Unsigned, Value)
    ->  unsigned_number(Unsigned, Positive),
        Number is -Positive
    ;   atom(Value),
        unsigned_number(Value, Number)
    ).

unsigned_number(Token, Number) :-
    (   atomic_list_concat([Whole, Decimals], '.', Token)
    ->  digits_number(Whole, N),
        digits_number(Decimals, M),
        atom_length(Decimals, Places),
        Number is N + M rdiv 10 ** Places
    ;   atomic_list_concat([Over, Under], /, Token)
    ->  digits_number(Over, N),
        digits_number(Under, M),
        M > 0,
        Number is N rdiv M
    ;   digits_number(Token, Number)
    ).

digits_number(Digits, Number) :-
    atom_chars(Digits, Chars),
    Chars = [_|_],
    \+ ( member(Char, Chars),
         \+ memberchk(Char, ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']) ),
    atom_length(Digits, Length),
    400 >= Length,
    atom_number(Digits, Number).

% Rounds

%!  round_start(+S, -Start, -Pending) is det.
%   In S a round is under way that began in the state Start; the choices Pending, latest first, were made in it.
%   Rules look at this state, which is carried forward: asking them of the history would double the cost of each
%   choice in it.
round_start(s0, state(Fluents), []) :-
    findall(F, rules_initially(F), Found),
    sort(Found, Fluents).
round_start(state(Fluents), state(Fluents), []).
round_start(do(A, S), Start, Pending) :-
    round_start(S, Start0, Pending0),
    (   all_chose([A|Pending0], Start0)
    ->  joint_move([A|Pending0], Start0, Joint),
        findall(F, next_holds(F, Joint, Start0), Found),
        sort(Found, Fluents),
        Start = state(Fluents),
        Pending = []
    ;   Start = Start0,
        Pending = [A|Pending0]
    ).

all_chose(Choices, Start) :-
    \+ ( chooses(R, Start),
         \+ memberchk(choice(R, _), Choices) ).

%!  completes_round(?A, +S, -Start, -Joint) is semidet.
%   With A every role has chosen since Start; Joint is their joint move, does(Role, Move) in role order.
completes_round(A, S, Start, Joint) :-
    round_start(S, Start, Pending),
    all_chose([A|Pending], Start),
    joint_move([A|Pending], Start, Joint).

joint_move(Choices, Start, Joint) :-
    findall(does(R, M), joint_part(R, M, Choices, Start), Joint).

joint_part(R, M, Choices, Start) :-
    role(R),
    (   memberchk(choice(R, Chosen), Choices)
    ->  M = Chosen
    ;   legal_move(R, M, Start)
    ->  true
    ).

%!  chooses(?R, +Start) is nondet.
%   R has a choice in the round that begins in Start: a move besides passing, or nobody has one.
chooses(R, Start) :-
    role(R),
    (   acts(R, Start)
    ->  true
    ;   \+ ( role(Other), acts(Other, Start) ),
        legal_move(R, _, Start)
    ->  true
    ).

acts(R, Start) :-
    legal_move(R, M, Start),
    \+ pass(M),
    !.

yet_to_choose(R, S) :-
    round_start(S, Start, Pending),
    \+ memberchk(choice(R, _), Pending),
    chooses(R, Start),
    \+ terminal(Start).

executable(s0).
executable(do(A, S)) :-
    executable(S),
    legal(A, S),
    !.
