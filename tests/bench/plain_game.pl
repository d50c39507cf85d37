% The baseline's solver: a two-player game as the LELMA paper describes it (arXiv 2408.16081, section "Solver"),
% written for this benchmark. payoff(RowMove, ColMove, RowPayoff, ColPayoff) is asserted by the caller.
:- dynamic payoff/4.

initial(s0).
initially(player(you), s0).
initially(player(them), s0).
initially(role(you, row), s0).
initially(role(them, col), s0).
initially(control(you), s0).
initially(control(them), s0).

move(M) :- setof(X, A^B^C^payoff(X, A, B, C), Xs), member(M, Xs).

possible(choice(P, M), S) :- holds(player(P), S), move(M).
legal(choice(P, M), S) :- possible(choice(P, M), S), holds(control(P), S).
effect(did(P, M), choice(P, M), _).
abnormal(control(P), choice(P, _), _).

holds(F, S) :- initially(F, S).
holds(F, do(A, S)) :- effect(F, A, S).
holds(F, do(A, S)) :- holds(F, S), \+ abnormal(F, A, S).

final(S) :- ground(S), S = do(choice(_, _), do(choice(_, _), I)), initial(I).
game(F, F) :- final(F).
game(S, F) :- \+ final(S), legal(A, S), game(do(A, S), F).

finally(outcome(P1, M1, U1, P2, M2, U2), S) :-
    final(S),
    holds(role(P1, row), S), holds(did(P1, M1), S),
    holds(role(P2, col), S), holds(did(P2, M2), S),
    payoff(M1, M2, U1, U2).
finally(goal(P, U), S) :- finally(outcome(P, _, U, _, _, _), S).
finally(goal(P, U), S) :- finally(outcome(_, _, _, P, _, U), S).

mine(M, U) :- game(s0, F), finally(outcome(you, M, U, them, _, _), F).
worst(M, U) :- findall(X, mine(M, X), Xs), min_list(Xs, U).
best(M, U) :- findall(X, mine(M, X), Xs), max_list(Xs, U).
sum(M, T, U) :- game(s0, F), finally(outcome(you, M, A, them, T, B), F), U is A + B.

higher(A, B) :- A > B.
lower(A, B) :- A < B.
highest_possible_individual_payoff(U) :- best(_, U).
lowest_possible_individual_payoff(U) :- worst(_, U).
highest_individual_payoff_for_choice(U, M) :- best(M, U).
lowest_individual_payoff_for_choice(U, M) :- worst(M, U).
higher_guaranteed_payoff(M1, M2) :- worst(M1, U1), worst(M2, U2), U1 > U2.
lower_guaranteed_payoff(M1, M2) :- worst(M1, U1), worst(M2, U2), U1 < U2.
highest_guaranteed_payoff_choice(M) :- worst(M, U), \+ ( move(N), worst(N, V), V > U ).
highest_mutual_payoff(M, T) :- findall(U, sum(_, _, U), Us), max_list(Us, U), once(sum(M, T, U)).
lowest_mutual_payoff(M, T) :- findall(U, sum(_, _, U), Us), min_list(Us, U), once(sum(M, T, U)).
