:- use_module(library(plunit)).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module('../../../prolog/requests/query').
:- use_module('../test_games').

:- begin_tests(requests, [setup(load_game(dilemma))]).

test(version, V == Version) :-
    current_prolog_flag(version, Version),
    serve(version, R),
    V = R.version.
test(garbage, [forall(member(Text, ["", ".", "foo(", "ask", "ask(dilemma).", "X .", "3 .", "\"text\" .", "shell(ls) .",
                                    "halt .", "a . b .", "load(1, a) .", "load(X, a) .", "load(m, 3) .", "[version] .",
                                    "judge_formulas(dilemma, given(none, [], [], [], [], []), all, truths, 9, limits(1, 1000)) .",
                                    "judge_formulas(dilemma, given(none, [], [], [], [], []), [], all, 9, limits(1, 1000)) .",
                                    "judge_instead(dilemma, given(none, [], [], [], [], []), [X], 9, limits(1, 1000)) .",
                                    "ask(dilemma, [X], [], 5, limits(1, 1000)) .", "ask(dilemma, X, [], 5, limits(1, 1000)) .",
                                    "ask(dilemma, [final(s0)], [], 5, forever) .", "ask(dilemma, [final(s0)], [], 5, X) .",
                                    "ask(dilemma, [final(s0)], [], 5, limits(soon, 10)) .",
                                    "ask(X, [final(s0)], [], 5, limits(1, 10000)) .",
                                    "tabulate(dilemma, few, limits(1, 1000)) .", "drop(user) .", "drop(query) .",
                                    "load(user, 'a.') .", "load(lists, 'a.') .", "load(query, 'a.') .",
                                    "\u202E\u2066 .", "'\\x0\\' .", "version", "version . . "])),
               Verdict == "error"]) :-
    serve_string(Text, _),
    serve(Text, R),
    (   get_dict(verdict, R, Verdict)
    ->  true
    ;   get_dict(version, R, _),
        sub_string(Text, 0, _, _, "version")
    ->  Verdict = "error"
    ).
test(still_serving, Verdict == true) :-
    verdict(dilemma, formula([], cmp(=, max(pay(p1, [])), num(5)), 100), Verdict).
:- end_tests(requests).

verdict(Game, Goal, Verdict) :-
    unlimited(Limits),
    verdict(Game, Goal, Limits, Verdict).

verdict(Game, Goal, Limits, Verdict) :-
    reply(ask(Game, [Goal], [], 5, Limits), verdict, Verdict).

reason(Game, Goal, Limits, Reason) :-
    reason(ask(Game, [Goal], [], 5, Limits), Reason).

reason(Request, Verdict-Kind) :-
    serve(Request, Reply),
    get_dict(verdict, Reply, Verdict),
    get_dict(reason, Reply, Reason),
    split_string(Reason, ":", "", [Kind|_]).

:- begin_tests(asking, [setup(maplist(load_game, [dilemma, sequential, twice]))]).

test(true, V == true) :-
    verdict(dilemma, finally(goal(p1, 5), do(choice(p2, 'C'), do(choice(p1, 'D'), s0))), V).
test(false, V == false) :-
    verdict(dilemma, finally(goal(p1, 4), do(choice(p2, 'C'), do(choice(p1, 'D'), s0))), V).
test(answers, As = [A]) :-
    reply("ask(dilemma, [finally(goal(p1, N), do(choice(p2, 'C'), do(choice(p1, 'D'), s0)))], ['N'=N], 5, limits(1, 100000)) .",
          answers, As),
    dict_pairs(A, _, ['N'-5]).
test(conjunction, Count == 2) :-
    reply("ask(dilemma, [game(s0, F), finally(goal(p1, 5), F)], ['F'=F], 5, limits(1, 100000)) .", answers, As),
    length(As, Count).
test(finally_without_game_plays_it, Count == 2) :-
    reply("ask(dilemma, [finally(goal(p1, 5), F)], ['F'=F], 5, limits(1, 100000)) .", answers, As),
    length(As, Count).
test(answers_are_distinct, Ns == [1, 5, 0, 3]) :-
    reply("ask(dilemma, [finally(goal(p1, N), _)], ['N'=N], 50, limits(1, 1000000)) .", answers, As),
    maplist(get_dict('N'), As, Ns).
test(answers_are_limited, Count == 3) :-
    reply("ask(dilemma, [game(s0, F)], ['F'=F], 3, limits(1, 100000)) .", answers, As),
    length(As, Count).
test(negation, V == true) :-
    verdict(dilemma, \+ formula([], cmp(>, pay(p1, [bind(p1, 'C', any)]), pay(p1, [bind(p1, 'D', any)])), 100), V).
