:- use_module(library(plunit)).
:- use_module('../test_games').

% The Prisoner's Dilemma as in the LELMA paper, section "Solver".

:- begin_tests(dilemma, [setup(load_game(dilemma))]).

test(initial, X == s0) :-
    dilemma:initial(X).
test(initially_players, all(P == [p1, p2])) :-
    dilemma:initially(player(P), s0).
test(initially_seats, all(P-R == [p1-row, p2-col])) :-
    dilemma:initially(role(P, R), s0).
test(initially_control, all(P == [p1, p2])) :-
    dilemma:initially(control(P), s0).
test(initially_only_at_the_start, fail) :-
    dilemma:initially(_, do(choice(p1, 'D'), s0)).
test(holds_initially, all(P == [p1, p2])) :-
    dilemma:holds(control(P), s0).
test(players_persist, all(P == [p1, p2])) :-
    dilemma:holds(player(P), do(choice(p2, 'C'), do(choice(p1, 'D'), s0))).
test(control_ends_with_the_choice, all(P == [p2])) :-
    dilemma:holds(control(P), do(choice(p1, 'D'), s0)).
test(nobody_has_control_at_the_end, fail) :-
    dilemma:holds(control(_), do(choice(p2, 'C'), do(choice(p1, 'D'), s0))).
test(did_holds_after_the_choice, all(P-M == [p1-'D'])) :-
    dilemma:holds(did(P, M), do(choice(p1, 'D'), s0)).
test(did_persists, set(P-M == [p1-'D', p2-'C'])) :-
    dilemma:holds(did(P, M), do(choice(p2, 'C'), do(choice(p1, 'D'), s0))).
test(legal_at_the_start, all(A == [choice(p1, 'D'), choice(p1, 'C'), choice(p2, 'D'), choice(p2, 'C')])) :-
    dilemma:legal(A, s0).
test(legal_after_a_choice, all(A == [choice(p2, 'D'), choice(p2, 'C')])) :-
    dilemma:legal(A, do(choice(p1, 'C'), s0)).
test(nothing_is_legal_at_the_end, fail) :-
    dilemma:legal(_, do(choice(p2, 'C'), do(choice(p1, 'D'), s0))).
test(possible_looks_at_the_round, all(M == ['D', 'C'])) :-
    dilemma:possible(choice(p1, M), do(choice(p2, 'C'), s0)).
test(effect_of_a_choice, all(F == [did(p1, 'D')])) :-
    dilemma:effect(F, choice(p1, 'D'), s0).
test(abnormal_is_the_control_of_the_chooser, all(F == [control(p1)])) :-
    dilemma:abnormal(F, choice(p1, 'D'), s0).
test(final) :-
    once(dilemma:final(do(choice(p2, 'C'), do(choice(p1, 'D'), s0)))).
test(not_final_before_both_chose, fail) :-
    dilemma:final(do(choice(p1, 'D'), s0)).
test(not_final_at_the_start, fail) :-
    dilemma:final(s0).
test(not_final_after_an_illegal_choice, fail) :-
    dilemma:final(do(choice(p2, 'X'), do(choice(p1, 'D'), s0))).
test(not_final_after_choosing_twice, fail) :-
    dilemma:final(do(choice(p1, 'C'), do(choice(p1, 'D'), s0))).
test(not_final_after_too_many_choices, fail) :-
    dilemma:final(do(choice(p1, 'C'), do(choice(p2, 'C'), do(choice(p1, 'D'), s0)))).
test(not_final_for_another_role, fail) :-
    dilemma:final(do(choice(p3, 'C'), do(choice(p1, 'D'), s0))).
test(final_asks_of_a_situation, fail) :-
    dilemma:final(_).
test(final_of_no_situation, fail) :-
    dilemma:final(nowhere).
test(finally_goals, all(P-N == [p1-5, p2-0])) :-
    dilemma:finally(goal(P, N), do(choice(p2, 'C'), do(choice(p1, 'D'), s0))).
test(finally_in_either_order, all(P-N == [p1-5, p2-0])) :-
    dilemma:finally(goal(P, N), do(choice(p1, 'D'), do(choice(p2, 'C'), s0))).
test(finally_outcome, all(O == [outcome(p1, 'D', 5, p2, 'C', 0)])) :-
    dilemma:( O = outcome(_, _, _, _, _, _), finally(O, do(choice(p1, 'D'), do(choice(p2, 'C'), s0))) ).
test(finally_needs_an_end, fail) :-
    dilemma:finally(_, do(choice(p1, 'D'), s0)).
test(game_has_eight_histories, Count == 8) :-
    aggregate_all(count, dilemma:game(s0, _), Count).
test(game_pays_each_cell_twice, set(N-K == [1-1, 5-0, 0-5, 3-3])) :-
    dilemma:game(s0, F),
    dilemma:finally(goal(p1, N), F),
    dilemma:finally(goal(p2, K), F).
test(the_papers_two_answers,
     all(F == [ do(choice(p2, 'C'), do(choice(p1, 'D'), s0)),
                do(choice(p1, 'D'), do(choice(p2, 'C'), s0)) ])) :-
    dilemma:game(s0, F),
    dilemma:finally(goal(p1, 5), F).
test(game_from_a_situation, all(M == ['D', 'C'])) :-
    dilemma:game(do(choice(p1, 'D'), s0), do(choice(p2, M), _)).
