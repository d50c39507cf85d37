/** <module> The facts of a record while a request is answered

Facts are those of lelma/talk/record.py, with the moment they are stated at: saw(Ply, Percept) for what was seen
until then, comes(Ply, Percept) for what was seen afterwards, did(Ply, Role, Move), told(Ply, Role, Claim) and now(Ply);
any other fact holds at every moment. At an earlier moment, what was seen since then comes yet, and what was done or said
since then is not told. Facts until(End, Facts) are stated at End, whatever the moment is that is asked about.

Of a world that may be, within what a role knows, the facts are those of everything that happened in it: what was done,
and what any of the players perceived.

They stand in the module of the game only while a request is answered: a program is loaded once for a match.
*/
:- module(judge_record,
          [ record_truth/5,     % +Predicate, +Args, +Moment, +In, -Truth
            record_holds/4,     % +Predicate, ?Args, +Moment, +In
            given_of_world/2,   % +Given0, -Given
            forget_record/1     % +Game
          ]).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(occurs), [sub_term/2]).
:- use_module(library(ordsets)).
:- use_module(worlds, [given_now/2]).

%!  record_truth(+Predicate, +Args, +Moment, +In, -Truth) is det.
%   Whether a relation of the record's rules holds at a moment, of the facts that are given or of a world that may be.
record_truth(Predicate, Args, Moment, In, Truth) :-
    (   settled_at_(Moment, In)
    ->  In = in(Game, _, _, _, _),
        Goal =.. [Predicate|Args],
        (   once(Game:Goal)
        ->  Truth = true
        ;   Truth = false
        )
    ;   Truth = unknown("that moment has not come")
    ).

%!  record_holds(+Predicate, ?Args, +Moment, +In) is nondet.
%   A relation of the record's rules holds at a moment; fails for one that has not come.
record_holds(Predicate, Args, Moment, In) :-
    settled_at_(Moment, In),
    In = in(Game, _, _, _, _),
    Goal =.. [Predicate|Args],
    Game:Goal.

settled_at_(Moment, in(Game, Given, World, _, _)) :-
    Given = given(_, _, _, _, Facts0, _),
    (   Facts0 = of_world(_)
    ->  Source = World,
        Facts = Facts0,
        World = [node(Now, _, _, _, _, _)|_],
        Stated = Now
    ;   Source = given,
        given_now(Given, Now),
        (   Facts0 = until(Stated, Facts)
        ->  true
        ;   Facts = Facts0,
            Stated = Now
        )
    ),
    (   Moment == now
    ->  At = Now
    ;   At = Moment
    ),
    At =< Now,
    settle_(Game, Source, Facts, Stated, At).

%!  given_of_world(+Given0, -Given) is det.
%   What is given when a formula is asked of a world that may be: its record is that of the world.
given_of_world(given(Role, Plies, Later, Rounds, Facts0, Odds), given(Role, Plies, Later, Rounds, Facts, Odds)) :-
    (   Facts0 = of_world(_)
    ->  Facts = Facts0
    ;   exclude(of_a_course_, Facts0, Kept),
        Facts = of_world(Kept)
    ).

of_a_course_(saw(_, _)).
of_a_course_(comes(_, _)).
of_a_course_(did(_, _, _)).
of_a_course_(now(_)).
of_a_course_(view(_)).
of_a_course_(next_ply(_, _)).

% Between two moments few facts change, so only those do that differ; and which facts are of use is found once a request.
settle_(Game, Source, Facts, Stated, At) :-
    atom_concat('judge record ', Game, Name),
    (   nb_current(Name, settled(Source-At, _, _))
    ->  true
    ;   before_(Game, Name, Before, Course0),
        course_(Source, Course0, Facts, in(Game, Before, Stated), Course),
        findall(Fact, ( member(Timed, Course), timed_at_(Timed, At, Fact) ), Found),
        sort(Found, After),
        ord_subtract(Before, After, Gone),
        ord_subtract(After, Before, Come),
        ord_union(Gone, Come, Changed),
        forget_tables_(Game, Changed),
        ord_union(Before, After, All),
        nb_setval(Name, settled(none, All, none)),  % before they are added: a limit may strike at any time
        forall(member(Fact, Gone), retractall(Game:Fact)),
        forall(member(Fact, Come), assertz(Game:Fact)),
        (   Source == given
        ->  nb_setval(Name, settled(Source-At, After, course(Course)))
        ;   nb_setval(Name, settled(Source-At, After, Course0))
        )
    ).

% Of the tables of a game only those are forgotten that rest on facts that change. Which rest on what is found once and
% kept in the module of the game, with which it goes.
forget_tables_(Game, Changed) :-
    maplist(indicator_, Changed, Indicators0),
    sort(Indicators0, Indicators),
    tables_(Game, Tables),
    forall(( member(tabled(Head, Below), Tables), ord_intersect(Below, Indicators) ),
           abolish_table_subgoals(Game:Head)).

indicator_(Fact, Name/Arity) :-
    functor(Fact, Name, Arity).

