/** <module> Tables of the relations that depend on nothing

For play/play.pl. What a play program says of such relations, `'succ rules'/2`, becomes facts, `'succ static'/2`,
once, when the program is loaded.
*/
:- module(play_table,
          [ tabulate_relations/1,   % +Game
            bounded_answers/5       % +Game, ?Template, +Goal, -Answers, -Trouble
          ]).
:- use_module(library(lists)).
:- use_module(library(solution_sequences)).
:- use_module(library(time)).

most_rows_(100_000).
most_inferences_(5_000_000).
most_seconds_(3.0).
most_relations_open_(3).

%!  tabulate_relations(+Game) is det.
%   Tabulates the relations that depend on nothing. Those too large for that are left open, to be worked out on
%   demand; after a few of them so are all that follow, which may depend on them.
tabulate_relations(Game) :-
    Open = open(0),
    forall(Game:'static relation'(Rules, Static, Arity), tabulate_(Game, Rules, Static, Arity, Open)),
    abolish_all_tables,
    forall(Game:'check relation'(Check, Static, Arity), settle_check_(Game, Check, Static, Arity)).

tabulate_(Game, Rules, Static, Arity, Open) :-
    functor(Rule, Rules, Arity),
    Rule =.. [_|Args],
    Fact =.. [Static|Args],
    arg(1, Open, Count),
    most_relations_open_(Most),
    (   Count < Most
    ->  bounded_answers(Game, Fact, Rule, Facts, Trouble)
    ;   Trouble = "depends on too large ones"
    ),
    tabulated_(Trouble, Game, Facts, Fact, Rule, Open).

tabulated_(none, Game, Facts, Fact, _, _) :-
    ground(Facts),
    !,
    forall(member(F, Facts), assertz(Game:F)),
    (   Facts == []
    ->  true
    ;   functor(Fact, Static, Arity),
        compile_predicates([Game:Static/Arity])
    ).
tabulated_(Trouble, Game, _, Fact, Rule, Open) :-
    assertz((Game:Fact :- Game:Rule)),
    (   Trouble == none
    ->  true
    ;   arg(1, Open, Count0),
        Count is Count0 + 1,
        nb_setarg(1, Open, Count),
        functor(Fact, Static, Arity),
        assertz(Game:'left open'(Static, Arity, Trouble))
    ).

%!  bounded_answers(+Game, ?Template, +Goal, -Answers, -Trouble) is det.
%   Answers are all answers to Goal, sorted, and Trouble is none; or Trouble says in words why there are too many.
bounded_answers(Game, Template, Goal, Answers, Trouble) :-
    most_rows_(Rows),
    most_inferences_(Inferences),
    most_seconds_(Seconds),
    More is Rows + 1,
    catch(call_with_time_limit(
              Seconds,
              call_with_inference_limit(findall(Template, limit(More, Game:Goal), Found), Inferences, Result)),
          Error,
          ( stop_(Error) -> true ; throw(Error) )),
    (   stop_(Error, Trouble)
    ->  true
    ;   Result == inference_limit_exceeded
    ->  format(string(Trouble), "needs more than ~D steps to be worked out", [Inferences])
    ;   length(Found, More)
    ->  format(string(Trouble), "has more than ~D answers", [Rows])
    ;   Trouble = none,
        sort(Found, Answers)
    ).

stop_(Error) :-
    stop_(Error, _).

stop_(Error, Trouble) :-
    nonvar(Error),
    (   Error == time_limit_exceeded
    ->  most_seconds_(Seconds),
        format(string(Trouble), "takes more than ~w s to be worked out", [Seconds])
    ;   Error = error(resource_error(_), _)
    ->  Trouble = "needs more memory than the limit allows"
    ).

% A look into a large table costs as much as some 15 inferences where several arguments select the row (measured on
% 4,032 rows of four arguments), into a small one less than any rule. The rules of Check are kept where the table has
% more than 256 rows and they need less than 15 inferences, on 50 of its rows.
settle_check_(Game, Check, Static, Arity) :-
    functor(Fact, Static, Arity),
    Fact =.. [_|Args],
    Goal =.. [Check|Args],
    predicate_property(Game:Fact, number_of_clauses(Rows)),
    (   Rows > 256,
        \+ Game:'left open'(Static, Arity, _),
        Apart is Rows // 50 + 1,
        findall(Goal, ( call_nth(Game:Fact, Nth), Nth mod Apart =:= 0 ), Goals),
        length(Goals, Tried),
        statistics(inferences, Before),
        forall(member(Try, Goals), \+ \+ Game:Try),
        statistics(inferences, After),
        After - Before < 17 * Tried
    ->  true
    ;   abolish(Game:Check/Arity),
        assertz((Game:Goal :- Game:Fact)),
        compile_predicates([Game:Check/Arity])
    ).
