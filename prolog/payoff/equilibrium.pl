/** <module> Best responses, dominance, equilibrium and Pareto in a payoff table

Arguments are those of payoff.pl. Where moves tie, every one of them is best: a relation named "only" or "strictly" asks
for more. Dominance is by pure moves. All that this module exports may be asked.

Every predicate throws not_expressible(Why) for a game in which its question has no meaning.
*/
:- module(equilibrium,
          [ best_response/4,                % +Game, +Role, ?Own, ?Their
            only_best_response/4,           % +Game, +Role, ?Own, ?Their
            dominates/5,                    % +Game, ?Strength, +Role, ?Own1, ?Own2
            dominant/4,                     % +Game, ?Strength, +Role, ?Own
            dominated/4,                    % +Game, ?Strength, +Role, ?Own
            nash_equilibrium/4,             % +Game, +Role, ?Own, ?Their
            only_nash_equilibrium/4,        % +Game, +Role, ?Own, ?Their
            no_pure_nash_equilibrium/1,     % +Game
            mixed_nash_equilibrium/4,       % +Game, +Role, +OwnMix, +TheirMix
            pareto_optimal/4,               % +Game, +Role, ?Own, ?Their
            pareto_dominated/4,             % +Game, +Role, ?Own, ?Their
            pareto_dominates/6              % +Game, +Role, +Own1, +Their1, +Own2, +Their2
          ]).
:- use_module(library(lists)).
:- use_module(payoff).
:- use_module(payoff_table).

% Best responses

%!  best_response(+Game, +Role, ?Own, ?Their) is nondet.
%   No other move gives Role more against Their.
best_response(Game, Role, Own, Their) :-
    reply_extreme(Game, highest, Role, Their, Highest),
    cell_seat(Game, Role, Own, Their, Payoff),
    Payoff == Highest.

%!  only_best_response(+Game, +Role, ?Own, ?Their) is nondet.
only_best_response(Game, Role, Own, Their) :-
    other_role(Game, Role, Other),
    role_move(Game, Other, Their),
    findall(M, best_response(Game, Role, M, Their), [Own]).

% Dominance

%!  dominates(+Game, ?Strength, +Role, ?Own1, ?Own2) is nondet.
%   Strictly: more in every case. Weakly: never less, and more in some case.
dominates(Game, Strength, Role, Own1, Own2) :-
    must_be_simultaneous(Game),
    in_every_case(Game, Strength, Role, Own1, Own2),
    (   Strength == weakly
    ->  once(higher_in_some_case(Game, Role, Own1, Own2))
    ;   true
    ).

%!  dominant(+Game, ?Strength, +Role, ?Own) is nondet.
%   Own dominates every other move of Role.
dominant(Game, Strength, Role, Own) :-
    role_move(Game, Role, Own),
    member(Strength, [strictly, weakly]),
    forall(( role_move(Game, Role, Other), Other \== Own ), dominates(Game, Strength, Role, Own, Other)).

%!  dominated(+Game, ?Strength, +Role, ?Own) is nondet.
%   Some other pure move of Role dominates Own.
dominated(Game, Strength, Role, Own) :-
    role_move(Game, Role, Own),
    member(Strength, [strictly, weakly]),
    once(dominates(Game, Strength, Role, _, Own)).

% Equilibrium

%!  nash_equilibrium(+Game, +Role, ?Own, ?Their) is nondet.
%   A pure equilibrium: each move is a best response to the other.
nash_equilibrium(Game, Role, Own, Their) :-
    must_be_simultaneous(Game),
    other_role(Game, Role, Other),
    best_response(Game, Role, Own, Their),
    once(best_response(Game, Other, Their, Own)).

%!  only_nash_equilibrium(+Game, +Role, ?Own, ?Their) is semidet.
%   The only one in pure strategies.
only_nash_equilibrium(Game, Role, Own, Their) :-
    findall(M-T, nash_equilibrium(Game, Role, M, T), [Own-Their]).

%!  no_pure_nash_equilibrium(+Game) is semidet.
no_pure_nash_equilibrium(Game) :-
    once(Game:role(Role)),
    \+ nash_equilibrium(Game, Role, _, _).

%!  mixed_nash_equilibrium(+Game, +Role, +OwnMix, +TheirMix) is semidet.
%   Every move played with positive probability has the highest expected payoff against the other's mix.
mixed_nash_equilibrium(Game, Role, OwnMix, TheirMix) :-
    must_be_simultaneous(Game),
    other_role(Game, Role, Other),
    mix_answers_(Game, Role, OwnMix, TheirMix),
    mix_answers_(Game, Other, TheirMix, OwnMix).

mix_answers_(Game, Role, Mix, Others) :-
    must_be_mix(Game, Role, Mix),
    forall(( member(Move-P, Mix), P > 0 ), once(highest_expected_choice(Game, Role, Move, Others))).

% Pareto

%!  pareto_dominates(+Game, +Role, +Own1, +Their1, +Own2, +Their2) is semidet.
%   The first cell gives no role less than the second, and some role more.
pareto_dominates(Game, Role, Own1, Their1, Own2, Their2) :-
    cell_payoffs(Game, Role, Own1, Their1, N1, M1),
    cell_payoffs(Game, Role, Own2, Their2, N2, M2),
    N1 >= N2,
    M1 >= M2,
    N1 + M1 > N2 + M2.

%!  pareto_dominated(+Game, +Role, ?Own, ?Their) is nondet.
pareto_dominated(Game, Role, Own, Their) :-
    cell_payoffs(Game, Role, Own, Their, _, _),
    once(pareto_dominates(Game, Role, _, _, Own, Their)).

%!  pareto_optimal(+Game, +Role, ?Own, ?Their) is nondet.
pareto_optimal(Game, Role, Own, Their) :-
    cell_payoffs(Game, Role, Own, Their, _, _),
    \+ pareto_dominates(Game, Role, _, _, Own, Their).