tables_(Game, Tables) :-
    (   current_predicate(Game:'tables rest on'/1)
    ->  Game:'tables rest on'(Tables)
    ;   findall(Indicator-Called, own_rule_(Game, Indicator, Called), Rules0),
        sort(Rules0, Rules),
        findall(tabled(Head, Below),
                ( predicate_property(Game:Head, tabled), indicator_(Head, Top), below_([Top], Rules, [], Below) ),
                Tables),
        assertz(Game:'tables rest on'(Tables))
    ).

% A predicate of the game itself, and what a clause of it names. All are gone through: to ask for one that is not there
% may load a library that has it.
own_rule_(Game, Indicator, Called) :-
    current_predicate(_, Game:Head),
    \+ predicate_property(Game:Head, imported_from(_)),
    indicator_(Head, Indicator),
    clause(Game:Head, Body),
    sub_term(Part, Body),
    callable(Part),
    indicator_(Part, Called).

below_([], _, Below, Below).
below_([Indicator|Waiting], Rules, Below0, Below) :-
    (   ord_memberchk(Indicator, Below0)
    ->  below_(Waiting, Rules, Below0, Below)
    ;   ord_add_element(Below0, Indicator, Below1),
        findall(Called, member(Indicator-Called, Rules), More),
        append(More, Waiting, Waiting1),
        below_(Waiting1, Rules, Below1, Below)
    ).

before_(Game, Name, Before, Course) :-
    (   nb_current(Name, settled(Was, Facts, Known)),
        Was \== none
    ->  Before = Facts,
        Course = Known
    ;   forget_record(Game),
        Before = [],
        Course = none
    ).

% Within a request what is given stays the same.
course_(given, course(Course), _, _, Course) :-
    !.
course_(Source, _, Facts0, In, Course) :-
    facts_(Facts0, Source, Facts),
    findall(Timed, ( member(Fact, Facts), timed_(Fact, In, Timed) ), Course).

% When a fact holds: always, now(At) at At, from(Ply, Fact) from that ply on, before(Ply, Fact) until then.
timed_(now(Stated), In, now) :-
    !,
    useful_(now(Stated), In).
timed_(saw(Ply, Percept), In, Timed) :-
    !,
    last_(Ply, In, Last),
    (   useful_(saw(Ply, Percept), In),
        Timed = from(Last, saw(Ply, Percept))
    ;   useful_(comes(Ply, Percept), In),
        Timed = before(Last, comes(Ply, Percept))
    ).
timed_(Fact, In, from(Last, Fact)) :-
    of_a_ply_(Fact, Ply),
    !,
    last_(Ply, In, Last),
    useful_(Fact, In).
timed_(Fact, In, always(Fact)) :-
    useful_(Fact, In).

of_a_ply_(did(Ply, _, _), Ply).
of_a_ply_(told(Ply, _, _), Ply).

last_(Ply, in(_, _, Stated), Last) :-
    Last is min(Ply, Stated).

timed_at_(always(Fact), _, Fact).
timed_at_(now, At, now(At)).
timed_at_(from(Ply, Fact), At, Fact) :-
    Ply =< At.
timed_at_(before(Ply, Fact), At, Fact) :-
    At < Ply.

facts_(of_world(Kept), World, Facts) :-
    !,
    World = [node(Now, _, _, _, _, _)|_],
    findall(Fact, fact_of_world_(World, Now, Fact), Found),
    list_to_set(Found, Own),
    append(Own, Kept, Facts).
facts_(Facts, _, Facts).

fact_of_world_(_, Now, now(Now)).
fact_of_world_(_, _, view(all)).
fact_of_world_(_, Now, next_ply(Ply, Next)) :-
    Last is Now - 1,
    between(1, Last, Ply),
    Next is Ply + 1.
fact_of_world_(World, _, did(Ply, Role, Move)) :-
    member(node(Ply, _, Joint, _, _, _), World),
    member(does(Role, Move), Joint).
fact_of_world_([node(Now, _, _, _, _, Views)|_], _, saw(Ply, Percept)) :-
    member(Role-View, Views),
    Role \== random,
    nth0(Back, View, view(_, Percepts)),
    Ply is Now - Back,
    member(Percept, Percepts).

%!  forget_record(+Game) is det.
forget_record(Game) :-
    atom_concat('judge record ', Game, Name),
    (   nb_current(Name, settled(_, Facts, _)),
        Facts \== []
    ->  forall(member(Fact, Facts), retractall(Game:Fact)),
        forget_tables_(Game, Facts)
    ;   true
    ),
    nb_setval(Name, none).

% Facts of no use to the program are passed over, and so are those that it states itself.
useful_(Fact, in(Game, Before, _)) :-
    predicate_property(Game:Fact, dynamic),
    \+ predicate_property(Game:Fact, imported_from(_)),
    (   ord_memberchk(Fact, Before)
    ->  true
    ;   \+ clause(Game:Fact, true)
    ).
