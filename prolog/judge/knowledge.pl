/** <module> What roles know, and how likely they may think it

Knowledge is truth in all worlds that a role can't tell from the one it is asked in, at that depth. What was found of one
view of a role is remembered while a request is answered.
*/
:- module(judge_knowledge,
          [ in_world_at/3,      % +Moment, +In, -In1
            role_knows/5,       % +Role, +Formula, +Moment, +In, -Truth
            role_possible/5,    % +Role, +Formula, +Moment, +In, -Truth
            common_to/5,        % +Roles, +Formula, +Moment, +In, -Truth
            role_chance/5,      % +Role, +Formula, +Moment, +In, -Value
            refuting_world/5    % +Role, +Formula, +Moment, +In, -Joints
          ]).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(pairs)).
:- use_module(record).
:- use_module(truth).
:- use_module(worlds).

%!  in_world_at(+Moment, +In, -In1) is semidet.
%   In1 is the same world at a moment, `now` or a number of joint moves; fails if it has not come.
in_world_at(Moment, in(Game, Given, World0, Most, Memory), in(Game, Given, World, Most, Memory)) :-
    (   Moment == now
    ->  World = World0
    ;   world_at(World0, Moment, World)
    ).

%!  role_knows(+Role, +Formula, +Moment, +In, -Truth) is det.
role_knows(Role, Formula, Moment, In, Truth) :-
    remembered_(knows, Role, Formula, Moment, In, Truth, all_true).

%!  role_possible(+Role, +Formula, +Moment, +In, -Truth) is det.
role_possible(Role, Formula, Moment, In, Truth) :-
    remembered_(possible, Role, Formula, Moment, In, Truth, some_true).

remembered_(Kind, Role, Formula, Moment, In, Truth, Combine) :-
    (   in_world_at(Moment, In, Here)
    ->  Here = in(_, _, World, _, memory(Memory, _)),
        view_(Role, World, View),
        Key = known(Kind, Role, Formula, View),
        (   trie_lookup(Memory, Key, Truth0)
        ->  Truth = Truth0
        ;   worlds_of_(Role, World, Here, Worlds),
            truths_in_(Worlds, Formula, Here, Ts),
            call(Combine, Ts, Truth),
            trie_insert(Memory, Key, Truth)
        )
    ;   Truth = unknown("that moment has not come")
    ).

% The worlds that Role can't tell from World; views that few worlds share come up again and again.
worlds_of_(Role, World, in(Game, Given, _, Most, memory(Memory, _)), Worlds) :-
    view_(Role, World, View),
    (   trie_lookup(Memory, same(Role, View), Worlds0)
    ->  Worlds = Worlds0
    ;   same_to(Game, Given, Role, World, Most, Worlds),
        length(Worlds, Count),
        (   most_kept_(Few),
            Count =< Few
        ->  trie_insert(Memory, same(Role, View), Worlds)
        ;   true
        )
    ).

most_kept_(100).

truths_in_(Worlds, Formula, In, Ts) :-
    findall(T, ( member(World, Worlds), truth_in_(World, Formula, In, T) ), Ts).

% Of a world that may be, relations of the record are those of what happened in it.
truth_in_(World, Formula, in(Game, Given0, _, Most, Memory), Truth) :-
    given_of_world(Given0, Given),
    truth(Formula, in(Game, Given, World, Most, Memory), Truth).

view_(Role, [node(_, _, _, _, _, Views)|_], View) :-
    memberchk(Role-View, Views).

%!  common_to(+Roles, +Formula, +Moment, +In, -Truth) is det.
%   Formula is true in every world that can be reached by steps that some of the roles can't tell apart.
common_to(Roles0, Formula, Moment, In, Truth) :-
    (   in_world_at(Moment, In, Here)
    ->  Here = in(Game, _, World, _, memory(Memory, _)),
        (   Roles0 == []
        ->  findall(Role, ( Game:role(Role), Role \== random ), Roles)
        ;   Roles = Roles0
        ),
        joints_(World, Joints),
        (   trie_lookup(Memory, shared(Roles, Formula, Joints), Truth0)
        ->  Truth = Truth0
        ;   reachable_(Roles, Here, [World], Worlds),
            truths_in_(Worlds, Formula, Here, Ts),
            all_true(Ts, Truth),
            forall(( member(Other, Worlds), joints_(Other, Same) ),
                   trie_update(Memory, shared(Roles, Formula, Same), Truth))
        )
    ;   Truth = unknown("that moment has not come")
    ).

