/** <module> Replies as JSON text

Values: object(Key-Value pairs), lists, integers, strings and atoms (JSON strings, but for true and false), and
term(T) for a Prolog term: atoms are JSON strings, integers numbers, a rational {"over": n, "under": d}, a
compound {"functor": f, "args": [...]}, a variable {"variable": name}.
*/
:- module(json_text, [json_text//1]).

json_text(object(Members)) -->
    !,
    "{", members_(Members, first), "}".
json_text(term(T)) -->
    !,
    term_(T).
json_text(List) -->
    { is_list(List) },
    !,
    "[", elements_(List, first), "]".
json_text(Value) -->
    { integer(Value) },
    !,
    written_("~d", [Value]).
json_text(true) -->
    !,
    "true".
json_text(false) -->
    !,
    "false".
json_text(Value) -->
    quoted_(Value).

members_([], _) --> [].
members_([Key-Value|Rest], Comma) -->
    comma_(Comma), quoted_(Key), ":", json_text(Value),
    members_(Rest, more).

elements_([], _) --> [].
elements_([Value|Rest], Comma) -->
    comma_(Comma), json_text(Value),
    elements_(Rest, more).

comma_(first) --> [].
comma_(more) --> ",".

term_(T) -->
    { var(T) },
    !,
    { format(string(Name), "~w", [T]) },
    json_text(object([variable-Name])).
term_(T) -->
    { integer(T) },
    !,
    json_text(T).
term_(T) -->
    { rational(T, Over, Under) },
    !,
    json_text(object([over-Over, under-Under])).
term_(T) -->
    { compound(T) },
    !,
    { compound_name_arguments(T, Functor, Args),
      findall(term(Arg), member(Arg, Args), Terms) },
    "{\"functor\":", quoted_(Functor), ",\"args\":", json_text(Terms), "}".
term_(T) -->
    quoted_(T).

% Most texts hold nothing to escape; those are written by one call, which takes a tenth of the time.
quoted_(Text) -->
    { special_characters_(Special),
      split_string(Text, Special, "", [_]) },
    !,
    written_("\"~w\"", [Text]).
quoted_(Text) -->
    { format(codes(Codes), "~w", [Text]) },
    "\"", escaped_(Codes), "\"".

special_characters_(
    "\"\\\x0\\x1\\x2\\x3\\x4\\x5\\x6\\x7\\x8\\x9\\xa\\xb\\xc\\xd\\xe\\xf\\c
     \x10\\x11\\x12\\x13\\x14\\x15\\x16\\x17\\x18\\x19\\x1a\\x1b\\x1c\\x1d\\x1e\\x1f\").

escaped_([]) --> [].
escaped_([C|Cs]) --> escape_(C), escaped_(Cs).

escape_(0'") --> !, "\\\"".
escape_(0'\\) --> !, "\\\\".
escape_(C) -->
    { C < 32 },
    !,
    { format(codes(Codes), "\\u~|~`0t~16r~4+", [C]) },
    codes_(Codes).
escape_(C) --> [C].

codes_([]) --> [].
codes_([C|Cs]) --> [C], codes_(Cs).

written_(Format, Args, Codes0, Codes) :-
    format(codes(Codes0, Codes), Format, Args).
