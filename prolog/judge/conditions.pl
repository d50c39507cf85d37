/** <module> Which plays a condition speaks of, and what it leaves open

A condition is a list of

    bind(Role, Move, Step)       the role makes the move, at that step or, for `any`, at some step
    reply(Role, After, Move)     where After, a condition, holds, the role makes the move
    saw(Role, Percept, Step)     the role perceives it, at that step or, for `any`, at some step
    sub(Condition)               a condition that a variable stood for

A bind takes the place of an earlier one of the same role, of the same step or where either has none.
*/
:- module(judge_conditions,
          [ condition_plays/3,      % +Condition, +Plays, -Selected
            condition_parts/2,      % +Condition, -Parts
            parts_hold/2,           % +Parts, +Play
            open_keys/3,            % +Parts, +Play, -Open
            bound_key/3,            % +Parts, +Play, +Key
            agree/2                 % +Open1, +Open2
          ]).
:- use_module(library(apply)).
:- use_module(library(lists)).

%!  condition_plays(+Condition, +Plays, -Selected) is det.
%   Selected are chosen(Play, Open) for the plays of which the condition holds; none if one of its replies never comes up.
condition_plays(Condition, Plays, Selected) :-
    condition_parts(Condition, Parts),
    chosen_(Plays, Parts, Found),
    (   member(reply(_, After, _), Parts),
        condition_parts(After, AfterParts),
        \+ ( member(chosen(Play, _), Found), parts_hold(AfterParts, Play) )
    ->  Selected = []
    ;   Selected = Found
    ).

% Plays are large: nothing here copies them.
chosen_([], _, []).
chosen_([Play|Plays], Parts, Found) :-
    (   parts_hold(Parts, Play)
    ->  open_keys(Parts, Play, Open),
        Found = [chosen(Play, Open)|Found1]
    ;   Found = Found1
    ),
    chosen_(Plays, Parts, Found1).

%!  condition_parts(+Condition, -Parts) is det.
%   The parts of a condition without those that later ones take the place of, and without sub/1.
condition_parts(Condition, Parts) :-
    flat_(Condition, Flat, []),
    reverse(Flat, Latest),
    last_binds_(Latest, [], Parts).

flat_([], Parts, Parts).
flat_([Part|Rest], Parts0, Parts) :-
    (   Part = sub(Condition)
    ->  flat_(Condition, Parts0, Parts1)
    ;   Parts0 = [Part|Parts1]
    ),
    flat_(Rest, Parts1, Parts).

last_binds_([], Parts, Parts).
last_binds_([Part|Rest], Parts0, Parts) :-
    (   Part = bind(Role, _, Step),
        member(bind(Role, _, Later), Parts0),
        ( Later == any ; Step == any ; Later == Step )
    ->  last_binds_(Rest, Parts0, Parts)
    ;   last_binds_(Rest, [Part|Parts0], Parts)
    ).

%!  parts_hold(+Parts, +Play) is semidet.
parts_hold([], _).
parts_hold([Part|Parts], Play) :-
    (   part_holds_(Part, Play)
    ->  parts_hold(Parts, Play)
    ).

part_holds_(bind(Role, Move, Step), play(Keys, _, _, _)) :-
    made_(Step, Role, Move, Keys).
part_holds_(saw(Role, Percept, Step), play(_, _, _, Seen)) :-
    (   Step == any
    ->  memberchk(seen(Role, _, Percept), Seen)
    ;   memberchk(seen(Role, Step, Percept), Seen)
    ).
part_holds_(reply(Role, After, Move), Play) :-
    condition_parts(After, Parts),
    (   parts_hold(Parts, Play)
    ->  arg(1, Play, Keys),
        made_(any, Role, Move, Keys)
    ;   true
    ).

made_(any, Role, Move, Keys) :-
    !,
    memberchk(key(Role, _, Move, _), Keys).
made_(Step, Role, Move, Keys) :-
    memberchk(key(Role, Step, Move, _), Keys).

%!  open_keys(+Parts, +Play, -Open) is det.
%   Open are Role-Step-Move for the choices of a play that the parts leave open, in order.
open_keys(Parts, Play, Open) :-
    arg(1, Play, Keys),
    open_(Keys, Parts, Play, Open).

open_([], _, _, []).
open_([Key|Keys], Parts, Play, Open) :-
    (   bound_key(Parts, Play, Key)
    ->  Open = Open1
    ;   Key = key(Role, Step, Move, _),
        Open = [Role-Step-Move|Open1]
    ),
    open_(Keys, Parts, Play, Open1).

%!  bound_key(+Parts, +Play, +Key) is semidet.
%   The parts settle the choice Key of a play.
bound_key(Parts, Play, key(Role, Step, _, _)) :-
    member(Part, Parts),
    binds_(Part, Role, Step, Play),
    !.

binds_(bind(Role, _, any), Role, _, _).
binds_(bind(Role, _, Step), Role, Step, _).
binds_(reply(Role, After, _), Role, _, Play) :-
    condition_parts(After, Parts),
    parts_hold(Parts, Play).

%!  agree(+Open1, +Open2) is semidet.
%   What is open in both is the same in both.
agree(Open1, Open2) :-
    (   Open1 == Open2
    ->  true
    ;   \+ ( member(Role-Step-Move, Open1), memberchk(Role-Step-Other, Open2), Other \== Move )
    ).