test(numbers, [forall(member(Order-A-B-Truth, [ (<)-1-2-true, (<)-2-1-false, (=)-(1r2)-(2 rdiv 4)-true, (>=)-2-2-true,
                                                (\=)-2-2-false, told_as-(5/3)-(167r100)-true, told_as-(5/3)-2-false,
                                                told_as-(2349r1000)-(23r10)-true, told_as-(2351r1000)-(23r10)-false,
                                                told_as-(167r100)-(5/3)-false, told_as-(125r1000)-(13r100)-true, told_as-(124r1000)-(13r100)-false,
                                                told_as-(1r3)-(333333333r1000000000)-true, told_as-(1r3)-(3333333333r10000000000)-false, (>)-(1+1)-1-true, (=<)-(3*2)-(-1)-false ])),
               V == Truth]) :-
    verdict(dilemma, compare_numbers(Order, A, B), V).
test(not_expressible, V == "unknown"-"not expressible") :-
    reason(sequential, formula([M-moves(p1)], one_round(cmp(=, pay(p1, [bind(p1, M, any)]), num(1))), 100),
           limits(1, 100000), V).
test(wrong_probabilities, V == "error") :-
    verdict(dilemma, formula([], cmp(=, mean(p1, [], [weighs(p2, 'D', num(1r3))]), num(1)), 100), V).
test(what_makes_a_formula_true, As == ["C"-0, "D"-1]) :-
    reply("ask(dilemma, [formula([M-moves(p1), N-number], cmp(=, min(pay(p1, [bind(p1, M, any)])), num(N)), 100)], ['M'=M, 'N'=N], 9, limits(1, 1000000)) .",
          answers, Dicts),
    findall(M-N, ( member(Dict, Dicts), get_dict('M', Dict, M), get_dict('N', Dict, N) ), Found),
    sort(Found, As).
test(goals_share_variables, As == [5]) :-
    reply("ask(dilemma, [formula([N-number], some(=, pay(p1, []), num(N)), 100), compare_numbers(>, N, 3)], ['N'=N], 9, limits(1, 1000000)) .",
          answers, Dicts),
    maplist(get_dict('N'), Dicts, As).
test(division_by_zero, V == "error") :-
    verdict(dilemma, compare_numbers(<, 1, 1 rdiv 0), V).

:- end_tests(asking).

:- begin_tests(instead, [setup(load_game(dilemma))]).

instead(Alternatives, Found) :-
    serve(judge_instead(dilemma, given(none, [], [], [], [], []), [Alternatives], 100, limits(1, 1000000)), [Reply]),
    dict_pairs(Reply, _, Found).

test(what_holds_instead, Found == [alternative-0, correct-[["D"]]]) :-
    Best = each(Y, moves(p1), cmp(>=, pay(p1, [bind(p1, X, any)]), pay(p1, [bind(p1, Y, any)]))),
    instead([open([X-moves(p1)], Best, [X])], Found).
test(first_alternative_with_an_answer, Found == [alternative-1, correct-[[5]]]) :-
    instead([open([], cmp(=, max(pay(p1, [])), num(7)), []), open([X-number], cmp(=, max(pay(p1, [])), num(X)), [X])], Found).
test(all_numbers_that_come_up, Found == [alternative-0, correct-[[0], [1], [3], [5]]]) :-
    instead([open([X-number], some(=, pay(p1, []), num(X)), [X])], Found).
test(two_numbers, Found == [alternative-0, correct-[[0, 5]]]) :-
    Both = and([cmp(=, min(pay(p1, [])), num(X)), cmp(=, max(pay(p1, [])), num(Y))]),
    instead([open([X-number, Y-number], Both, [X, Y])], Found).
test(no_more_than_twelve, Shown == 12) :-
    Open = [A-moves(p1), B-moves(p2), C-moves(p1), D-moves(p2)],
    instead([open(Open, cmp(=, num(1), num(1)), [A, B, C, D])], Found),
    memberchk(correct-Answers, Found),
    length(Answers, Shown).
test(nothing_holds, Found == []) :-
    instead([open([], cmp(=, max(pay(p1, [])), num(7)), [])], Found).

:- end_tests(instead).

% The door

:- begin_tests(door, [setup(load_game(dilemma))]).

