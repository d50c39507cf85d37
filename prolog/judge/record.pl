/** <module> The facts of a record while a request is answered

Facts are those of lelma/record.py, with the moment they are stated at: saw(Ply, Percept) for what was seen until then,
comes(Ply, Percept) for what was seen afterwards, did(Ply, Role, Move) and now(Ply); any other fact holds at every
moment. At an earlier moment, what was seen since then comes yet, and what was done since then is not told.

They stand in the module of the game only while a request is answered: a program is loaded once for a match.
*/
:- module(judge_record,
          [ record_holds/6,     % +Game, +Facts, +Now, +Moment, +Predicate, +Args
            forget_record/1     % +Game
          ]).
:- use_module(library(apply)).
:- use_module(library(lists)).

%!  record_holds(+Game, +Facts, +Now, +Moment, +Predicate, +Args) is semidet.
%   A relation of the record's rules holds at a moment, of facts that were stated at Now.
record_holds(Game, Facts, Now, Moment, Predicate, Args) :-
    (   Moment == now
    ->  At = Now
    ;   At = Moment
    ),
    settle_(Game, Facts, Now, At),
    Goal =.. [Predicate|Args],
    once(Game:Goal).

settle_(Game, Facts, Now, At) :-
    atom_concat('judge record ', Game, Name),
    (   nb_current(Name, settled(At, _))
    ->  true
    ;   forget_record(Game),
        abolish_all_tables,
        findall(Fact,
                ( member(Fact0, Facts), fact_at_(Now, At, Fact0, Fact), new_fact_(Game, Fact) ),
                News),
        nb_setval(Name, settled(none, News)),  % before they are added: a limit may strike at any time
        forall(member(New, News), assertz(Game:New)),
        nb_setval(Name, settled(At, News))
    ).

%!  forget_record(+Game) is det.
forget_record(Game) :-
    atom_concat('judge record ', Game, Name),
    (   nb_current(Name, settled(_, Facts)),
        Facts \== []
    ->  forall(member(Fact, Facts), retractall(Game:Fact)),
        abolish_all_tables
    ;   true
    ),
    nb_setval(Name, none).

% Facts of no use to the program are passed over, and so are those that it states itself.
new_fact_(Game, Fact) :-
    predicate_property(Game:Fact, dynamic),
    \+ predicate_property(Game:Fact, imported_from(_)),
    \+ clause(Game:Fact, true).

fact_at_(Now, At, Fact0, Fact) :-
    (   At >= Now
    ->  Fact = Fact0
    ;   earlier_(Fact0, At, Fact)
    ).

earlier_(saw(Ply, Percept), At, Fact) =>
    (   Ply =< At
    ->  Fact = saw(Ply, Percept)
    ;   Fact = comes(Ply, Percept)
    ).
earlier_(did(Ply, Role, Move), At, Fact) =>
    Ply =< At,
    Fact = did(Ply, Role, Move).
earlier_(now(_), At, Fact) =>
    Fact = now(At).
earlier_(Other, _, Fact) =>
    Fact = Other.
