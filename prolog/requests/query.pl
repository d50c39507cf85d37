/** <module> The only door to the solver

A request is one line of text that spells one ground request term; the reply is one line of JSON. The bridges
(in-process or across a pipe) call serve_text/2 and nothing else.

Requests:

  - version
  - load(Game, Program): Program is the text of a game's program; its clauses are added to a module of its own
    after every one was found to call nothing but the game's own predicates and a short list of harmless ones.
    Terms are added as they were checked: nothing expands them, and no directive runs.
  - drop(Game)
  - tabulate(Game, Most, Limits)
  - graph(Game, Percepts, Most, Limits): the states that can be reached, by at most Most joint moves in all; with
    what the roles perceive if the flag Percepts is true.
  - load_play(Game, Program): Program is the text of a game's play program.
  - play(Game, Request, Limits): see play:play_members/3.
  - history(Game, Request, Limits): of a program with situation/regression.pl; see history:history_members/3.
  - search(Game, Request, Limits): of a play program; see search:search_members/3.
  - playout(Game, Request, Limits): of a play program; see playout:playout_members/3.
  - survey(Game, Request, Limits): what the GDL specification forbids, in the first states; see survey:survey_members/3.
  - why(Game, Name, Args, Shape, Fluents, Limits): the conditions of the clauses of a relation, in the state of those
    fluents; Shape is `stateful` or `plain`. See why_not:sentence_clauses/4.
  - worlds(Game, Observer, History, Limits): the states that are possible for an observer after a history of joint
    moves, as texts in KIF; see percept.pl.
  - course(Game, Observer, Names, History, Limits): in how many ways the fluents of these names may hold for an observer
    in the course of a history; see percept:course_members/5.
  - ask(Game, Goals, Bindings, Most, Limits): answers to a conjunction; Bindings are Name=Variable.
  - judge_formulas(Game, Given, Formulas, Told, Most, Limits): whether formulas hold; see judge:judge_formulas/7.
  - judge_moments(Game, Given, Asked, Most, Limits): the same at moments of a match; see judge:judge_moments/6.
  - judge_instead(Game, Given, Asked, Most, Limits): what makes formulas true that leave something open; see
    answers:judge_instead/6.
  - forget(Game): what was found of formulas about a game is to be found anew.
  - describe(Known, Said, New, Limits): whether a description can be true, see description:description_outcome/4.
  - consistent(Axioms, Limits), prove(Theory, Limits), explain(Theory, Cost, Limits), tree(Theory, Limits): of
    first-order theories, see
    ../prover/prover.pl. Their clauses are data, of no game.

Limits = limits(Seconds, Inferences), for each claim. Every goal must be in the table goals:door/2. A goal that runs
into a limit, or a question the game gives no meaning, is `unknown` with its reason; a goal with a wrong argument
is an `error`; neither is ever false.
*/
:- module(query,
          [ end_with_parent/1,  % +Lifeline
            serve_stream/2,     % +In, +Out
            serve_string/2,     % +Request, -Reply:string
            serve_text/2        % +Request, -Reply:codes
          ]).
:- use_module(library(apply)).
:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(process)).
:- use_module(library(readutil)).
:- use_module(library(solution_sequences)).
:- use_module(goals).
:- use_module('../limited').
:- use_module('../payoff/payoff_table').
:- use_module(program_loader).
:- use_module('../situation/progression').
:- use_module(json_text).
% Loaded when first asked for: most processes ask for few of them.
:- autoload('../description', [description_outcome/4]).
:- autoload('../prover/prover', [consistent_members/3, explain_members/4, prove_members/3, tree_members/3]).
:- autoload('../situation/graph', [game_graph/4]).
:- autoload('../situation/history', [history_members/3]).
:- autoload('../judge/answers', [judge_instead/6]).
:- autoload('../judge/judge', [judge_formulas/7, judge_moments/6]).
:- autoload('../judge/worlds', [forget_memory/1]).
:- autoload('../situation/percept', [course_members/5, worlds_members/4]).
:- autoload('../play/play', [play_members/3, prepare_play/1]).
:- autoload('../play/playout', [playout_members/3]).
:- autoload('../play/search', [search_members/3]).
:- autoload('../play/survey', [survey_members/3]).
:- autoload('../situation/why_not', [sentence_clauses/4]).

%!  serve_stream(+In, +Out) is det.
%   Answers requests, a line each, until end of file. A line is the request's number, a space and the request; the
%   reply begins with the same number, so that it is taken for no other's.
serve_stream(In, Out) :-
    set_stream(In, encoding(utf8)),
    set_stream(Out, encoding(utf8)),
    repeat,
    read_line_to_string(In, Line),
    (   Line == end_of_file
    ->  !
    ;   once(( sub_string(Line, Before, 1, After, " "),
               sub_string(Line, 0, Before, _, Number),
               sub_string(Line, _, After, 0, Request) )),
        serve_text(Request, Reply),
        format(Out, "~s ~s~n", [Number, Reply]),
        flush_output(Out),
        fail
    ).

