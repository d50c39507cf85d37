% Plain regression, as the LELMA paper and Schiffel and Thielscher have it: every fluent is asked of the history, a
% joint action a step. It meets the game-dependent part that gdl/prolog.py writes. The specification that faster
% engines are held to, and the baseline they are measured against.

holds(F, s0) :-
    rules_initially(F).
holds(F, do(A, S)) :-
    next_holds(F, A, S),
    \+ holds(F, S).
holds(F, do(A, S)) :-
    holds(F, S),
    \+ abnormal(F, A, S).

abnormal(F, A, S) :-
    \+ next_holds(F, A, S).
