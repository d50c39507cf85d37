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
    phrase(token_(Term), Codes),
    string_codes(Text, Codes),
    term_texts(Terms, Texts).

token_(Term) -->
    (   { compound(Term) }
    ->  { Term =.. [Name|Args] },
        "(", name_(Name), tokens_(Args), ")"
    ;   name_(Term)
    ).

tokens_([]) --> [].
tokens_([Arg|Args]) -->
    " ", token_(Arg),
    tokens_(Args).

name_(Name) -->
    { atom_codes(Name, Codes) },
    codes_(Codes).

codes_([]) --> [].
codes_([C|Cs]) --> [C], codes_(Cs).
