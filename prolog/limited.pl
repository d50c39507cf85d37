/** <module> Goals within limits of time and inferences

An outcome is true, false, or stopped(Verdict, Reason): what stopped the goal, as failure_verdict/3 has it.
*/
:- module(limited,
          [ counted/3,                      % +Inferences, :Goal, -Outcome
            failure_verdict/3,              % +Error, -Verdict, -Reason:string
            limited/3,                      % +Limits, :Goal, -Outcome
            outcome_members/2,              % +Outcome, -Members
            timed/3                         % +Seconds, :Goal, -Outcome
          ]).
:- use_module(library(time)).

:- meta_predicate
    counted(+, 0, -),
    limited(+, 0, -),
    once_(0, -),
    timed(+, 0, -).

%!  limited(+Limits, :Goal, -Outcome) is det.
%   Runs once(Goal) within the limits.
limited(limits(Seconds, Inferences), Goal, Outcome) :-
    timed(Seconds, counted(Inferences, Goal, Counted), Timed),
    (   Timed == true
    ->  Outcome = Counted
    ;   Outcome = Timed
    ).

%!  timed(+Seconds, :Goal, -Outcome) is det.
%!  counted(+Inferences, :Goal, -Outcome) is det.
%   As limited/3, with one limit. An exception that is the clock's own is passed on by counted/3.
timed(Seconds, Goal, Outcome) :-
    catch(call_with_time_limit(Seconds, once_(Goal, Outcome)), Error, stopped_(Error, Outcome)).

counted(Inferences, Goal, Outcome) :-
    catch(call_with_inference_limit(once_(Goal, Truth), Inferences, Result), Error, counted_error_(Error, Stopped)),
    (   nonvar(Stopped)
    ->  Outcome = Stopped
    ;   Result == inference_limit_exceeded
    ->  Outcome = stopped(unknown, "inferences: the question needs more steps than the limit allows")
    ;   Outcome = Truth
    ).

counted_error_(Error, Outcome) :-
    (   Error == time_limit_exceeded
    ->  throw(Error)
    ;   stopped_(Error, Outcome)
    ).

stopped_(Error, stopped(Verdict, Reason)) :-
    failure_verdict(Error, Verdict, Reason).

once_(Goal, Truth) :-
    (   call(Goal)
    ->  Truth = true
    ;   Truth = false
    ).

%!  outcome_members(+Outcome, -Members) is det.
%   What the reply says of an outcome that is not true.
outcome_members(stopped(Verdict, Reason), [verdict-Verdict, reason-Reason]).
outcome_members(false, [verdict-error, reason-"the solver could not work on this game"]).

%!  failure_verdict(+Error, -Verdict, -Reason:string) is det.
%   What an exception means: a limit that was met is `unknown`, a wrong argument an `error`.
failure_verdict(time_limit_exceeded, unknown, "time: the question takes longer than the limit allows") :- !.
failure_verdict(undecided(Why), unknown, Why) :- !.
failure_verdict(not_expressible(Why), unknown, Reason) :-
    !,
    format(string(Reason), "not expressible: ~w", [Why]).
failure_verdict(error(resource_error(outcomes), _), unknown, Reason) :-
    !,
    Reason = "size: the game has too many plays to be tabulated".
failure_verdict(error(resource_error(states), _), unknown, Reason) :-
    !,
    Reason = "size: the game has more joint moves than the limit allows".
failure_verdict(error(resource_error(_), _), unknown, Reason) :-
    !,
    Reason = "memory: the question needs more memory than the limit allows".
failure_verdict(error(domain_error(probabilities, _), _), error, Reason) :-
    !,
    Reason = "the probabilities must name each move once, be at least 0 and sum to 1".
failure_verdict(error(domain_error(odds, _), _), error, Reason) :-
    !,
    Reason = "the odds that are given leave chance no move".
failure_verdict(error(Formal, _), error, Reason) :-
    !,
    format(string(Reason), "~w", [Formal]).
failure_verdict(Error, error, Reason) :-
    format(string(Reason), "~w", [Error]).
