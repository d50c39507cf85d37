/** <module> Relations of game theory that need an iteration, a recursion or a linear program

They take the plays of a game (worlds.pl). subgame_perfect/2 and best_ahead/4 are about games in which roles move in turn, all others about
games of one round in which all roles move at once; none is about games with chance.
Numbers are exact: library(simplex) works with rationals.
*/
:- module(judge_theory,
          [ one_round_plays/1,      % +Plays
            survives/4,             % +Plays, +Strength, +Role, +Move
            correlated/2,           % +Plays, +Parts
            mixed_dominated/3,      % +Plays, +Role, +Move
            maximin_value/3,        % +Plays, +Role, -Value
            subgame_perfect/2,      % +Plays, +Condition
            best_ahead/4            % +Plays, +Role, +Move, +Condition
          ]).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(pairs)).
:- autoload(library(simplex), [constraint/3, gen_state/1, maximize/3, variable_value/3]).
:- use_module(conditions).

%!  one_round_plays(+Plays) is semidet.
one_round_plays(Plays) :-
    Plays \== [],
    \+ ( member(play(Keys, _, _, _), Plays), member(key(Role, Step, _, _), Keys), ( Step > 1 ; Role == random ) ).

% A cell is Profile-Payoffs, Role-Move and Role-Number lists.
cells_(Plays, Cells) :-
    findall(Profile-Payoffs,
            ( member(play(Keys, _, Numbers, _), Plays),
              findall(Role-Move, member(key(Role, _, Move, _), Keys), Profile),
              findall(Role-N, member(Role-[N], Numbers), Payoffs) ),
            Cells).

cell_moves_(Cells, Role, Moves) :-
    findall(Move, ( member(Profile-_, Cells), memberchk(Role-Move, Profile) ), All),
    list_to_set(All, Moves).

% Payoffs of Role where it makes Move, by what the others do, in one order for every move.
row_(Cells, Role, Move, Row) :-
    findall(Others-N,
            ( member(Profile-Payoffs, Cells), selectchk(Role-Move, Profile, Others), memberchk(Role-N, Payoffs) ),
            Pairs),
    keysort(Pairs, Sorted),
    pairs_values(Sorted, Row).

%!  survives(+Plays, +Strength, +Role, +Move) is semidet.
%   Move is left when moves that others dominate have been taken away, again and again, until none is. Dominance is by
%   pure moves, and strict or weak by Strength, `strictly` or `weakly`, or strict and by mixes of moves for `mixed`. In each turn all dominated moves of all roles go
%   at once: with weak dominance the order matters. Source: Osborne and Rubinstein 1994, sections 4.2 and 4.3.
survives(Plays, Strength, Role, Move) :-
    cells_(Plays, Cells),
    undominated_(Cells, Strength, Left),
    cell_moves_(Left, Role, Moves),
    memberchk(Move, Moves).

undominated_(Cells, Strength, Left) :-
    once(member(Profile-_, Cells)),
    pairs_keys(Profile, Roles),
    findall(Role-Move,
            ( member(Role, Roles), cell_moves_(Cells, Role, Moves), member(Move, Moves),
              dominated_(Cells, Strength, Role, Moves, Move) ),
            Dominated),
    (   Dominated == []
    ->  Left = Cells
    ;   exclude(uses_(Dominated), Cells, Rest),
        undominated_(Rest, Strength, Left)
    ).

dominated_(Cells, mixed, Role, Moves, Move) :-
    !,
    outdone_(Cells, Role, Moves, Move).
dominated_(Cells, Strength, Role, Moves, Move) :-
    row_(Cells, Role, Move, Row),
    member(Other, Moves),
    Other \== Move,
    row_(Cells, Role, Other, Better),
    dominates_(Strength, Better, Row),
    !.

dominates_(strictly, Better, Row) :-
    maplist(>, Better, Row).
dominates_(weakly, Better, Row) :-
    maplist(>=, Better, Row),
    Better \== Row.

uses_(Dominated, Profile-_) :-
    member(Part, Profile),
    memberchk(Part, Dominated),
    !.