test(game_from_the_end, all(F == [do(choice(p2, 'C'), do(choice(p1, 'D'), s0))])) :-
    dilemma:game(do(choice(p2, 'C'), do(choice(p1, 'D'), s0)), F).
test(game_from_an_illegal_situation, fail) :-
    dilemma:game(do(choice(p1, 'X'), s0), _).

:- end_tests(dilemma).

:- begin_tests(sequential, [setup(load_game(sequential))]).

test(first_mover_alone_chooses, all(A == [choice(p1, 'D'), choice(p1, 'C')])) :-
    sequential:legal(A, s0).
test(passing_is_no_choice, fail) :-
    sequential:legal(choice(_, noop), do(choice(p1, 'C'), s0)).
test(second_mover_follows, all(A == [choice(p2, 'D'), choice(p2, 'C')])) :-
    sequential:legal(A, do(choice(p1, 'C'), s0)).
test(second_mover_sees_the_choice, all(M == ['C'])) :-
    sequential:holds(chose(p1, M), do(choice(p1, 'C'), s0)).
test(control_moves_on, all(S-P == [s0-p1, do(choice(p1, 'C'), s0)-p2])) :-
    member(S, [s0, do(choice(p1, 'C'), s0)]),
    sequential:holds(control(P), S).
test(turn_of_the_rules_ends, all(P == [p2])) :-
    sequential:holds(turn(P), do(choice(p1, 'C'), s0)).
test(abnormal_names_what_ends, all(F == [control(p1), turn(p1)])) :-
    sequential:abnormal(F, choice(p1, 'C'), s0).
test(four_histories, Count == 4) :-
    aggregate_all(count, sequential:game(s0, _), Count).
test(other_order_is_no_play, fail) :-
    sequential:final(do(choice(p1, 'C'), do(choice(p2, 'D'), s0))).
test(payoffs, all(F == [do(choice(p2, 'D'), do(choice(p1, 'C'), s0))])) :-
    sequential:game(s0, F),
    sequential:finally(goal(p2, 5), F).

:- end_tests(sequential).

:- begin_tests(two_in_a_row, [setup(load_game(two_in_a_row))]).

test(control_is_the_rules_own, all(P == [x])) :-
    two_in_a_row:initially(control(P), s0).
test(control_after_a_move, all(P == [o])) :-
    two_in_a_row:holds(control(P), do(choice(x, mark(1, 1)), s0)).
test(did_is_the_rules_own, all(N-P == [1-x])) :-
    two_in_a_row:holds(did(N, P), do(choice(o, mark(1, 2)), do(choice(x, mark(1, 1)), s0))).
test(no_outcome_without_did, fail) :-
    two_in_a_row:( game(s0, F), finally(outcome(_, _, _, _, _, _), F) ).
test(marks_persist, set(C == [cell(1, 1, x), cell(2, 2, o), cell(1, 2, b), cell(2, 1, b)])) :-
    two_in_a_row:( C = cell(_, _, _), holds(C, do(choice(o, mark(2, 2)), do(choice(x, mark(1, 1)), s0))) ).
test(a_taken_cell_is_illegal, fail) :-
    two_in_a_row:legal(choice(o, mark(1, 1)), do(choice(x, mark(1, 1)), s0)).
test(out_of_turn_is_illegal, fail) :-
    two_in_a_row:legal(choice(o, _), s0).
test(a_row_wins, all(P-N == [x-100, o-0])) :-
    two_in_a_row:finally(goal(P, N),
                         do(choice(x, mark(1, 2)), do(choice(o, mark(2, 2)), do(choice(x, mark(1, 1)), s0)))).
% x has 4 cells; o blocks (1) and fills the board with x (2), or does not (2) and x wins (1) or blocks (1).
test(number_of_plays, Count == 24) :-
    aggregate_all(count, two_in_a_row:game(s0, _), Count).

:- end_tests(two_in_a_row).

:- begin_tests(goal_values, [setup(load_game(twice))]).

test(tokens_are_numbers, set(N == [5r2, -1r3, 50])) :-
    twice:( game(s0, F), finally(goal(solo, N), F) ).
test(a_lone_role_has_no_seat, fail) :-
    twice:initially(role(_, _), s0).
test(token, [forall(member(Token-Number, ['0'-0, '050'-50, '-7'-(-7), '2.50'-5r2, '-0.5'-(-1r2), '1/3'-1r3,
                                          '-4/6'-(-2r3), 3-3, 1r3-1r3])), N == Number]) :-
    twice:value_number(Token, N).
test(no_number, [forall(member(Token, [high, '', '-', '1e3', '0x10', '1_000', '0''a', '1/0', '1.', '.', '1.5e3', '1/-3',
                                       '+5', ' 5', '1.0Inf', f(1), [], "5"])), fail]) :-
    twice:value_number(Token, _).

:- end_tests(goal_values).

:- begin_tests(three_roles, [setup(load_game(vote))]).

test(no_seats, fail) :-
    vote:initially(role(_, _), s0).
test(histories_in_any_order, Count == 48) :-
    aggregate_all(count, vote:game(s0, _), Count).
test(goal, all(N == [1r2])) :-
    vote:finally(goal(carol, N), do(choice(anna, no), do(choice(carol, yes), do(choice(bert, no), s0)))).

:- end_tests(three_roles).
