:- use_module(library(plunit)).
:- use_module('../../../prolog/requests/json_text').

text(Value, Text) :-
    phrase(json_text(Value), Codes),
    atom_codes(Text, Codes).

:- begin_tests(json_text).

test(plain, [forall(member(Value-Text, [ 7-'7', -7-'-7', true-true, false-false, null-'"null"', abc-'"abc"',
                                         "abc"-'"abc"', []-'[]', [1, a]-'[1,"a"]', object([])-'{}',
                                         object([a-1, b-[x]])-'{"a":1,"b":["x"]}', ''-'""' ])), T == Text]) :-
    text(Value, T).
test(terms, [forall(member(Term-Text, [ 7-'7', 3r4-'{"over":3,"under":4}', -3r4-'{"over":-3,"under":4}', true-'"true"',
                                        []-'"[]"', '7'-'"7"', f(a, 1)-'{"functor":"f","args":["a",1]}',
                                        f()-'{"functor":"f","args":[]}', a-b-'{"functor":"-","args":["a","b"]}',
                                        "str"-'"str"' ])), T == Text]) :-
    text(term(Term), T).
test(variable) :-
    text(term(f(_)), T),
    sub_atom(T, 0, _, _, '{"functor":"f","args":[{"variable":"_').
test(long_integer, T == '123456789012345678901234567890') :-
    text(123456789012345678901234567890, T).
test(escapes, T == '"a\\"b\\\\c\\u000ad\\u0000e\\u001f"') :-
    text('a"b\\c\nd\0\e\37\', T).
test(other_scripts_stay, T == '"ünï→🦌\u202E"') :-
    text('ünï→🦌\u202E', T).
test(key_is_quoted, T == '{"a\\"b":1}') :-
    text(object(['a"b'-1]), T).
test(no_choice_is_left, true) :-
    phrase(json_text(object([a-[term(f(1, x)), "s"], b-true])), _).

:- end_tests(json_text).