%!  end_with_parent(+Lifeline) is det.
%   Lifeline is a file, the end of a pipe that nobody writes to. When it closes, the parent is gone, however it ended,
%   and this process ends at once, whatever it is doing: a question may still run for long, and halt/0 waits for it.
end_with_parent(Lifeline) :-
    open(Lifeline, read, In, [type(binary)]),
    thread_create(( peek_byte(In, _), current_prolog_flag(pid, Pid), process_kill(Pid, kill) ), _, [detached(true)]).

%!  serve_text(+Request, -Reply:codes) is det.
%   Never throws and never fails: what goes wrong is in the reply.
serve_text(Request, Reply) :-
    catch(reply_(Request, Reply), Error, failure_(Error, Reply)),
    !.
serve_text(_, Reply) :-
    phrase(json_text(object([verdict-error, reason-"the request could not be served"])), Reply).

%!  serve_string(+Request, -Reply:string) is det.
%   serve_text/2 for bridges in this process.
serve_string(Request, Reply) :-
    serve_text(Request, Codes),
    string_codes(Reply, Codes).

reply_(Text, Reply) :-
    term_string(Request, Text),
    must_be(callable, Request),
    serve_(Request, Json),
    phrase(json_text(Json), Reply).

failure_(Error, Reply) :-
    failure_verdict(Error, Verdict, Reason),
    phrase(json_text(object([verdict-Verdict, reason-Reason])), Reply).

serve_(version, object([version-Version])) :-
    current_prolog_flag(version, Version).
serve_(load(Game, Program), object([loaded-Game])) :-
    load_program(Game, Program).
serve_(drop(Game), object([dropped-Game])) :-
    unload_program(Game).
serve_(tabulate(Game, Most, Limits), object(Members)) :-
    limited(Limits, tabulate_game(Game, Most, Facts), Outcome),
    (   Outcome == true
    ->  facts_members_(Facts, Members0),
        cells_(Game, Cells),
        append(Members0, [cells-Cells], Members)
    ;   outcome_members(Outcome, Members)
    ).
serve_(graph(Game, Percepts, Most, Limits), object(Members)) :-
    within_(Limits, game_graph(Game, Percepts, Most, Nodes), Outcome),
    (   Outcome == true
    ->  findall(R, Game:role(R), Roles),
        findall(Json, ( member(Node, Nodes), node_json_(Node, Json) ), Jsons),
        Members = [roles-Roles, states-Jsons]
    ;   outcome_members(Outcome, Members)
    ).
serve_(ask(Game, Goals, Bindings, Most, Limits), object(Members)) :-
    must_be(list, Goals),
    ask_(Game, Goals, Bindings, Most, Limits, Members).
serve_(judge_formulas(Game, Given, Formulas, Told, Most, Limits), Verdicts) :-
    must_be(list, Formulas),
    judge_formulas(Game, Given, Formulas, Told, Most, Limits, Verdicts).
serve_(judge_moments(Game, Given, Asked, Most, Limits), Verdicts) :-
    must_be(list, Asked),
    judge_moments(Game, Given, Asked, Most, Limits, Verdicts).
serve_(judge_instead(Game, Given, Asked, Most, Limits), Found) :-
    must_be(list(list), Asked),
    judge_instead(Game, Given, Asked, Most, Limits, Found).
serve_(forget(Game), object([forgot-Game])) :-
    forget_memory(Game).
serve_(load_play(Game, Program), object([loaded-Game])) :-
    load_program(Game, Program),
    prepare_play(Game).
serve_(play(Game, Request, Limits), object(Members)) :-
    members_within_(Limits, play_members(Game, Request, Members0), Members0, Members).
serve_(history(Game, Request, Limits), object(Members)) :-
    % A rule for (same ?x ?x) may be asked for (same ?y (f ?y)), which no term is an instance of.
    setup_call_cleanup(set_prolog_flag(occurs_check, true),
                       members_within_(Limits, history_members(Game, Request, Members0), Members0, Members),
                       set_prolog_flag(occurs_check, false)).
serve_(playout(Game, Request, Limits), object(Members)) :-
    members_within_(Limits, playout_members(Game, Request, Members0), Members0, Members).
serve_(search(Game, Request, Limits), object(Members)) :-
    members_within_(Limits, search_members(Game, Request, Members0), Members0, Members).
serve_(survey(Game, Request, Limits), object(Members)) :-
    members_within_(Limits, survey_members(Game, Request, Members0), Members0, Members).
serve_(why(Game, Name, Args, Shape, Fluents, Limits), object(Members)) :-
    must_be(oneof([plain, stateful]), Shape),
    sort(Fluents, State),
    within_(Limits, sentence_clauses(Game, sentence(Name, Args, Shape), state(State), Clauses), Outcome),
    (   Outcome == true
    ->  findall(Json, ( member(Clause, Clauses), clause_json_(Clause, Json) ), Jsons),
        Members = [clauses-Jsons]
    ;   outcome_members(Outcome, Members)
    ).
