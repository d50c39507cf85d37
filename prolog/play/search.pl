/** <module> Exact values by minimax with memory

For games that play/play.pl plays. The value of a state is what every role gets from it if each takes the first, in
standard order, of the moves that are best for itself; `random` takes its moves evenly. Each state is worked out once,
top down. A role that finds the greatest goal value of the game looks no further, since no later move is better.
*/
:- module(search,
          [ search_members/3    % +Game, +Request, -Members
          ]).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(kif_text).
:- use_module(play).

%!  search_members(+Game, +Request, -Members) is det.
%   Request is value(Numbers, Top, Most): Numbers are Name-Number for each name that is a number, Top is a bound of the
%   goal values, Most of the states that are visited. The members are `values` by role, `states`, how many were
%   visited, and `play`, the joint moves of the play that has these values, up to the first choice of `random`.
%   @throws not_expressible(Why) where the game has no such value.
%   @error resource_error(states) for more than Most states.
search_members(Game, value(Numbers, Top, Most), [values-Values, states-States, play-Play]) :-
    dict_pairs(Worth, worth, Numbers),
    play_roles(Game, Roles),
    play_initial(Game, State),
    trie_new(Memory),
    Search = search(Game, Roles, Worth, Top, Memory, count(0, Most)),
    value_(State, Search, Found),
    line_(State, Search, Line),
    trie_destroy(Memory),
    findall(term(Value), member(Value, Found), Values),
    Search = search(_, _, _, _, _, count(States, _)),
    term_text_lists(Line, Play).

%!  value_(+State, +Search, -Values) is det.
%   Memory holds `open` for a state that is being worked out, on whose value none of its own may depend.
value_(State, Search, Values) :-
    Search = search(Game, Roles, _, _, Memory, Count),
    (   trie_lookup(Memory, State, Known)
    ->  (   Known == open
        ->  throw(not_expressible('a play can go on for ever: some moves lead back to an earlier state'))
        ;   Values = Known
        )
    ;   count_(Count),
        trie_insert(Memory, State, open),
        play_look(Game, State, Terminal, Options),
        (   Terminal == true
        ->  end_values_(State, Search, Values)
        ;   chooser_(Roles, Options, Chooser, Joints),
            best_(Chooser, Joints, State, Search, Values)
        ),
        trie_update(Memory, State, Values)
    ).

count_(Count) :-
    Count = count(N0, Most),
    (   N0 >= Most
    ->  throw(error(resource_error(states), _))
    ;   N is N0 + 1,
        nb_setarg(1, Count, N)
    ).

end_values_(State, search(Game, Roles, Worth, _, _, _), Values) :-
    play_goals(Game, State, Goals),
    maplist(end_value_(Worth), Roles, Goals, Values).

end_value_(Worth, Role, Goals, Value) :-
    (   Role == random
    ->  Value = 0
    ;   Goals = [Goal],
        get_dict(Goal, Worth, Value)
    ->  true
    ;   throw(not_expressible('a role has no goal value, or several, in a terminal state that can be reached'))
    ).

%!  chooser_(+Roles, +Options, -Chooser, -Joints) is det.
%   Joints are the joint moves; Chooser is nobody, random, or the place of the role, from 1, that has several moves.
chooser_(Roles, Options, Chooser, Joints) :-
    findall(Place, ( nth1(Place, Options, Moves), Moves = [_, _|_] ), Places),
    (   memberchk([], Options)
    ->  throw(not_expressible('a role has no legal move in a state that can be reached and is not terminal'))
    ;   Places == []
    ->  Chooser = nobody
    ;   Places = [Place]
    ->  nth1(Place, Roles, Role),
        (   Role == random
        ->  Chooser = random
        ;   Chooser = Place
        )
    ;   throw(not_expressible('several roles choose at the same time'))
    ),
    findall(Joint, maplist(member_, Options, Joint), Joints).

member_(Moves, Move) :-
    member(Move, Moves).

best_(nobody, [Joint], State, Search, Values) :-
    after_(State, Joint, Search, Values).
best_(random, [Joint|Joints], State, Search, Values) :-
    after_(State, Joint, Search, First),
    foldl(plus_(State, Search), Joints, First, Sums),
    length([Joint|Joints], Count),
    findall(Value, ( member(Sum, Sums), Value is Sum rdiv Count ), Values).
best_(Place, [Joint|Joints], State, Search, Values) :-
    integer(Place),
    after_(State, Joint, Search, First),
    better_(Joints, Place, State, Search, First, Values).

better_([], _, _, _, Values, Values).
better_([Joint|Joints], Place, State, Search, Best0, Values) :-
    nth1(Place, Best0, Gain0),
    arg(4, Search, Top),
    (   Gain0 >= Top
    ->  Values = Best0
    ;   after_(State, Joint, Search, Next),
        nth1(Place, Next, Gain),
        (   Gain > Gain0
        ->  Best = Next
        ;   Best = Best0
        ),
        better_(Joints, Place, State, Search, Best, Values)
    ).

plus_(State, Search, Joint, Sums0, Sums) :-
    after_(State, Joint, Search, Values),
    maplist(sum_, Sums0, Values, Sums).

sum_(A, B, Sum) :-
    Sum is A + B.

after_(State, Joint, Search, Values) :-
    arg(1, Search, Game),
    play_after(Game, State, Joint, Next),
    value_(Next, Search, Values).

%!  line_(+State, +Search, -Joints) is det.
line_(State, Search, Joints) :-
    Search = search(Game, Roles, _, _, Memory, _),
    play_look(Game, State, Terminal, Options),
    (   Terminal == true
    ->  Joints = []
    ;   chooser_(Roles, Options, Chooser, Choices),
        Chooser \== random
    ->  trie_lookup(Memory, State, Values),
        once(( member(Joint, Choices),
               play_after(Game, State, Joint, Next),
               trie_lookup(Memory, Next, Found),
               same_gain_(Chooser, Found, Values) )),
        Joints = [Joint|Rest],
        line_(Next, Search, Rest)
    ;   Joints = []
    ).

same_gain_(nobody, _, _) :- !.
same_gain_(Place, Found, Values) :-
    nth1(Place, Found, Gain),
    nth1(Place, Values, Gain).
