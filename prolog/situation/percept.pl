/** <module> What a role perceives, and what it can know

A world of an observer is a history it cannot exclude: legal joint moves, its own as it made them, that would have made
it perceive just what it did, joint move by joint move. Sets of percepts are compared whole, since seeing nothing is
information too. This is the relation k of Scherl and Levesque (2003) for the embedding of GDL-II by Schiffel and
Thielscher (JAIR 49, 2014); it specifies what lelma/knowledge computes.

An observer is the name of a role; or everyone, who makes no move and perceives what every role but `random` does; or
given(Assumptions, Observer), who takes for granted that nothing holds of violates(A) for these names A.

A history is a list of joint moves from the initial position on, each a list of does(Role, Move) in role order. A
formula is true(Fluent), a sentence of the rules that does not depend on moves, or made of those by and/2, or/2, not/1.
Every predicate takes the module of the game first.
*/
:- module(percept,
          [ observer_percepts/5,    % +Game, +Observer, +Joint, +State, -Percepts
            possible_world/5,       % +Game, +Observer, +History, -World, -State
            possible_states/4,      % +Game, +Observer, +History, -States
            worlds_members/4,       % +Game, +Observer, +History, -Members
            course_members/5,       % +Game, +Observer, +Names, +History, -Members
            knows/4,                % +Game, +Observer, +Formula, +History
            possible/4,             % +Game, +Observer, +Formula, +History
            knows_whether/4         % +Game, +Observer, +Formula, +History
          ]).
:- use_module(library(apply)).
:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(occurs)).
:- use_module(library(ordsets)).
:- use_module('../play/kif_text').
:- use_module(progression).

%!  observer_percepts(+Game, +Observer, +Joint, +State, -Percepts) is det.
%   All that Observer perceives as Joint is made in State, as an ordered set.
observer_percepts(Game, given(_, Observer), Joint, State, Percepts) =>
    observer_percepts(Game, Observer, Joint, State, Percepts).
observer_percepts(Game, everyone, Joint, State, Percepts) =>
    findall(Ps, ( player_(Game, R), observer_percepts(Game, R, Joint, State, Ps) ), Sets),
    ord_intersection(Sets, Percepts).
observer_percepts(Game, Role, Joint, State, Percepts) =>
    findall(P, Game:percept(Role, P, Joint, State), Found),
    sort(Found, Percepts).

player_(Game, Role) :-
    Game:role(Role),
    Role \== random.

%!  possible_world(+Game, +Observer, +History, -World, -State) is nondet.
%   In the situation after History, Observer cannot exclude that the history is World, which leads to State.
possible_world(Game, Observer, History, World, State) :-
    initial_state(Game, Start),
    world_(History, Game, Observer, Start, Start, World, State).

world_([], _, _, _, State, [], State).
world_([Joint|History], Game, Observer, True0, State0, [Other|World], State) :-
    \+ Game:terminal(State0),
    observer_percepts(Game, Observer, Joint, True0, Percepts),
    own_move_(Observer, Joint, Own),
    other_joint_(Game, Own, State0, Other),
    observer_percepts(Game, Observer, Other, State0, Percepts),
    \+ violated_(Observer, Game, Other, State0),
    next_state(Game, True0, Joint, True),
    next_state(Game, State0, Other, State1),
    world_(History, Game, Observer, True, State1, World, State).

own_move_(given(_, Observer), Joint, Own) =>
    own_move_(Observer, Joint, Own).
own_move_(everyone, _, Own) =>
    Own = none.
own_move_(Role, Joint, Own) =>
    memberchk(does(Role, Move), Joint),
    Own = Role-Move.

%!  other_joint_(+Game, +Own, +State, -Joint) is nondet.
%   Joint is a legal joint move of State in which a role makes its Own move.
other_joint_(Game, Own, State, Joint) :-
    findall(Role-Moves, ( state_moves(Game, State, Role, Legal), own_moves_(Own, Role, Legal, Moves) ), Options),
    maplist(joint_part_, Options, Joint).

own_moves_(Own, Role, Legal, Moves) :-
    (   Own = Role-Move
    ->  findall(Move, memberchk(Move, Legal), Moves)
    ;   Moves = Legal
    ).

joint_part_(Role-Moves, does(Role, Move)) :-
    member(Move, Moves).

violated_(given(Names, Observer), Game, Joint, State) :-
    (   member(Name, Names),
        violates_(Game, Name, Joint, State)
    ->  true
    ;   violated_(Observer, Game, Joint, State)
    ).

violates_(Game, Name, Joint, State) :-
    member(Goal, [violates(Name, Joint, State), violates(Name, State), violates(Name)]),
    functor(Goal, violates, Arity),
    current_predicate(Game:violates/Arity),
    call(Game:Goal).

%!  possible_states(+Game, +Observer, +History, -States) is det.
%   The states that the worlds lead to, as an ordered set of states of progression.pl.
possible_states(Game, Observer, History, States) :-
    findall(State, possible_world(Game, Observer, History, _, State), Found),
    sort(Found, States).

