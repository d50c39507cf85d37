/** <module> In place of library(time): WebAssembly has no alarms

The number of inferences limits a goal, and the page ends the worker where that lets it take too long.
*/
:- module(time, [call_with_time_limit/2]).
:- meta_predicate call_with_time_limit(+, 0).

call_with_time_limit(_, Goal) :-
    once(Goal).
