:- use_module(library(plunit)).
:- use_module('../../prolog/description').

:- begin_tests(satisfiable).

test(nothing) :- satisfiable([]).
test(empty_clause, fail) :- satisfiable([[a], []]).
test(unit_against_unit, fail) :- satisfiable([[a], [not(a)]]).
test(chain, fail) :- satisfiable([[a], [not(a), b], [not(b), c], [not(c)]]).
test(choice) :- satisfiable([[a, b], [not(a)], [not(b), c]]).
test(two_of_three_agree_and_three_do_not, fail) :- satisfiable([[a, b], [not(a)], [not(b)]]).
test(all_four_of_two, fail) :- satisfiable([[a, b], [a, not(b)], [not(a), b], [not(a), not(b)]]).
test(pigeons, fail) :-
    satisfiable([[a1, a2], [b1, b2], [c1, c2],
                 [not(a1), not(b1)], [not(a1), not(c1)], [not(b1), not(c1)],
                 [not(a2), not(b2)], [not(a2), not(c2)], [not(b2), not(c2)]]).

:- end_tests(satisfiable).

:- begin_tests(description_outcome).

test(entailed, Outcome == entailed) :- description_outcome([[bird], [not(bird), flies]], [], [[flies]], Outcome).
test(part_entailed, Outcome == open) :- description_outcome([[bird]], [], [[bird], [red]], Outcome).
test(contradicted, Outcome == contradicted) :- description_outcome([[not(bird)]], [], [[bird]], Outcome).
test(no_proof_is_no_contradiction, Outcome == open) :- description_outcome([[bird]], [], [[not(red)]], Outcome).
test(nothing_read, Outcome == open) :- description_outcome([[bird]], [], [], Outcome).
test(union_with_what_was_said, Outcome == contradicted) :-
    description_outcome([], [[a, b], [not(a)]], [[not(b)]], Outcome).
test(what_was_said_entails_nothing, Outcome == open) :- description_outcome([], [[a]], [[a]], Outcome).
test(choice_entailed, Outcome == entailed) :- description_outcome([[a]], [], [[a, b]], Outcome).
test(unsound, Outcome == unsound) :- description_outcome([[a], [not(a)]], [], [[b]], Outcome).

:- end_tests(description_outcome).
