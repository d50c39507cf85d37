% Plain regression: the specification of what holds after a history.
%
% This text is included in a program of its own for every game, in place of situation/situation.pl, where it meets the
% game-dependent part that gdl/compile writes: rules_initially/1, next_holds/3, legal_move/3, terminal/1. It is the
% frame axiom of the LELMA paper (arXiv 2408.16081, section "Solver") with the joint actions of Schiffel and
% Thielscher (AAAI 2011): every fluent is asked of the whole history, so a step costs more the longer it is, often
% twice as much for each joint action. The other steppers are held to what it says, and measured against it.

%!  holds(?F, +S) is nondet.
%   The fluent F holds in the situation S, s0 or do(JointAction, S0).
holds(F, s0) :-
    rules_initially(F).
holds(F, do(A, S)) :-
    effect(F, A, S).
holds(F, do(A, S)) :-
    holds(F, S),
    \+ abnormal(F, A, S).

%!  effect(?F, +A, +S) is nondet.
%   F begins to hold by the joint action A in S.
effect(F, A, S) :-
    next_holds(F, A, S),
    \+ holds(F, S).

%!  abnormal(+F, +A, +S) is semidet.
%   F does not persist through A.
abnormal(F, A, S) :-
    \+ next_holds(F, A, S).