%!  correlated(+Plays, +Parts) is semidet.
%   Parts, Condition-Probability with conditions of one play each, are a correlated equilibrium: no role that is told its
%   own move only gains by making another. Source: Aumann 1974; Osborne and Rubinstein 1994, section 3.3.
%   @error domain_error(probabilities, Parts) unless the probabilities sum to 1.
%   @throws not_expressible(Why) for a condition that does not give every role a move.
correlated(Plays, Parts) :-
    pairs_values(Parts, Ps),
    sum_list(Ps, Sum),
    (   Sum =:= 1
    ->  true
    ;   throw(error(domain_error(probabilities, Parts), _))
    ),
    findall(Profile-P, ( member(Condition-P, Parts), one_play_(Condition, Plays, Profile) ), Drawn),
    cells_(Plays, Cells),
    once(member(Some-_, Cells)),
    forall(( member(Role-_, Some), cell_moves_(Cells, Role, Moves), member(Told, Moves), member(Other, Moves) ),
           ( findall(Gain, gain_(Drawn, Cells, Role, Told, Other, Gain), Gains),
             sum_list(Gains, Total),
             Total =< 0 )).

one_play_(Condition, Plays, Profile) :-
    condition_plays(Condition, Plays, Selected),
    (   Selected = [chosen(play(Keys, _, _, _), _)]
    ->  findall(Role-Move, member(key(Role, _, Move, _), Keys), Profile)
    ;   throw(not_expressible('each part of the lottery must give every role one move'))
    ).

gain_(Drawn, Cells, Role, Told, Other, Gain) :-
    member(Profile-P, Drawn),
    memberchk(Role-Told, Profile),
    cell_payoff_(Cells, Profile, Role, Now),
    selectchk(Role-Told, Profile, Role-Other, Turned),
    cell_payoff_(Cells, Turned, Role, Then),
    Gain is P * (Then - Now).

cell_payoff_(Cells, Profile, Role, N) :-
    memberchk(Profile-Payoffs, Cells),
    memberchk(Role-N, Payoffs).

%!  mixed_dominated(+Plays, +Role, +Move) is semidet.
%   Some mix of Role's moves brings more than Move whatever the others do. Source: Osborne and Rubinstein 1994, section 4.2.
mixed_dominated(Plays, Role, Move) :-
    cells_(Plays, Cells),
    cell_moves_(Cells, Role, Moves),
    outdone_(Cells, Role, Moves, Move).

outdone_(Cells, Role, Moves, Move) :-
    above_least_(Moves, Cells, Role, _, Rows),
    nth1(Place, Moves, Move),
    nth1(Place, Rows, Row),
    mix_state_(Moves, S0),
    Margin = -1*more,
    columns_(Row, 1, Rows, Margin, S0, S),
    maximize([1*more], S, Best),
    variable_value(Best, more, More),
    More > 0,
    !.

%!  maximin_value(+Plays, +Role, -Value) is det.
%   What Role can expect at least by a mix of its moves, whatever the others do; none(Why) for other games.
%   Source: von Neumann 1928.
maximin_value(Plays, Role, Value) :-
    (   one_round_plays(Plays)
    ->  cells_(Plays, Cells),
        cell_moves_(Cells, Role, Moves),
        above_least_(Moves, Cells, Role, Least, Rows),
        mix_state_(Moves, S0),
        Rows = [First|_],
        findall(0, member(_, First), Zeros),
        columns_(Zeros, 1, Rows, -1*more, S0, S),
        maximize([1*more], S, Best),
        variable_value(Best, more, More),
        Value is Least + More
    ;   Value = none(unknown("not expressible: it is about games of one round in which all move at once, without chance"))
    ),
    !.

%!  subgame_perfect(+Plays, +Condition) is semidet.
%   A play that Condition speaks of is that of a subgame-perfect equilibrium in pure strategies. Plays are all plays of
%   a game in which every role perceives every move. A play below a node is one of an equilibrium there if the role that
%   moves gets at least what any other of its moves may bring it in the worst equilibrium that follows.
%   Source: Osborne and Rubinstein 1994, section 6.2.
%   @throws not_expressible(Why) for a condition of no play, moves at the same time, chance, and plays without one payoff
%   for each role.
subgame_perfect(Plays, Condition) :-
    selected_(Plays, Condition, Selected),
    findall(Own-end(Own, Payoffs), member(play(Own, _, Payoffs, _), Plays), Ends),
    perfect_(Ends, Perfect),
    once(( member(play(Keys, _, _, _), Selected), memberchk(end(Keys, _), Perfect) )).

