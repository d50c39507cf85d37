/** <module> Terms as texts in KIF */
:- module(kif_text,
          [ term_texts/2,       % +Terms, -Texts
            term_text_lists/2   % +TermLists, -TextLists
          ]).

%!  term_text_lists(+TermLists, -TextLists) is det.
term_text_lists([], []).
term_text_lists([Terms|Rest], [Texts|TextLists]) :-
    term_texts(Terms, Texts),
    term_text_lists(Rest, TextLists).

%!  term_texts(+Terms, -Texts) is det.
%   Texts are strings: `(name argument …)`, or a name alone.
term_texts([], []).
term_texts([Term|Terms], [Text|Texts]) :-
    term_text_(Term, Text),
    term_texts(Terms, Texts).

term_text_(Term, Text) :-
    (   compound(Term)
    ->  Term =.. [Name|Args],
        term_texts(Args, Texts),
        atomic_list_concat([Name|Texts], ' ', Inside),
        string_concat("(", Inside, Start),
        string_concat(Start, ")", Text)
    ;   atom_string(Term, Text)
    ).