serve_(worlds(Game, Observer, History, Limits), object(Members)) :-
    must_be(list(list), History),
    members_within_(Limits, worlds_members(Game, Observer, History, Members0), Members0, Members).
serve_(course(Game, Observer, Names, History, Limits), object(Members)) :-
    must_be(list(atom), Names),
    must_be(list(list), History),
    members_within_(Limits, course_members(Game, Observer, Names, History, Members0), Members0, Members).
serve_(consistent(Axioms, Limits), object(Members)) :-
    must_be(list, Axioms),
    consistent_members(Axioms, Limits, Members).
serve_(prove(Theory, Limits), object(Members)) :-
    prove_members(Theory, Limits, Members).
serve_(tree(Theory, Limits), object(Members)) :-
    tree_members(Theory, Limits, Members).
serve_(explain(Theory, Cost, Limits), object(Members)) :-
    must_be(between(1, 9), Cost),
    explain_members(Theory, Cost, Limits, Members).
serve_(describe(Known, Said, New, Limits), object(Members)) :-
    must_be(list(list), Known),
    must_be(list(list), Said),
    must_be(list(list), New),
    within_(Limits, description_outcome(Known, Said, New, Found), Outcome),
    (   Outcome == true
    ->  Members = [outcome-Found]
    ;   outcome_members(Outcome, Members)
    ).

% What is loaded when it is first asked for (autoload/2) is loaded before its limits begin.
within_(Limits, Goal, Outcome) :-
    predicate_property(Goal, defined),
    limited(Limits, Goal, Outcome).

clause_json_(clause(Held, Failed), object([held-HeldJson, failed-FailedJson])) :-
    findall(Json, ( member(C, Held), condition_json_(C, Json) ), HeldJson),
    findall(Json, ( member(C, Failed), condition_json_(C, Json) ), FailedJson).

condition_json_(condition(Sign, Sentence, Given), object([sign-Sign, sentence-term(Sentence), given-Given])).

members_within_(Limits, Goal, Members0, Members) :-
    within_(Limits, Goal, Outcome),
    (   Outcome == true
    ->  Members = Members0
    ;   outcome_members(Outcome, Members)
    ).

facts_members_(facts(Roles, Moves, Rounds, Plays, Simultaneous, Table),
               [roles-Roles, moves-MoveLists, rounds-Rounds, plays-Plays, simultaneous-Simultaneous|Rest]) :-
    findall(Terms, ( member(R, Roles), memberchk(R-Ms, Moves), terms_(Ms, Terms) ), MoveLists),
    (   Table = none(Why)
    ->  Rest = [untabulated-Why]
    ;   Rest = []
    ).

node_json_(end(Goals), object([goals-Json])) :-
    findall([R, term(N)], member(R-N, Goals), Json).
node_json_(state(Moves, Edges), object([moves-MoveLists, next-Nexts, percepts-Percepts])) :-
    findall(Terms, ( member(_-Ms, Moves), terms_(Ms, Terms) ), MoveLists),
    findall(Next, member(edge(Next, _), Edges), Nexts),
    findall(Lists, ( member(edge(_, Seen), Edges), Seen \== [],
                     findall(Terms, ( member(_-Ps, Seen), terms_(Ps, Terms) ), Lists) ), Percepts).

% Asking

ask_(Game, Goals, Bindings, Most, Limits, Members) :-
    bagof_answers_(Game, Goals, Bindings, Most, Limits, Answers, Outcome),
    (   Outcome == true
    ->  (   Answers == []
        ->  Verdict = false
        ;   Verdict = true
        ),
        Members = [verdict-Verdict, answers-Answers]
    ;   outcome_members(Outcome, Failure),
        append(Failure, [answers-Answers], Members)
    ).

% Answers found before a limit was met are kept.
bagof_answers_(Game, Goals, Bindings, Most, Limits, Answers, Outcome) :-
    Found = found([]),
    limited(Limits, collect_(Game, Goals, Bindings, Most, Found), Outcome),
    arg(1, Found, Reversed),
    reverse(Reversed, Answers).

collect_(Game, Goals, Bindings, Most, Found) :-
    forall(limit(Most, distinct(Bindings, all_hold(Goals, Game))),
           ( arg(1, Found, Before),
             findall(Name-term(Value), member(Name=Value, Bindings), Members),
             nb_setarg(1, Found, [object(Members)|Before]) )).

cells_(Game, Json) :-
    findall(Cell, ( Game:cell(Profile, Payoffs), cell_json_(Profile, Payoffs, Cell) ), Json).

cell_json_(Profile, Payoffs, object([profile-Ps, payoffs-Ns])) :-
    terms_(Profile, Ps),
    terms_(Payoffs, Ns).

terms_(Values, Terms) :-
    findall(term(Value), member(Value, Values), Terms).
