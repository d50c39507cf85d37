/** <module> What goes wrong in play

For games that play/play.pl plays: states are met breadth first, and in each it is asked whether every role can go on
or, at the end, has its goal value. What is found comes with the joint moves that lead to it.
*/
:- module(survey,
          [ survey_members/3    % +Game, +Request, -Members
          ]).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(pairs)).
:- use_module(library(solution_sequences)).
:- use_module(kif_text).
:- use_module(play).

%!  survey_members(+Game, +Request, -Members) is det.
%   Request is survey(Numbers, Most, Seconds): Numbers are Name-Number for each name that is a number. At most Most
%   states are visited, for at most that time, and of each 200 joint moves. The members are `visited`, how many were;
%   `complete`, whether these are all there are; `ended`, whether one of them is terminal; `goals`, a list [Role, Value, …]
%   of each role with the goal values it has in some terminal state; and `faults`, objects of `kind`, `role`, `values` and
%   `play`, the joint moves before it:
%
%     - stuck: a role without a legal move in a state that is not terminal
%     - none, several: a role without a goal value in a terminal state, or with several, which `values` lists
%     - unnumbered: goal values in a terminal state that are no numbers
%
%   Each kind is given once for a role. The role random needs no goal.
survey_members(Game, survey(Numbers, Most, Seconds), Members) :-
    dict_pairs(Worth, worth, Numbers),
    get_time(Now),
    End is Now + Seconds,
    play_initial(Game, State),
    trie_new(Seen),
    trie_insert(Seen, State),
    trie_new(Paid),
    Survey = survey(Game, Worth, Most, End, Seen, all, false, Paid),
    visit_([State-[]|Tail], Tail, Survey, 0, Visited, Found, []),
    trie_destroy(Seen),
    findall(Role-Value, trie_gen(Paid, Role-Value), Pairs),
    trie_destroy(Paid),
    Survey = survey(_, _, _, _, _, Complete, Ended, _),
    keysort(Pairs, Sorted),
    group_pairs_by_key(Sorted, Groups),
    findall([Role|Values], member(Role-Values, Groups), Goals),
    term_text_lists(Goals, GoalTexts),
    once_each_(Found, [], Faults),
    maplist(fault_json_, Faults, Jsons),
    flag_(Complete, all, All),
    Members = [visited-Visited, complete-All, ended-Ended, goals-GoalTexts, faults-Jsons].

visit_(Queue, Tail, Survey, N0, N, Found0, Found) :-
    Survey = survey(Game, _, Most, End, _, _, _, _),
    (   Queue == Tail
    ->  N = N0,
        Found0 = Found
    ;   get_time(Now),
        ( N0 >= Most ; Now >= End )
    ->  nb_setarg(6, Survey, part),
        N = N0,
        Found0 = Found
    ;   Queue = [State-Back|Queue1],
        N1 is N0 + 1,
        play_look(Game, State, Terminal, Options),
        play_roles(Game, Roles),
        (   Terminal == true
        ->  nb_setarg(7, Survey, true),
            play_goals(Game, State, Goals),
            goal_faults_(Roles, Goals, Survey, Back, Found0, Found1),
            Tail1 = Tail
        ;   move_faults_(Roles, Options, Back, Found0, Found1),
            findall(Next-[Joint|Back], successor_(Survey, State, Options, Joint, Next), Nexts),
            append(Nexts, Tail1, Tail)
        ),
        visit_(Queue1, Tail1, Survey, N1, N, Found1, Found)
    ).

%!  successor_(+Survey, +State, +Options, -Joint, -Next) is nondet.
%   A state that was not met before.
successor_(Survey, State, Options, Joint, Next) :-
    Survey = survey(Game, _, _, End, Seen, _, _, _),
    call_nth(maplist(member_, Options, Joint), Nth),
    (   ( Nth > 200 ; Nth mod 16 =:= 0, get_time(Now), Now >= End )
    ->  nb_setarg(6, Survey, part),
        !,
        fail
    ;   play_after(Game, State, Joint, Next),
        trie_insert(Seen, Next)
    ).

member_(Moves, Move) :-
    member(Move, Moves).

move_faults_([], [], _, Found, Found).
move_faults_([Role|Roles], [Moves|Options], Back, Found0, Found) :-
    (   Moves == []
    ->  Found0 = [fault(stuck, Role, [], Back)|Found1]
    ;   Found0 = Found1
    ),
    move_faults_(Roles, Options, Back, Found1, Found).

goal_faults_([], [], _, _, Found, Found).
goal_faults_([Role|Roles], [Names|Goals], Survey, Back, Found0, Found) :-
    arg(2, Survey, Worth),
    arg(8, Survey, Paid),
    forall(member(Name, Names), ignore(trie_insert(Paid, Role-Name))),
    (   Role \== random,
        goal_fault_(Names, Worth, Kind)
    ->  Found0 = [fault(Kind, Role, Names, Back)|Found1]
    ;   Found0 = Found1
    ),
    goal_faults_(Roles, Goals, Survey, Back, Found1, Found).

goal_fault_([], _, none) :- !.
goal_fault_(Names, Worth, Kind) :-
    (   maplist(number_of_(Worth), Names, Numbers)
    ->  sort(Numbers, [_, _|_]),
        Kind = several
    ;   Kind = unnumbered
    ).

number_of_(Worth, Name, Number) :-
    atom(Name),
    get_dict(Name, Worth, Number).

once_each_([], _, []).
once_each_([Fault|Found], Known, Faults) :-
    Fault = fault(Kind, Role, _, _),
    (   memberchk(Kind-Role, Known)
    ->  Faults = Faults1
    ;   Faults = [Fault|Faults1]
    ),
    once_each_(Found, [Kind-Role|Known], Faults1).

fault_json_(fault(Kind, Role, Values, Back), object([kind-Kind, role-Text, values-Texts, play-Play])) :-
    term_texts([Role], [Text]),
    term_texts(Values, Texts),
    reverse(Back, Joints),
    term_text_lists(Joints, Play).

flag_(Value, Wanted, Flag) :-
    (   Value == Wanted
    ->  Flag = true
    ;   Flag = false
    ).