test(closed, [forall(member(Goal, [ shell(true), shell(true, _), halt, halt(0), call(true), call(=, a, b), catch(true, _, true),
                                    assertz(a), asserta(a), retract(a), abolish(foo/1), open(f, write, _), see(f), consult(f),
                                    use_module(library(process)), format("x"), write(x), read(_), system:true, user:true,
                                    goals:door(_, _), dilemma:role(_), findall(x, true, _), forall(true, true), (true, true),
                                    (true ; true), (true -> true), !, true, fail, role(_), choice(_, _), rules_initially(_),
                                    goal_value(_, _, _), cell(_, _), tabulate_game(dilemma, 5, _), truth(true, _, _),
                                    judge_formulas(dilemma, _, [], truths, 5, _, _), serve_text(version, _),
                                    formula([], shell(true), 9), formula([], cmp(=, num(shell(true)), num(1)), 9),
                                    formula([], relation(static, shell, [true], now), 9), formula([], relation(state, call, [], now), 9),
                                    thread_create(true, _),
                                    current_op(_, _, _), x is 1 + 1, '$set_source_module'(user), 1, "text", [] ])),
              V-Negated == "error"-"error"]) :-
    verdict(dilemma, Goal, limits(1, 10000), V),
    verdict(dilemma, \+ Goal, limits(1, 10000), Negated).
test(arguments_are_not_called, [forall(member(Goal, [ holds(shell(true), s0), game(halt, _), final(do(halt, s0)),
                                                      legal(halt, s0), finally(halt, do(halt, s0)) ])),
                                V == false]) :-
    verdict(dilemma, Goal, V).
test(order_must_be_one, V == "error") :-
    verdict(dilemma, compare_numbers(foo, 1, 2), V).
test(numbers_must_be_numbers, [forall(member(A, [foo, shell(true), _, "a", read, "1", [1]])), true]) :-
    verdict(dilemma, compare_numbers(<, A, A), V),
    memberchk(V, ["error", false]).

:- end_tests(door).

% Loading

loaded(Text, Loaded) :-
    atom_string(Atom, Text),
    serve(load(loading, Atom), Reply),
    (   get_dict(loaded, Reply, _)
    ->  Loaded = true
    ;   get_dict(verdict, Reply, Loaded)
    ).

:- begin_tests(loading).

test(rejected, [forall(member(Text, [
        "p :- shell(true).", "p :- shell(true, _).", "p :- halt.", "p :- catch(q, _, true). q.", "p :- call(q). q.",
        "p(X) :- call(X).", "p(X) :- X.", "p :- assertz(q).", "p :- retract(q).", "p :- open(f, write, _).",
        "p :- q, ( q ; q -> \\+ once(findall(x, (q, halt), _)) ). q.", "p :- distinct(x, halt).", "p :- user:q. q.",
        "p :- system:halt.", "p :- forall(q, q). q.", "p :- format(x).", "p :- read(_).", "p :- thread_create(q, _). q.",
        "p :- nb_setval(a, b).", "p :- setof(x, q, _). q.", "p :- X = halt, X.", "p :- garbage_collect.", "p :- undefined.",
        ":- shell(true).", ":- initialization(halt).", "?- shell(true).", ":- dynamic(p/1), shell(true).",
        ":- use_module(library(process)).", ":- module(user, []).", ":- op(700, xfx, ===).", ":- set_prolog_flag(a, b).",
        ":- dynamic(user:p/1).", ":- table(goals:door/2).", ":- table(p(lattice(shell/3))).", ":- dynamic(X).", ":- dynamic([p/1]).",
        ":- table(shell).", ":- dynamic(p/q).", ":- dynamic(p/(-1)).", ":- X.",
        "user:p.", "user:p :- true.", "goals:door(_, _).", "p --> q.", "p, q => r.", "p => q.", "[p].", "[(:- shell(true))].",
        "X.", "3.", "\"text\".", "X :- true.", "3 :- true.", "(p :- q) :- r.", "'$set'(1).", "'$:-'(shell(true)).",
        "atom_length(a, b).", "X = Y.", "p ; q.", "p, q.", "\\+ p.", "halt.", "!.", "call(p).", "catch(a, b, c).",
        "p(", "p", "p. q(.", "p :- .", "p 'q'.", "'\u0001'(", "p. #!"])),
               Loaded == "error"]) :-
    loaded(Text, Loaded).
test(accepted, [forall(member(Text, [
        "", "p.", "p :- q, ( q ; \\+ q -> true ; fail ), !. q.", "p(X) :- member(X, [1]), X \\== 2, X == 1, ground(X).",
        "p :- findall(X, distinct(X, q(X)), [_]). q(1).", ":- dynamic p/1, q/2.", ":- table p/2. p(X, X).", "p. :- dynamic q/1. q(1).",
        "'odd name'('Üñí', \"text\", f(X), [X|_]).", "p. end_of_file. :- shell(true).", "% only a comment", "append(a). member(a)."])),
               Loaded == true]) :-
    loaded(Text, Loaded).
test(nothing_expands, [setup(expand_nothing_), true]) :-
    \+ loading:current_predicate(harm/0),
    \+ catch(loading:trap, _, fail),
    findall(X, loading:fact(X), [(:- assertz(loading:harm))]).