%!  worlds_members(+Game, +Observer, +History, -Members) is det.
%   The possible states as members of a reply.
worlds_members(Game, Observer, History, [states-Texts]) :-
    possible_states(Game, Observer, History, States),
    findall(Fluents, member(state(Fluents), States), Lists),
    term_text_lists(Lists, Texts).

%!  course_members(+Game, +Observer, +Names, +History, -Members) is det.
%   In how many ways the fluents of these Names may hold, initially and after each joint move, as members of a reply;
%   without Names, how many states are possible. Equal states are followed once, whichever worlds led there.
course_members(Game, Observer, Names, History, [counts-Counts]) :-
    initial_state(Game, Start),
    telling_clauses_(Game, Telling),
    course_(History, Game, Observer, Telling, Names, Start, [Start], Counts).

course_([], _, _, _, Names, _, States, [Count]) :-
    ways_(Names, States, Count).
course_([Joint|History], Game, Observer, Telling, Names, True0, States0, [Count|Counts]) :-
    ways_(Names, States0, Count),
    observer_percepts(Game, Observer, Joint, True0, Percepts),
    own_move_(Observer, Joint, Own),
    findall(State, ( member(State0, States0),
                     alike_(Game, Observer, Telling, Own, Percepts, State0, State) ), Found),
    sort(Found, States),
    next_state(Game, True0, Joint, True),
    course_(History, Game, Observer, Telling, Names, True, States, Counts).

alike_(Game, Observer, Telling, Own, Percepts, State0, State) :-
    \+ Game:terminal(State0),
    findall(Role-Moves, ( state_moves(Game, State0, Role, Legal), own_moves_(Own, Role, Legal, Moves0),
                          exclude(told_apart_(Telling, Observer, Percepts, State0, Role), Moves0, Moves) ), Options),
    maplist(joint_part_, Options, Joint),
    observer_percepts(Game, Observer, Joint, State0, Percepts),
    next_state(Game, State0, Joint, State).

% A move is out of the question if Observer would perceive something else for it alone, whatever others do.
told_apart_(Telling, Observer, Percepts, State, Role, Move) :-
    Observer \== everyone,
    member(Clause, Telling),
    copy_term(Clause, telling(Game, Observer, P, [does(Role, Move)], State, Body)),
    call(Game:Body),
    \+ memberchk(P, Percepts),
    !.

% The clauses of percepts that say of joint moves only that some move is in it: with more moves they still hold.
telling_clauses_(Game, Telling) :-
    findall(telling(Game, R, P, Joint, State, Body),
            ( clause(Game:percept(R, P, Joint, State), Body), tells_(Body, Joint) ), Telling).

tells_((A, B), Joint) =>
    tells_(A, Joint),
    tells_(B, Joint).
tells_(member(does(_, _), Moves), Joint), Moves == Joint =>
    true.
tells_(Goal, Joint) =>
    \+ ( sub_term(Part, Goal), Part == Joint ).

ways_([], States, Count) =>
    length(States, Count).
ways_(Names, States, Count) =>
    findall(Ways, ( member(state(Fluents), States), include(named_(Names), Fluents, Ways) ), Found),
    sort(Found, Distinct),
    length(Distinct, Count).

named_(Names, Fluent) :-
    functor(Fluent, Name, _),
    memberchk(Name, Names).

%!  knows(+Game, +Observer, +Formula, +History) is semidet.
%   Formula holds in every world.
knows(Game, Observer, Formula, History) :-
    \+ ( possible_world(Game, Observer, History, _, State),
         \+ formula_holds_(Formula, Game, State) ).

%!  possible(+Game, +Observer, +Formula, +History) is semidet.
%   Formula holds in some world.
possible(Game, Observer, Formula, History) :-
    possible_world(Game, Observer, History, _, State),
    formula_holds_(Formula, Game, State),
    !.

%!  knows_whether(+Game, +Observer, +Formula, +History) is semidet.
%   Formula holds in every world or in none.
knows_whether(Game, Observer, Formula, History) :-
    (   knows(Game, Observer, Formula, History)
    ->  true
    ;   knows(Game, Observer, not(Formula), History)
    ).

%   @error existence_error(sentence, Name/Arity) for a sentence of no relation of the rules.
formula_holds_(and(A, B), Game, State) =>
    formula_holds_(A, Game, State),
    formula_holds_(B, Game, State).
formula_holds_(or(A, B), Game, State) =>
    (   formula_holds_(A, Game, State)
    ->  true
    ;   formula_holds_(B, Game, State)
    ).
formula_holds_(not(A), Game, State) =>
    \+ formula_holds_(A, Game, State).
formula_holds_(true(Fluent), Game, State) =>
    once(Game:holds(Fluent, State)).
formula_holds_(Sentence, Game, State) =>
    Sentence =.. [Name|Args],
    length(Args, Arity),
    Arity1 is Arity + 1,
    append(Args, [State], Args1),
    (   current_predicate(Game:Name/Arity1)
    ->  Goal =.. [Name|Args1]
    ;   current_predicate(Game:Name/Arity)
    ->  Goal = Sentence
    ;   existence_error(sentence, Name/Arity)
    ),
    once(Game:Goal).
