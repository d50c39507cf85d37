/** <module> States moved forward, one joint move at a time

The rules of a game read a state through holds/2, so a game's own clauses answer for an explicit
state(Fluents) just as they do for a situation; the cost of a step does not grow with the history. Every
predicate takes the module of the game first. Fluents are sorted sets.
*/
:- module(progression,
          [ initial_state/2,    % +Game, -State
            state_moves/4,      % +Game, +State, ?Role, -Moves
            state_joint/4,      % +Game, +State, -Joint, -Choices
            next_state/4,       % +Game, +State, +Joint, -NextState
            state_goals/3,      % +Game, +State, -Goals
            game_outcomes/3     % +Game, +Most, -Outcomes
          ]).
:- use_module(library(apply)).
:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(pairs)).
:- use_module(library(solution_sequences)).

%!  initial_state(+Game, -State) is det.
initial_state(Game, state(Fluents)) :-
    findall(F, Game:rules_initially(F), Found),
    sort(Found, Fluents).

%!  state_moves(+Game, +State, ?Role, -Moves) is nondet.
%   The legal moves of Role in State, without repetition, in the order of the rules.
state_moves(Game, State, Role, Moves) :-
    Game:role(Role),
    findall(M, distinct(M, Game:legal_move(Role, M, State)), Moves).

%!  state_joint(+Game, +State, -Joint, -Choices) is nondet.
%   Joint is a joint move of State, does(Role, Move) in role order; Choices are the moves in it that were chosen
%   rather than passed, Role-Move. Fails where a role has no legal move.
state_joint(Game, State, Joint, Choices) :-
    findall(R-Ms, state_moves(Game, State, R, Ms), Options),
    maplist(pick_, Options, Joint),
    findall(R, Game:chooses(R, State), Choosers),
    findall(R-M, ( member(does(R, M), Joint), memberchk(R, Choosers) ), Choices).

pick_(R-Ms, does(R, M)) :-
    member(M, Ms).

%!  next_state(+Game, +State, +Joint, -NextState) is det.
next_state(Game, State, Joint, state(Fluents)) :-
    findall(F, Game:next_holds(F, Joint, State), Found),
    sort(Found, Fluents).

%!  state_goals(+Game, +State, -Goals) is det.
%   Goals are Role-Value for every goal value that holds in State, Value a number.
state_goals(Game, State, Goals) :-
    findall(R-N, distinct(R-N, Game:result(goal(R, N), State)), Goals).

%!  game_outcomes(+Game, +Most, -Outcomes) is det.
%   Every play of Game: outcome(Rounds, Choices, Goals), with Choices as Role-Move in the order they were made.
%   @error resource_error(outcomes) if there are more than Most plays or positions on the way to them.
game_outcomes(Game, Most, Outcomes) :-
    must_be(positive_integer, Most),
    initial_state(Game, State),
    Count = count(0),
    findall(Outcome, play_(Game, State, 0, [], Count, Most, Outcome), Outcomes).

play_(Game, State, Rounds, Reversed, Count, Most, Outcome) :-
    arg(1, Count, N0),
    N is N0 + 1,
    (   N > Most
    ->  resource_error(outcomes)
    ;   nb_setarg(1, Count, N)
    ),
    (   Game:terminal(State)
    ->  reverse(Reversed, Choices),
        state_goals(Game, State, Goals),
        Outcome = outcome(Rounds, Choices, Goals)
    ;   state_joint(Game, State, Joint, Chosen),
        next_state(Game, State, Joint, Next),
        reverse(Chosen, Back),
        append(Back, Reversed, Reversed1),
        Rounds1 is Rounds + 1,
        play_(Game, Next, Rounds1, Reversed1, Count, Most, Outcome)
    ).