%!  best_ahead(+Plays, +Role, +Move, +Condition) is semidet.
%   Where the plays of Condition part first, Role chooses, and Move leads to a play of a subgame-perfect equilibrium of
%   what is left of them: it looks ahead, and supposes that all do. Plays are as for subgame_perfect/2.
%   @throws not_expressible(Why) as subgame_perfect/2, and where another role chooses there.
best_ahead(Plays, Role, Move, Condition) :-
    selected_(Plays, Condition, Selected),
    findall(Own-end(Own, Payoffs), member(play(Own, _, Payoffs, _), Selected), Ends),
    parting_(Ends, Below),
    (   Below = [[key(Role, _, _, _)|_]-_|_]
    ->  true
    ;   throw(not_expressible('it is not the turn of that role'))
    ),
    perfect_(Below, Perfect),
    once(( member([key(Role, _, Move, _)|_]-End, Below), memberchk(End, Perfect) )).

selected_(Plays, Condition, Selected) :-
    condition_plays(Condition, Plays, Chosen),
    findall(Play, member(chosen(Play, _), Chosen), Selected),
    (   Selected == []
    ->  throw(not_expressible('no play is one of the condition'))
    ;   true
    ).

% What is left of plays after all that they have in common.
parting_(Ends, Below) :-
    (   Ends = [[Key|_]-_|_],
        forall(member(Own-_, Ends), Own = [Key|_])
    ->  findall(Left-End, member([_|Left]-End, Ends), Rest),
        parting_(Rest, Below)
    ;   Below = Ends
    ).

% Ends are what is left of each play below a node with the whole of it.
perfect_([[]-End|Rest], Perfect) :-
    !,
    (   Rest == []
    ->  Perfect = [End]
    ;   throw(not_expressible('the same moves end in several ways'))
    ).
perfect_(Ends, Perfect) :-
    Ends = [[key(Role, Step, _, _)|_]-_|_],
    findall(Key-(Left-End), ( member([Key|Left]-End, Ends), in_turn_(Key, Left, Role, Step) ), Pairs),
    keysort(Pairs, Sorted),
    group_pairs_by_key(Sorted, Groups),
    pairs_values(Groups, Below),
    maplist(perfect_, Below, Kept),
    maplist(least_for_(Role), Kept, Leasts),
    max_list(Leasts, Bound),
    append(Kept, All),
    include(at_least_(Role, Bound), All, Perfect).

in_turn_(key(Role, Step, _, _), Left, Mover, At) :-
    (   Role == Mover,
        Role \== random,
        Step == At,
        \+ ( Left = [key(_, Next, _, _)|_], Next =< Step )
    ->  true
    ;   throw(not_expressible('it is about games in which roles move one at a time, without chance'))
    ).

least_for_(Role, Ends, Least) :-
    maplist(end_payoff_(Role), Ends, Numbers),
    min_list(Numbers, Least).

% The worst end of a move is no more than any other of its ends, so that the bound may be of all moves.
at_least_(Role, Bound, End) :-
    end_payoff_(Role, End, Number),
    Number >= Bound.

end_payoff_(Role, end(_, Payoffs), Number) :-
    (   memberchk(Role-[Number0], Payoffs)
    ->  Number = Number0
    ;   throw(not_expressible('a role has no payoff, or several, at the end of a play'))
    ).

% The rows of all moves, less the least payoff in them: library(simplex) wants bounds that are 0 or more.
above_least_(Moves, Cells, Role, Least, Above) :-
    findall(Row, ( member(Move, Moves), row_(Cells, Role, Move, Row) ), Rows),
    append(Rows, All),
    min_list(All, Least),
    maplist(maplist(above_(Least)), Rows, Above).

above_(Least, N, Above) :-
    Above is N - Least.

% The probabilities mix(1), mix(2), … of the moves sum to 1.
mix_state_(Moves, State) :-
    gen_state(Empty),
    findall(1*mix(I), nth1(I, Moves, _), Sum),
    constraint(Sum = 1, Empty, State).

% For each column: what the mix brings there, and More, is at least the bound.
columns_([], _, _, _, S, S).
columns_([Bound|Bounds], Column, Rows, More, S0, S) :-
    findall(N*mix(I), ( nth1(I, Rows, Row), nth1(Column, Row, N) ), Sum),
    constraint([More|Sum] >= Bound, S0, S1),
    Next is Column + 1,
    columns_(Bounds, Next, Rows, More, S1, S).
