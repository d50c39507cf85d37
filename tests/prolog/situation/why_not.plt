:- use_module(library(plunit)).
:- use_module('../../../prolog/situation/why_not').

% Who is alive may be guarded, but not twice in a row; team/1 depends on nothing.
:- dynamic guarding:legal_move/3, guarding:alive/2, guarding:team/1, guarding:holds/2.

guarding:(holds(F, state(Fs)) :- member(F, Fs)).
guarding:(legal_move(P, guard(Q), S) :-
    holds(phase(night), S), holds(turn(P), S), alive(Q, S), \+ holds(last(Q), S), P \== Q).
guarding:(alive(Q, S) :- \+ holds(dead(Q), S)).
guarding:team(red).

:- begin_tests(why_not).

why(Args, State, Clauses) :-
    sentence_clauses(guarding, sentence(legal_move, Args, stateful), state(State), Clauses).

test(holds, C == [clause([condition(+, true(phase(night)), true), condition(+, true(turn(a)), true),
                          condition(+, alive(b), true), condition(-, true(last(b)), true),
                          condition(+, distinct(a, b), true)], [])]) :-
    why([a, guard(b)], [phase(night), turn(a)], C).
test(fails_in_several_ways, Failed == [condition(+, true(turn(a)), true), condition(+, alive(b), true),
                                       condition(-, true(last(b)), true)]) :-
    why([a, guard(b)], [dead(b), last(b), phase(night), turn(c)], [clause(_, Failed)]).
test(no_clause_fits, C == []) :-
    why([a, dance], [phase(night)], C).
test(a_fact_has_no_conditions, C == [clause([], [])]) :-
    sentence_clauses(guarding, sentence(team, [red], plain), state([]), C).
test(no_such_relation, throws(error(existence_error(relation, halt/1), _))) :-
    sentence_clauses(guarding, sentence(halt, [], stateful), state([]), _).

:- end_tests(why_not).