reachable_(Roles, In, Start, Worlds) :-
    trie_new(Seen),
    trie_new(Done),
    setup_call_cleanup(true,
                       ( maplist(add_world_(Seen), Start), spread_(Start, Roles, In, Seen, Done, Start, Worlds) ),
                       ( trie_destroy(Seen), trie_destroy(Done) )).

add_world_(Seen, World) :-
    joints_(World, Joints),
    trie_insert(Seen, Joints).

spread_([], _, _, _, _, Worlds, Worlds).
spread_([World|Queue], Roles, In, Seen, Done, Worlds0, Worlds) :-
    findall(Other,
            ( member(Role, Roles),
              view_(Role, World, View),
              trie_insert(Done, Role-View),
              worlds_of_(Role, World, In, Others),
              member(Other, Others),
              joints_(Other, Joints),
              trie_insert(Seen, Joints) ),
            News),
    append(News, Queue, Queue1),
    append(News, Worlds0, Worlds1),
    spread_(Queue1, Roles, In, Seen, Done, Worlds1, Worlds).

joints_(World, Joints) :-
    findall(Joint, member(node(_, _, Joint, _, _, _), World), Joints).

%!  role_chance(+Role, +Formula, +Moment, +In, -Value) is det.
%   Worlds that share their moves of chance are one deal, which counts once, with the probability of those moves; a deal
%   whose odds are none does not count.
role_chance(Role, Formula, Moment, In, Value) :-
    (   in_world_at(Moment, In, Here)
    ->  Here = in(_, _, World, _, memory(Memory, _)),
        view_(Role, World, View),
        Key = known(chance, Role, Formula, View),
        (   trie_lookup(Memory, Key, Value0)
        ->  Value = Value0
        ;   worlds_of_(Role, World, Here, Worlds),
            findall(Deal-(Weight-T),
                    ( member(Other, Worlds),
                      deal_(Other, Deal, Weight),
                      Weight > 0,
                      truth_in_(Other, Formula, Here, T) ),
                    All),
            weighed_deals_(All, Value),
            trie_insert(Memory, Key, Value)
        )
    ;   Value = none(unknown("that moment has not come"))
    ).

weighed_deals_(All, Value) :-
    keysort(All, Sorted),
    group_pairs_by_key(Sorted, Deals),
    (   Deals == []
    ->  Value = none(unknown("the odds that are given exclude every deal that is left"))
    ;   maplist(deal_truth_, Deals, Weighed)
    ->  foldl(weigh_, Weighed, 0-0, Held-Whole),
        Value is Held rdiv Whole
    ;   Value = none(unknown("moves for which there are no odds decide it"))
    ).

deal_([Node|Nodes], Deal, Weight) :-
    Node = node(_, _, _, _, Weight, _),
    findall(Move, ( member(node(_, _, Joint, _, _, _), [Node|Nodes]), memberchk(does(random, Move), Joint) ), Deal).

deal_truth_(_-[Weight-T|Rest], Weight-T) :-
    memberchk(T, [true, false]),
    forall(member(_-Other, Rest), Other == T).

weigh_(Weight-T, Held0-Whole0, Held-Whole) :-
    Whole is Whole0 + Weight,
    (   T == true
    ->  Held is Held0 + Weight
    ;   Held = Held0
    ).

%!  refuting_world(+Role, +Formula, +Moment, +In, -Joints) is semidet.
%   The joint moves of a world that Role can't exclude and in which Formula is false.
refuting_world(Role, Formula, Moment, In, Joints) :-
    in_world_at(Moment, In, Here),
    Here = in(_, _, World, _, _),
    worlds_of_(Role, World, Here, Worlds),
    member(Other, Worlds),
    truth_in_(Other, Formula, Here, false),
    !,
    findall(Joint, ( member(node(_, _, Joint, _, _, _), Other), Joint \== [] ), Latest),
    reverse(Latest, Joints).
