/** <module> Loads the text of a program into a module of its own

The text may come from anywhere. It is read, never consulted: no directive but dynamic/1 and table/1 is taken, nothing
expands its terms, and a program is added only after every body was found to call nothing but the program's own
predicates and a short list of harmless ones.
*/
:- module(program_loader,
          [ load_program/2,     % +Game, +Program:string
            unload_program/1    % +Game
          ]).
:- use_module(library(apply)).
:- use_module(library(error)).
:- use_module(library(lists)).
% Programs of games may call these; found here, they need not be loaded while a question is answered.
:- user:use_module(library(lists), [member/2, memberchk/2]).

%!  load_program(+Game, +Program:string) is det.
%   Replaces what the module Game holds. Throws a permission error for what may not be loaded.
load_program(Game, Program) :-
    game_module_(Game),
    read_program_(Program, Terms),
    maplist(check_form_, Terms),
    findall(Name/Arity, ( member(Term, Terms), defined_(Term, Name, Arity) ), Defined0),
    sort(Defined0, Defined),
    forall(member((_ :- Body), Terms), check_body_(Body, Defined)),
    drop_(Game),
    forall(kept_fact_(Indicator), dynamic(Game:Indicator)),
    forall(member(Term, Terms), add_(Term, Game)),
    findall(Game:Indicator, ( member(Indicator, Defined), \+ declared_(Indicator, Terms) ), Static),
    compile_predicates(Static).

%!  unload_program(+Game) is det.
%   Removes what load_program/2 added, and what was kept beside it.
unload_program(Game) :-
    game_module_(Game),
    drop_(Game).

% What payoff_table:tabulate_game/3 keeps in the module of a game.
kept_fact_(cell/2).
kept_fact_(seated/1).
kept_fact_(untabulated/1).
kept_fact_(rounds/1).

%!  game_module_(+Game) is det.
%   Game may be the module of a game: it is none of the solver's, of a library's or of the user.
game_module_(Game) :-
    must_be(atom, Game),
    (   Game \== user,
        \+ ( current_module(Game), module_property(Game, class(Class)), Class \== user ),
        \+ ( current_module(Game), module_property(Game, file(_)) )
    ->  true
    ;   permission_error(load, module, Game)
    ).

% abolish/1 alone leaves the wrapper of a tabled predicate behind, which corrupts memory once the name is used again
% (SWI-Prolog 9.0.4).
drop_(Game) :-
    forall(( current_predicate(Game:Name/Arity), functor(Head, Name, Arity), predicate_property(Game:Head, tabled) ),
           untable(Game:Name/Arity)),
    forall(( current_predicate(Game:Name/Arity), functor(Head, Name, Arity),
             \+ predicate_property(Game:Head, imported_from(_)) ),
           abolish(Game:Name/Arity)).

add_((:- dynamic(Indicators)), Game) :-
    !,
    forall(conjunct_(Indicator, Indicators), dynamic(Game:Indicator)).
add_((:- table(Indicators)), Game) :-
    !,
    forall(conjunct_(Indicator, Indicators), ( dynamic(Game:Indicator), table(Game:Indicator) )).
add_(Clause, Game) :-
    assertz(Game:Clause).

declared_(Indicator, Terms) :-
    member((:- dynamic(Indicators)), Terms),
    conjunct_(Indicator, Indicators),
    !.
declared_(Indicator, _) :-
    kept_fact_(Indicator).

read_program_(Program, Terms) :-
    setup_call_cleanup(open_string(Program, In),
                       read_terms_(In, Terms),
                       close(In)).

read_terms_(In, Terms) :-
    read_term(In, Term, []),
    (   Term == end_of_file
    ->  Terms = []
    ;   Terms = [Term|Rest],
        read_terms_(In, Rest)
    ).

defined_((:- dynamic(Indicators)), Name, Arity) :-
    !,
    conjunct_(Name/Arity, Indicators).
defined_((:- table(Indicators)), Name, Arity) :-
    !,
    conjunct_(Name/Arity, Indicators).
defined_((Head :- _), Name, Arity) :-
    !,
    functor(Head, Name, Arity).
defined_(Head, Name, Arity) :-
    functor(Head, Name, Arity).

conjunct_(Indicator, Conjunction) :-
    (   Conjunction = (First, Rest)
    ->  (   Indicator = First
        ;   conjunct_(Indicator, Rest)
        )
    ;   Indicator = Conjunction
    ).

check_form_(Term) :-
    var(Term),
    !,
    instantiation_error(Term).
check_form_((:- dynamic(Indicators))) :-
    !,
    check_indicators_(Indicators).
check_form_((:- table(Indicators))) :-
    !,
    check_indicators_(Indicators).
check_form_((:- Directive)) :-
    !,
    permission_error(run, directive, Directive).
check_form_((Head :- _)) :-
    !,
    check_head_(Head).
check_form_(Head) :-
    check_head_(Head).

check_indicators_(Indicators) :-
    must_be(ground, Indicators),
    forall(conjunct_(Indicator, Indicators),
           (   Indicator = Name/Arity,
               atom(Name),
               integer(Arity),
               Arity >= 0
           ->  functor(Head, Name, Arity),
               check_head_(Head)
           ;   type_error(predicate_indicator, Indicator)
           )).

check_head_(Head) :-
    must_be(callable, Head),
    functor(Head, Name, _),
    (   ( unclausable_(Head)
        ; atom(Name), sub_atom(Name, 0, _, _, $)
        ; predicate_property(system:Head, iso)
        )
    ->  permission_error(define, clause, Head)
    ;   true
    ).

unclausable_((_ --> _)).
unclausable_((_ => _)).
unclausable_((_:_)).
unclausable_((:- _)).
unclausable_((?- _)).
unclausable_([_|_]).

check_body_(Goal, _) :-
    var(Goal),
    !,
    instantiation_error(Goal).
check_body_(Goal, Defined) :-
    control_(Goal, Parts),
    !,
    forall(member(Part, Parts), check_body_(Part, Defined)).
check_body_(Goal, Defined) :-
    functor(Goal, Name, Arity),
    (   memberchk(Name/Arity, Defined)
    ;   harmless_(Name/Arity)
    ),
    !.
check_body_(Goal, _) :-
    functor(Goal, Name, Arity),
    permission_error(call, procedure, Name/Arity).

control_((A, B), [A, B]).
control_((A ; B), [A, B]).
control_((A -> B), [A, B]).
control_(\+ A, [A]).
control_(once(A), [A]).
control_(findall(_, A, _), [A]).
control_(distinct(_, A), [A]).

harmless_(true/0).
harmless_(fail/0).
harmless_(!/0).
harmless_((=)/2).
harmless_((\==)/2).
harmless_((==)/2).
harmless_((>)/2).
harmless_((>=)/2).
harmless_(atom/1).
harmless_(atom_chars/2).
harmless_(sort/2).
harmless_(ground/1).
harmless_(number/1).
harmless_(member/2).
harmless_(memberchk/2).
harmless_((is)/2).
harmless_(atomic_list_concat/3).
harmless_(atom_concat/3).
harmless_(atom_length/2).
harmless_(atom_number/2).