expand_nothing_ :-
    loaded("term_expansion(fact(_), (:- assertz(loading:harm))). goal_expansion(safe, assertz(loading:harm)). \c
            fact((:- assertz(loading:harm))). trap :- safe. safe :- fail. p(X) :- X = system{}.call(halt).", true).

test(nothing_is_kept_of_a_rejected_program, Kept == [old]) :-
    loaded("p(old).", true),
    loaded("p(new). p(newer) :- halt.", "error"),
    findall(X, loading:p(X), Kept).
test(loading_again_replaces, Kept == [new]) :-
    loaded("p(old). q.", true),
    loaded("p(new).", true),
    \+ loading:current_predicate(q/0),
    findall(X, loading:p(X), Kept).
test(recursion_is_tabled, all(X == [2, 3, 1])) :-
    loaded(":- table path/2. path(X, Y) :- path(X, Z), edge(Z, Y). path(X, Y) :- edge(X, Y). edge(1, 2). edge(2, 3). edge(3, 1).", true),
    findall(X0, loading:path(1, X0), Xs),
    sort(Xs, Sorted),
    assertion(Sorted == [1, 2, 3]),
    member(X, [2, 3, 1]).
test(another_game_is_not_touched, [setup(load_game(dilemma)), V == true]) :-
    loaded("payoff(_, _, 9, 9). holds(_, _). p :- payoff(_, _, _, _).", true),
    verdict(dilemma, formula([], cmp(=, max(pay(p1, [])), num(5)), 100), V).
test(the_solver_is_not_touched, [setup(load_game(dilemma)), V == true]) :-
    loaded("member(_, _). memberchk(_, _). distinct(_, _). findall(_, _). succ(1, 5). door(_, _).", true),
    verdict(dilemma, formula([], cmp(=, pay(p1, [bind(p1, 'D', any), bind(p2, 'D', any)]), num(1)), 100), V).
test(a_table_is_dropped_with_its_predicate, all(X-Y == [1-2, 7-8])) :-
    loaded(":- table path/2. path(X, Y) :- edge(X, Y). edge(1, 2). edge(2, 3).", true),
    findall(A-B, loading:path(A, B), [_, _]),
    serve(drop(loading), _),
    loaded("path(1, 2). path(7, 8).", true),
    loading:path(X, Y).
test(dropped, V == "error") :-
    loaded("p.", true),
    serve(drop(loading), _),
    \+ loading:current_predicate(p/0),
    verdict(loading, holds(x, s0), V).

:- end_tests(loading).

% Limits: the questions here have no end.

endless("holds(X, time) :- loop(X).
         loop(X) :- loop(X).
         holds(X, memory) :- deep(X, f(X)).
         deep(X, Y) :- deep(X, f(Y, Y)), loop(Y).
         holds(_, digits) :- _ is 7 ^ 7 ^ 7 ^ 7.
         holds(X, wide) :- wide(X).
         wide(X) :- once(member(_, [a, b, c])), ( wide(X) ; wide(X) ).
         holds(X, many) :- many(X).
         many(z).
         many(s(X)) :- many(X).
         holds(all, some) :- findall(X, many(X), _).").

:- begin_tests(limits, [setup(( endless(Text), load_text(endless, Text) ))]).

test(inferences, V == "unknown"-"inferences") :-
    reason(endless, holds(x, time), limits(5, 100000), V).
test(time, V == "unknown"-"time") :-
    reason(endless, holds(x, time), limits(0.1, 1000000000000), V).
test(memory, [forall(member(S, [memory, wide])), true]) :-
    reason(endless, holds(x, S), limits(5, 1000000000000), "unknown"-Kind),
    memberchk(Kind, ["memory", "time"]).
test(digits, V == "unknown"-"memory") :-
    reason(endless, holds(x, digits), limits(5, 1000000000000), V).
test(all_answers) :-
    reason(endless, holds(all, some), limits(5, 100000), "unknown"-Kind),
    memberchk(Kind, ["inferences", "memory"]).
test(as_many_answers_as_asked_for, Count == 5) :-
    reply("ask(endless, [holds(X, many)], ['X'=X], 5, limits(1, 100000)) .", answers, As),
    length(As, Count).
test(answers_found_before_a_limit_are_given, V == "unknown"-"inferences") :-
    Request = "ask(endless, [holds(X, many)], ['X'=X], 100000, limits(5, 20000)) .",
    reason(Request, V),
    reply(Request, answers, As),
    assertion(As = [_, _|_]).
test(afterwards_the_solver_works, V == true) :-
    verdict(endless, holds(s(z), many), V).

:- end_tests(limits).
