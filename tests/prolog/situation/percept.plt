:- use_module(library(plunit)).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module('../../../prolog/situation/percept').
:- use_module('../test_games').

% Three players, one of them the spy by chance; each sees whether it is the one. Then all vote at once: the votes for
% someone else are shown, and whoever is not voted for by anyone sees that.
spy_game("
role(random). role(ann). role(ben). role(cid).
player(ann). player(ben). player(cid).
rules_initially(phase(deal)).
legal_move(random, deal(P), S) :- holds(phase(deal), S), player(P).
legal_move(random, noop, S) :- \\+ holds(phase(deal), S).
legal_move(P, noop, S) :- player(P), holds(phase(deal), S).
legal_move(P, name(Q), S) :- player(P), holds(phase(vote), S), player(Q).
percept(P, spy, A, _S) :- member(does(random, deal(P)), A).
percept(P, named, A, _S) :- player(P), member(does(_Q, name(P)), A).
next_holds(phase(vote), _A, S) :- holds(phase(deal), S).
next_holds(phase(over), _A, S) :- holds(phase(vote), S).
next_holds(spy(P), A, _S) :- member(does(random, deal(P)), A).
next_holds(spy(P), _A, S) :- holds(spy(P), S).
next_holds(caught(P), A, S) :- member(does(_Q, name(P)), A), spy(P, S).
spy(P, S) :- holds(spy(P), S).
honest(P, S) :- player(P), \\+ spy(P, S).
violates(spies_name_themselves, A, S) :- spy(P, S), member(does(P, name(P)), A).
terminal(S) :- holds(phase(over), S).
goal_value(P, 0, S) :- player(P), holds(caught(P), S).
pass(noop).
rule_fluent(phase(_)). rule_fluent(spy(_)). rule_fluent(caught(_)).
records_choices :- fail.
").

load_spy :-
    spy_game(Own),
    module_property(query, file(Query)),
    file_directory_name(Query, Folder),
    directory_file_path(Folder, '../situation/situation.pl', File),
    read_file_to_string(File, Shared, []),
    string_concat(Own, Shared, Text),
    load_text(spies, Text).

dealt(P, [does(random, deal(P)), does(ann, noop), does(ben, noop), does(cid, noop)]).
named(A, B, C, [does(random, noop), does(ann, name(A)), does(ben, name(B)), does(cid, name(C))]).

:- begin_tests(worlds, [setup(load_spy)]).

test(nothing_is_hidden_at_first, all(W-S == [[]-state([phase(deal)])])) :-
    possible_world(spies, ann, [], W, S).
test(the_spy_knows, true(Ws == [[J]])) :-
    dealt(ann, J),
    findall(W, possible_world(spies, ann, [J], W, _), Ws).
test(others_do_not, S == [state([phase(vote), spy(ben)]), state([phase(vote), spy(cid)])]) :-
    dealt(ben, J),
    possible_states(spies, ann, [J], S).
test(everyone_sees_nothing, N == 3) :-
    dealt(ben, J),
    possible_states(spies, everyone, [J], S),
    length(S, N).
test(absent_percepts_count, N == 3) :-
    dealt(ben, J),
    named(ben, ben, cid, K),
    findall(W, possible_world(spies, ann, [J, K], W, state([caught(cid)|_])), Ws),
    length(Ws, N).
test(own_moves_are_remembered, fail) :-
    dealt(ben, J),
    named(ben, ben, cid, K),
    possible_world(spies, ann, [J, K], [_, Other], _),
    \+ memberchk(does(ann, name(ben)), Other).
test(the_truth_is_among_the_worlds) :-
    forall(( member(P, [ann, ben, cid]), dealt(P, J), member(Q, [ann, ben, cid]), named(Q, ann, P, K),
             member(R, [ann, ben, cid, everyone]) ),
           once(possible_world(spies, R, [J, K], [J, K], _))).
test(assumptions_exclude, N == 2) :-
    dealt(ben, J),
    named(ben, ann, cid, K),
    findall(W, possible_world(spies, given([spies_name_themselves], ann), [J, K], W, _), Ws),
    findall(W, possible_world(spies, ann, [J, K], W, _), All),
    length(All, A),
    length(Ws, B),
    N is A - B.
test(a_course_counts_the_states_of_its_parts) :-
    dealt(ben, J),
    named(ben, ann, cid, K),
    forall(member(Role, [ann, ben, cid, everyone]),
           ( findall(N, ( member(Part, [[], [J], [J, K]]), possible_states(spies, Role, Part, S), length(S, N) ), Ns),
             course_members(spies, Role, [], [J, K], [counts-Ns]) )).
test(a_course_counts_the_ways_of_named_fluents, Ns == [1, 2]) :-
    dealt(ben, J),
    course_members(spies, ann, [spy], [J], [counts-Ns]).
test(no_move_after_the_end, fail) :-
    dealt(ben, J),
    named(ann, ann, ann, K),
    possible_world(spies, ann, [J, K, K], _, _).

:- end_tests(worlds).

:- begin_tests(knowledge, [setup(load_spy)]).

test(knows_own_identity) :-
    dealt(ann, J),
    knows(spies, ann, true(spy(ann)), [J]).
test(does_not_know_the_spy, fail) :-
    dealt(ben, J),
    knows(spies, ann, true(spy(ben)), [J]).
test(knows_one_of_two) :-
    dealt(ben, J),
    knows(spies, ann, or(spy(ben), spy(cid)), [J]).
test(knows_by_relations) :-
    dealt(ben, J),
    knows(spies, ann, and(honest(ann), not(spy(ann))), [J]).
test(relations_without_a_state) :-
    knows(spies, ann, player(ben), []).
test(considers_possible, all(P == [ben, cid])) :-
    dealt(ben, J),
    member(P, [ann, ben, cid]),
    possible(spies, ann, spy(P), [J]).
test(knows_whether, all(P == [ann])) :-
    dealt(ben, J),
    member(P, [ann, ben, cid]),
    knows_whether(spies, ann, spy(P), [J]).
test(unknown_sentence, throws(error(existence_error(sentence, wolf/1), _))) :-
    knows(spies, ann, wolf(ann), []).

:- end_tests(knowledge).
