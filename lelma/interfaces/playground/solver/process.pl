/** <module> In place of library(process): WebAssembly has no processes

The solver ends itself when its parent does; in a page the worker, which holds both, is ended.
*/
:- module(process, [process_kill/2]).

process_kill(_, _).
