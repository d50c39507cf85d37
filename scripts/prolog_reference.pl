/** <module> The reference of the solver's modules as Markdown, from their PlDoc comments

    swipl scripts/prolog_reference.pl -- prolog/payoff/payoff.pl prolog/requests/query.pl …

Prints one section a module, with the modes and the text of every exported predicate that has a comment.
*/
:- module(prolog_reference, []).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(main)).
:- use_module(library(pldoc)).
:- use_module(library(pldoc/doc_process)).

:- doc_collect(true).
:- initialization(main, main).

main(Files) :-
    set_stream(user_output, encoding(utf8)),
    maplist(print_file, Files).

print_file(File) :-
    absolute_file_name(File, Path, [access(read)]),
    file_base_name(Path, Base),
    file_name_extension(Name, _, Base),
    @(load_files(Path, [imports([])]), Name),
    format("## ~w~n~n", [Name]),
    forall(doc_comment(_:module(Title), Path:_, _, About), print_module(Title, About)),
    findall(Line-Comment,
            ( doc_comment(Module:Predicate, Path:Line, _, Comment),
              public(Path, Module, Predicate) ),
            Found),
    sort(Found, Comments),
    forall(member(_-Comment, Comments), print_predicate(Comment)).

%   A file without a module header is loaded into one by its user, and has no secrets.
public(Path, Module, Predicate) :-
    (   module_property(Module, file(Path))
    ->  module_property(Module, exports(Exports)),
        memberchk(Predicate, Exports)
    ;   Predicate = _/_
    ).

print_module(Title, About) :-
    (   atom_concat(Bare, ' */', Title)
    ->  true
    ;   Bare = Title
    ),
    format("*~w*~n~n", [Bare]),
    comment_lines(About, [_ | Lines]),
    print_lines(Lines),
    nl.

%   A comment begins with the modes of what it is about; one is complete where a line ends with a full stop.
print_predicate(Comment) :-
    comment_lines(Comment, Lines),
    modes_text(Lines, Modes, Text),
    Modes = [First | _],
    split_string(First, "( ", "", [Name | _]),
    format("### ~w~n~n```prolog~n", [Name]),
    print_lines(Modes),
    format("```~n~n"),
    print_lines(Text),
    nl.

modes_text(Lines, Modes, Text) :-
    append(Modes, Text, Lines),
    Modes \== [],
    last(Modes, Last),
    sub_string(Last, _, 1, 0, "."),
    \+ ( Text = [Next | _], sub_string(Next, _, _, _, ") is ") ),
    !.

print_lines(Lines) :-
    forall(member(Line, Lines), print_line(Line)).

print_line(Line) :-
    (   sub_string(Line, 0, 1, _, "@"),
        sub_string(Line, Before, 1, After, " ")
    ->  Length is Before - 1,
        sub_string(Line, 1, Length, _, Tag),
        sub_string(Line, _, After, 0, Says),
        format("~n- *~w*: ~w~n", [Tag, Says])
    ;   format("~w~n", [Line])
    ).

%   comment_lines(+Comment, -Lines): without the signs that make it a comment.
comment_lines(Comment, Lines) :-
    (   string_concat(Inside, "*/", Comment)
    ->  true
    ;   Inside = Comment
    ),
    split_string(Inside, "\n", "", Raw),
    maplist(bare_line, Raw, Lines).

bare_line(Raw, Line) :-
    once(( member(Start, ["%!  ", "%!", "%   ", "%  ", "% ", "%", "/** ", ""]),
           string_concat(Start, Bare, Raw) )),
    split_string(Bare, "", " \t\r", [Trimmed]),
    (   string_concat("    ", _, Bare)
    ->  string_concat("    ", Trimmed, Line)
    ;   Line = Trimmed
    ).
