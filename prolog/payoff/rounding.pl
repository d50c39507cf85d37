/** <module> Numbers as people tell them: 1.67 for five thirds */
:- module(rounding,
          [ told_as/2                       % +Number, ?Told
          ]).

%!  told_as(+Number, ?Told) is semidet.
%   Told is Number itself, or Number rounded to the decimals that Told has: at least one, trailing zeros apart. A
%   whole number is told exactly.
told_as(Number, Told) :-
    var(Told),
    !,
    Told = Number.
told_as(Number, Told) :-
    Number =:= Told,
    !.
told_as(Number, Told) :-
    decimals_(Told, Decimals),
    abs(Number - Told) * 2 * 10 ^ Decimals =< 1.

% A number whose decimals do not end, such as 1/3, is exact.
decimals_(Told, Decimals) :-
    once(( between(1, 9, Decimals), Scaled is Told * 10 ^ Decimals, integer(Scaled) )),
    \+ integer(Told).
