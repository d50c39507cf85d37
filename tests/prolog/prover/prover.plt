:- use_module(library(plunit)).
:- use_module('../../../prolog/prover/connection').
:- use_module('../../../prolog/prover/finite').
:- use_module('../../../prolog/prover/forward').
:- use_module('../../../prolog/prover/prover').

limits(limits(5, 1000000)).

refuted(Clauses, Labels) :-
    run_forward(Clauses, 3, drop, refuted(Proof)),
    proof_labels(Proof, Labels).

:- begin_tests(forward).

test(facts_that_hold_variables_need_no_range_restriction, Labels == [a, b]) :-
    refuted([clause(a, [], [p(_, X, X)]), clause(b, [p(1, 2, 2)], []), clause(c, [q], [])], Labels).

test(a_thing_is_no_part_of_itself, Result == model([p(X, f(X))])) :-
    run_forward([clause(a, [], [p(X, f(X))]), clause(b, [p(Y, Y)], [])], 3, drop, Result0),
    Result0 = model([p(X, f(X))]),
    Result = Result0.

test(cases_share_a_variable, Labels == [a, b, c]) :-
    refuted([clause(a, [], [p(X), q(X)]), clause(b, [p(c)], []), clause(c, [q(c)], [])], Labels).

test(cases_are_told_apart_for_every_thing_there_is, Labels == [a, b, c]) :-
    refuted([clause(a, [], [p(X), q(X)]), clause(b, [p(Y)], [q(Y)]), clause(c, [q(two)], []), clause(d, [], [r(one)])],
            Labels).

test(a_case_that_nothing_rests_on_settles_all, Labels == [b, d]) :-
    refuted([clause(a, [], [p, q]), clause(b, [], [r]), clause(c, [p], [s]), clause(d, [r], [])], Labels).

test(what_facts_rule_out_is_no_case, true(member(step(_, '$denied'(q(_)), c, []), Steps))) :-
    run_forward([clause(a, [], [p(X), q(X)]), clause(b, [p(_)], []), clause(c, [q(_)], [])], 3, drop,
                refuted(proof(Steps, absurd(a, _)))).

test(terms_too_deep_are_left_out, true(functor(Result, deep, 1))) :-
    run_forward([clause(a, [], [p(c)]), clause(b, [p(X)], [p(f(X))]), clause(z, [q], [])], 3, drop, Result).

test(folded_terms_make_a_finite_model, Atoms == [p(c), p(f(c)), p(f(f(c)))]) :-
    run_forward([clause(a, [], [p(c)]), clause(b, [p(X)], [p(f(X))]), clause(z, [q], [])], 2, fold, model(Atoms)).

test(folding_refutes_nothing, Result == deep([])) :-
    run_forward([clause(a, [], [p(c)]), clause(b, [p(X)], [p(f(X))]), clause(z, [p(f(c))], [])], 0, fold, Result).

:- end_tests(forward).

:- begin_tests(finite).

test(what_has_no_end_has_a_model_of_one_thing, Atoms == [p(c), less(c, c)]) :-
    finite_model([clause(a, [], [p(f(c))]), clause(b, [p(X)], [less(X, f(X))]), clause(z, [q], [])], 1, Atoms0),
    sort(Atoms0, Atoms).

test(a_function_has_one_value, fail) :-
    finite_model([clause(a, [], [p(f(c))]), clause(b, [], [q(f(c))]), clause(z, [p(X), q(X)], [])], 2, _).

test(a_function_in_a_condition_has_a_value_everywhere, fail) :-
    finite_model([clause(a, [], [p(X)]), clause(z, [p(f(X))], [])], 2, _).

test(cases_that_share_a_variable_are_told_apart_for_each_thing, Atoms == [p(c), q(d)]) :-
    finite_model([clause(a, [], [p(X), q(X)]), clause(b, [p(d)], []), clause(z, [q(c)], [])], 2, Atoms0),
    sort(Atoms0, Atoms).

test(two_names_of_one_thing_are_equal, Atoms == [p(c), q(c), d = c]) :-
    finite_model([clause(a, [], [p(c)]), clause(b, [], [q(d)]), clause(z, [r], [])], 1, Atoms0),
    sort(Atoms0, Atoms).

test(a_thing_without_a_name_is_called_other, Atoms == [p(c), q(other2)]) :-
    finite_model([clause(a, [], [p(c)]), clause(b, [p(X)], [q(f(X))]), clause(z, [p(X), q(X)], [])], 2, Atoms0),
    sort(Atoms0, Atoms).

test(equality_is_identity, fail) :-
    finite_model([clause(a, [], [X = c]), clause(b, [], [p(c)]), clause(c, [X = X], [p(X)]), clause(z, [p(d)], [])], 2, _).

test(a_term_has_no_value_where_none_is_needed, Atoms == [p(c)]) :-
    finite_model([clause(a, [], [p(c)]), clause(b, [q(X)], [p(f(X))]), clause(z, [q(c)], [])], 2, Atoms0),
    sort(Atoms0, Atoms).

:- end_tests(finite).

:- begin_tests(connection).

test(a_rule_is_filled_up, all(Found =@= [[b(X), r(X, it)]])) :-
    Clauses = [clause(a, [p(Y), b(Z), r(Z, Y)], [w(Y)]), clause(goal, [w(_)], [])],
    missing_atoms(Clauses, [p(it)], search(3, new), 2, Found).

test(a_case_may_be_closed_by_what_is_to_be_proved, [true(Atoms == []), nondet]) :-
    Clauses = [clause(a, [], [w, v]), clause(b, [v], [w]), clause(goal, [w], [])],
    missing_atoms(Clauses, [], search(3, new), 0, Atoms).

:- end_tests(connection).

:- begin_tests(prover).

test(inconsistent_axioms_come_first, Labels == [a, b]) :-
    limits(Limits),
    Axioms = [clause(a, [], [p]), clause(b, [p], []), clause(c, [], [q])],
    prove_members(theory(Axioms, [clause(goal, [q], [])], [clause(goal, [], [q])]), Limits, Members),
    memberchk(consistent-no, Members),
    memberchk(labels-Labels, Members),
    \+ memberchk(outcome-_, Members).

test(few_steps_are_unknown, Outcome == unknown) :-
    Axioms = [clause(a, [], [p(c)]), clause(b, [p(X)], [p(f(X))])],
    prove_members(theory(Axioms, [clause(goal, [q], [])], [clause(goal, [], [q])]), limits(5, 50), Members),
    memberchk(outcome-Outcome, Members).

test(what_the_axioms_forbid_is_not_missing, Members == [missing-[]]) :-
    limits(Limits),
    Axioms = [clause(a, [p], [w]), clause(b, [p], []), clause(c, [w], [])],
    explain_members(theory(Axioms, [clause(goal, [w], [])], [clause(goal, [], [w])]), 3, Limits, Members).

:- end_tests(prover).
