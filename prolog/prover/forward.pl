/** <module> Models and refutations of clauses, forwards

A clause is clause(Label, Body, Head): if all atoms of Body hold, one of Head does. Atoms and terms are data; variables
are Prolog's. Positive hyperresolution with splitting, as in SATCHMO (Manthey and Bry, CADE 1988), but facts may hold
variables, so that no clause has to be range-restricted: what one clause derives is kept unless a kept fact subsumes it.
Clauses with one atom in the head go before those that split the search.

A refutation is proof(Steps, End). Steps are step(Id, Atom, Label, Parents), parents before children, with an Atom that
holds, or '$denied'(Atom) where none of its instances can; End is absurd(Label, Parents), or cases(Label, Parents,
Cases) with a case(Id, Atom, Proof) for each atom that may hold.
*/
:- module(forward,
          [ proof_labels/2,   % +Proof, -Labels
            run_forward/4     % +Clauses, +Depth, +Deep, -Result
          ]).
:- use_module(library(apply)).
:- use_module(library(assoc)).
:- use_module(library(lists)).
:- use_module(library(occurs)).
:- use_module(library(pairs)).

%!  run_forward(+Clauses, +Depth, +Deep, -Result) is det.
%   Result is refuted(Proof), model(Atoms), or deep(Atoms) where atoms with terms nested deeper than Depth were left out,
%   or where Atoms are not known to be a model. Deep is `drop`, or `fold`: a deeper term is taken for one inside it that
%   begins alike, which makes models finite, and refutations void: a result `refuted` is then told as deep([]).
run_forward(Clauses, Depth, Deep, Result) :-
    clause_uses_(Clauses, Uses),
    clause_constants_(Clauses, Constants),
    empty_assoc(Empty),
    State = state(Empty, Empty, 0, [], false),
    findall(new(Head, Label, []), member(clause(Label, [], Head), Clauses), News),
    added_(News, State, [], [], Facts, Splits, Absurd),
    (   nonvar(Absurd)
    ->  ended_(Absurd, State, Result0)
    ;   saturate_(Facts, Splits, run(Uses, Depth, Deep, Constants), State, Result0)
    ),
    finite_(Deep, Clauses, Result0, Result).

% What was found by way of a domain of ground terms is a model if all functions can be read as going to that domain.
finite_(_, Clauses, finite(Atoms), Result) :-
    !,
    (   finite_model_(Clauses, Atoms)
    ->  Result = model(Atoms)
    ;   Result = deep(Atoms)
    ).
finite_(fold, Clauses, model(Atoms), Result) :-
    !,
    finite_(fold, Clauses, finite(Atoms), Result).
finite_(fold, _, refuted(_), deep([])) :-
    !.
finite_(_, _, Result, Result).

finite_model_(Clauses, Atoms) :-
    ground(Atoms),
    \+ ( member(clause(_, Body, _), Clauses), member(Atom, Body), has_function_(Atom) ).

has_function_(Atom) :-
    compound(Atom),
    arg(_, Atom, Term),
    compound(Term),
    !.

% A use is a clause without one atom of its body, under the key of that atom; with the keys of what is left, and the
% parts into which that falls once the atom is ground.
clause_uses_(Clauses, Uses) :-
    findall(Key-use(Atom, Rest, Keys, Parts, Head, Label),
            ( member(clause(Label, Body, Head), Clauses), select(Atom, Body, Rest), key_(Atom, Key),
              maplist(key_, Rest, Keys), static_parts_(Atom, Rest, Head, Parts) ),
            Pairs0),
    keysort(Pairs0, Pairs),
    group_pairs_by_key(Pairs, Groups),
    list_to_assoc(Groups, Uses).

static_parts_(Atom, Rest, Head, Parts) :-
    copy_term(Atom/Rest/Head, Atom1/Rest1/Head1),
    numbervars(Atom1, 0, _),
    parts_(Rest1, Parts1),
    maplist(repetition_(Head1), Parts1, Repetitions),
    originals_(Parts1, Rest1, Rest, Repetitions, Parts).

repetition_(Head, Part, Repetition) :-
    (   shares_variable_(Part, Head)
    ->  Repetition = all
    ;   Repetition = one
    ).

originals_([], _, _, [], []).
originals_([Part1|Parts1], Rest1, Rest, [Repetition|Repetitions], [part(Repetition, Part)|Parts]) :-
    findall(I, ( member(Atom, Part1), nth0(I, Rest1, Same), Same == Atom ), Places0),
    sort(Places0, Places),
    maplist(element_(Rest), Places, Part),
    originals_(Parts1, Rest1, Rest, Repetitions, Parts).

element_(List, I, Element) :-
    nth0(I, List, Element).

clause_constants_(Clauses, Constants) :-
    findall(Term,
            ( member(clause(_, Body, Head), Clauses),
              ( member(Atom, Body) ; member(Atom, Head) ),
              compound(Atom), arg(_, Atom, Argument), sub_term(Term, Argument), atomic(Term) ),
            Found),
    sort(Found, Constants).

key_(Atom, Name/Arity) :-
    functor(Atom, Name, Arity).

% state(Ground, Kept, Next, Trace, Left): numbers of ground atoms; kept(Count, Facts) by Name/Arity, of ground ones by
% at(Name/Arity, Place, Argument), of others by general(Name/Arity); the next number; the steps, last first; and false, or what was left out: `deep`, or `domain` where cases were told apart by known terms only.

saturate_([], Splits0, Run, State0, Result) :-
    exclude(held_(State0), Splits0, Open),
    foldl(narrowed_(Run), Open, Splits, State0, State),
    (   memberchk(new([], Label, Parents), Splits)
    ->  ended_(absurd(Label, Parents), State, Result)
    ;   partition(narrowest_, Splits, Units0, Wide),
        Units0 \== []
    ->  maplist(unit_, Units0, Units),
        saturate_(Units, Wide, Run, State, Result)
    ;   instances_apart_(Splits, State, State1),
        (   narrowest_open_(Splits, Run, State1, new(Head, Label, Parents), Rest)
        ->  cases_(Head, Label, Parents, Rest, Run, State1, [], Result)
        ;   state_atoms_(State1, Atoms),
            deep_open_(Splits, Run, State1, Left),
            left_result_(Left, Atoms, Result)
        )
    ).
saturate_([new(Atom0, Label, Parents)|Facts], Splits, Run, State0, Result) :-
    Run = run(Uses, Depth, Deep, _),
    (   \+ depth_checked_(Deep, Depth, Atom0, _)
    ->  left_out_(deep, State0, State),
        saturate_(Facts, Splits, Run, State, Result)
    ;   depth_checked_(Deep, Depth, Atom0, Atom),
        known_(Atom, State0)
    ->  saturate_(Facts, Splits, Run, State0, Result)
    ;   depth_checked_(Deep, Depth, Atom0, Atom),
        keep_(Atom, Label, Parents, Id, State0, State),
        findall(new(Head, By, [Id|Others]), derived_(Atom, Uses, State, Head, By, Others), News),
        added_(News, State, Facts, Splits, Facts1, Splits1, Absurd),
        (   nonvar(Absurd)
        ->  ended_(Absurd, State, Result)
        ;   saturate_(Facts1, Splits1, Run, State, Result)
        )
    ).

left_result_(false, Atoms, model(Atoms)).
left_result_(domain, Atoms, finite(Atoms)).
left_result_(deep, Atoms, deep(Atoms)).

left_out_(What, state(Ground, Kept, Next, Trace, Left0), state(Ground, Kept, Next, Trace, Left)) :-
    (   Left0 == deep
    ->  Left = deep
    ;   Left = What
    ).

state_atoms_(state(_, Kept, _, _, _), Atoms) :-
    assoc_to_list(Kept, Lists),
    findall(Id-Atom, ( member(_/_-kept(_, Facts), Lists), member(fact(Id, Atom), Facts) ), Pairs0),
    keysort(Pairs0, Pairs),
    pairs_values(Pairs, Atoms).

% Facts are taken in the order they come, so that every one has its turn.
added_(News, State, Facts0, Splits0, Facts, Splits, Absurd) :-
    (   News == []
    ->  Facts = Facts0,
        Splits = Splits0
    ;   memberchk(new([], Label, Parents), News)
    ->  Absurd = absurd(Label, Parents),
        Facts = [],
        Splits = []
    ;   findall(Atom-new(Atom, Label, Parents),
                ( member(new([Atom], Label, Parents), News), \+ known_(Atom, State) ),
                Units0),
        sort(1, @<, Units0, Units1),
        pairs_values(Units1, Units),
        findall(new([A, B|Rest], Label, Parents), member(new([A, B|Rest], Label, Parents), News), Wide),
        append(Facts0, Units, Facts),
        append(Splits0, Wide, Splits)
    ).

ended_(Absurd, state(_, _, _, Trace, _), refuted(proof(Steps, Absurd))) :-
    Absurd = absurd(_, Parents),
    needed_(Trace, Parents, [], Steps).

% Trace has children before parents, so one pass finds all that a conclusion rests on.
needed_([], _, Steps, Steps).
needed_([Step|Trace], Wanted, Steps0, Steps) :-
    Step = step(Id, _, _, Parents),
    (   memberchk(Id, Wanted)
    ->  union(Parents, Wanted, Wanted1),
        needed_(Trace, Wanted1, [Step|Steps0], Steps)
    ;   needed_(Trace, Wanted, Steps0, Steps)
    ).

keep_(Atom, Label, Parents, Id, State0, State) :-
    State0 = state(Ground0, Kept0, Id, Trace, Left),
    State = state(Ground, Kept, Next, [step(Id, Atom, Label, Parents)|Trace], Left),
    Next is Id + 1,
    key_(Atom, Key),
    (   get_assoc(Key, Kept0, kept(Count0, Facts0))
    ->  true
    ;   Count0 = 0,
        Facts0 = []
    ),
    (   ground(Atom)
    ->  put_assoc(Atom, Ground0, Id, Ground),
        Count is Count0 + 1,
        put_assoc(Key, Kept0, kept(Count, [fact(Id, Atom)|Facts0]), Kept1),
        functor(Atom, _, Arity),
        indexed_(Arity, Atom, Key, Id, Kept1, Kept)
    ;   Ground = Ground0,
        exclude(instance_of_(Atom), Facts0, Facts),
        length([Atom|Facts], Count),
        put_assoc(Key, Kept0, kept(Count, [fact(Id, Atom)|Facts]), Kept1),
        bucket_(general(Key), Kept1, N0, General),
        N is N0 + 1,
        put_assoc(general(Key), Kept1, kept(N, [fact(Id, Atom)|General]), Kept)
    ).

indexed_(0, _, _, _, Kept, Kept) :-
    !.
indexed_(Place, Atom, Key, Id, Kept0, Kept) :-
    arg(Place, Atom, Argument),
    At = at(Key, Place, Argument),
    bucket_(At, Kept0, Count0, Facts),
    Count is Count0 + 1,
    put_assoc(At, Kept0, kept(Count, [fact(Id, Atom)|Facts]), Kept1),
    Next is Place - 1,
    indexed_(Next, Atom, Key, Id, Kept1, Kept).

bucket_(Key, Kept, Count, Facts) :-
    (   get_assoc(Key, Kept, kept(Count0, Facts0))
    ->  Count = Count0,
        Facts = Facts0
    ;   Count = 0,
        Facts = []
    ).

instance_of_(General, fact(_, Atom)) :-
    subsumes_term(General, Atom).

known_(Atom, state(Ground, Kept, _, _, _)) :-
    (   ground(Atom),
        get_assoc(Atom, Ground, _)
    ->  true
    ;   key_(Atom, Key),
        get_assoc(general(Key), Kept, kept(_, Facts)),
        member(fact(_, General), Facts),
        subsumes_term(General, Atom)
    ->  true
    ).

% Deriving

derived_(Atom, Uses, State, Head, Label, Parents) :-
    State = state(_, Kept, _, _, _),
    key_(Atom, Key),
    get_assoc(Key, Uses, Found),
    member(Use0, Found),
    Use0 = use(Other0, _, Keys, _, _, _),
    \+ Other0 \= Atom,
    \+ ( member(Needed, Keys), \+ get_assoc(Needed, Kept, _) ),
    copy_term(Use0, use(Other, Rest, _, Parts, Head, Label)),
    (   ground(Atom)
    ->  Other = Atom,
        joined_parts_(Parts, Head, State, Parents)
    ;   copy_term(Atom, Copy),
        unify_with_occurs_check(Other, Copy),
        joined_(Rest, Head, State, Parents)
    ),
    \+ ( member(Held, Head), known_(Held, State) ).

joined_parts_([], _, _, []).
joined_parts_([part(Repetition, Atoms)|Parts], Head, State, Ids) :-
    (   Repetition == all
    ->  joined_part_(Atoms, Head, State, Ids1)
    ;   once(joined_part_(Atoms, [], State, Ids1))
    ),
    joined_parts_(Parts, Head, State, Ids2),
    append(Ids1, Ids2, Ids).

%!  joined_(+Atoms, +Head, +State, -Ids) is nondet.
%   The atoms are instances of kept facts; found once where they hold no variable of Head.
joined_(Atoms, Head, State, Ids) :-
    (   shares_variable_(Atoms, Head)
    ->  joined_part_(Atoms, Head, State, Ids)
    ;   once(joined_part_(Atoms, [], State, Ids))
    ).

joined_part_([], _, _, []).
joined_part_([Atom0|Atoms], Head, State, [Id|Ids]) :-
    fewest_(Atoms, Atom0, State, Atom, Rest),
    matched_(Atom, State, Id),
    (   Rest == []
    ->  Ids = []
    ;   joined_(Rest, Head, State, Ids)
    ).

% The atom with the fewest facts that it may be an instance of.
fewest_([], Atom, _, Atom, []) :-
    !.
fewest_(Atoms, Atom0, State, Best, Rest) :-
    weight_(Atom0, State, Weight0),
    fewest_(Atoms, Weight0, Atom0, State, Best, Rest).

fewest_([], _, Best, _, Best, []).
fewest_([Atom|Atoms], Weight0, Best0, State, Best, [Other|Rest]) :-
    weight_(Atom, State, Weight),
    (   Weight < Weight0
    ->  Other = Best0,
        fewest_(Atoms, Weight, Atom, State, Best, Rest)
    ;   Other = Atom,
        fewest_(Atoms, Weight0, Best0, State, Best, Rest)
    ).

weight_(Atom, State, Weight) :-
    (   ground(Atom)
    ->  Weight = 0
    ;   candidates_(Atom, State, Weight, _, _)
    ).

candidates_(Atom, state(_, Kept, _, _, _), Count, Facts, General) :-
    key_(Atom, Key),
    (   arg(Place, Atom, Argument),
        ground(Argument)
    ->  bucket_(at(Key, Place, Argument), Kept, Count1, Facts),
        bucket_(general(Key), Kept, Count2, General),
        Count is Count1 + Count2
    ;   bucket_(Key, Kept, Count, Facts),
        bucket_(general(Key), Kept, _, General)
    ).

matched_(Atom, State, Id) :-
    State = state(Ground, _, _, _, _),
    (   ground(Atom),
        get_assoc(Atom, Ground, Id0)
    ->  Id = Id0
    ;   candidates_(Atom, State, _, Facts, General),
        (   member(fact(Id, Fact), Facts),
            ground(Fact),
            Atom = Fact
        ;   member(fact(Id, Fact), General),
            copy_term(Fact, Copy),
            unify_with_occurs_check(Atom, Copy)
        )
    ).

shares_variable_(Term, Other) :-
    term_variables(Term, Variables),
    Variables \== [],
    term_variables(Other, Others),
    member(Variable, Variables),
    member(Same, Others),
    Variable == Same,
    !.

parts_([], []).
parts_([Atom|Atoms], [Part|Parts]) :-
    part_([Atom], Atoms, Part, Rest),
    parts_(Rest, Parts).

part_(Part0, Atoms, Part, Rest) :-
    partition(shares_variable_(Part0), Atoms, Joined, Others),
    (   Joined == []
    ->  Part = Part0,
        Rest = Others
    ;   append(Part0, Joined, Part1),
        part_(Part1, Others, Part, Rest)
    ).

% Splitting

% A disjunction without the atoms that the facts rule out by one clause; that they do is a step of its own.
narrowed_(Run, new(Head0, Label, Parents0), new(Head, Label, Parents), State0, State) :-
    foldl(without_denied_(Run), Head0, []-Parents0-State0, Reversed-Parents-State),
    reverse(Reversed, Head).

without_denied_(run(Uses, _, _, _), Atom, Head-Parents-State0, Found) :-
    copy_term(Atom, Any),
    numbervars(Any, 0, _),
    (   derived_(Any, Uses, State0, [], Label, Others)
    ->  State0 = state(Ground, Kept, Id, Trace, Left),
        Next is Id + 1,
        Found = Head-[Id|Parents]-state(Ground, Kept, Next, [step(Id, '$denied'(Atom), Label, Others)|Trace], Left)
    ;   Found = [Atom|Head]-Parents-State0
    ).

narrowest_(new([_], _, _)).

unit_(new([Atom], Label, Parents), new(Atom, Label, Parents)).

% Cases that share a variable are told apart for each term there is, of a copy; the disjunction itself stays, for terms
% to come. Those that share fewer go first: there are fewer copies of them.
narrowest_open_(Splits, Run, State, Open, Rest) :-
    findall(Width-Count-I,
            ( nth0(I, Splits, new(Head, _, _)), length(Head, Width), shared_variables_(Head, Shared), length(Shared, Count) ),
            Widths0),
    keysort(Widths0, Widths),
    member(_-I, Widths),
    nth0(I, Splits, Split, Others),
    open_instance_(Split, Others, Splits, Run, State, Open, Rest),
    \+ deep_case_(Run, Open),
    !.

open_instance_(Split, Others, Splits, Run, State, Open, Rest) :-
    Split = new(Head0, Label, Parents),
    shared_variables_(Head0, Shared),
    (   Shared == []
    ->  Open = Split,
        Rest = Others
    ;   copy_term(Shared-Head0, Values-Head),
        domain_(Run, State, Terms),
        instantiated_(Values, Terms),
        Open = new(Head, Label, Parents),
        \+ held_(State, Open),
        Rest = Splits
    ).

% A case that is left out for its depth assumes nothing, so that nothing comes of telling the others apart from it.
deep_case_(run(_, Depth, Deep, _), new(Head, _, _)) :-
    member(Atom, Head),
    \+ depth_checked_(Deep, Depth, Atom, _),
    !.

deep_open_(Splits, Run, State, Left) :-
    (   member(Split, Splits),
        open_instance_(Split, [], Splits, Run, State, _, _)
    ->  Left = deep
    ;   State = state(_, _, _, _, Left)
    ).

instances_apart_(Splits, State0, State) :-
    (   member(new(Head, _, _), Splits),
        \+ shared_variables_(Head, [])
    ->  left_out_(domain, State0, State)
    ;   State = State0
    ).

held_(State, new(Head, _, _)) :-
    member(Atom, Head),
    known_(Atom, State),
    !.

shared_variables_(Head, Shared) :-
    term_variables(Head, Variables),
    include(in_two_(Head), Variables, Shared).

in_two_(Head, Variable) :-
    findall(x, ( member(Atom, Head), occurrences_of_var(Variable, Atom, N), N > 0 ), [_, _|_]).

instantiated_([], _).
instantiated_([Variable|Variables], Terms) :-
    member(Variable, Terms),
    instantiated_(Variables, Terms).

domain_(run(_, _, _, Constants), State, Terms) :-
    state_atoms_(State, Atoms),
    findall(Term,
            ( member(Atom, Atoms), compound(Atom), arg(_, Atom, Argument), sub_term(Term, Argument), ground(Term) ),
            Found0),
    append(Constants, Found0, Found),
    sort(Found, Sorted),
    (   Sorted == []
    ->  Terms = [something]
    ;   Terms = Sorted
    ).

% A case that leads to something absurd without its assumption settles all.
cases_([], Label, Parents, _, _, state(_, _, _, Trace, _), Done, refuted(proof(Steps, cases(Label, Parents, Cases)))) :-
    reverse(Done, Cases),
    end_rests_on_(cases(Label, Parents, Cases), Wanted0),
    sort(Wanted0, Wanted),
    needed_(Trace, Wanted, [], Steps).
cases_([Atom|Atoms], Label, Parents, Rest, Run, State, Done, Result) :-
    State = state(_, _, Id, _, _),
    saturate_([new(Atom, case, [])], Rest, Run, State, Result1),
    (   Result1 = refuted(proof(Steps0, End))
    ->  (   memberchk(step(Id, _, case, _), Steps0)
        ->  include(later_(Id), Steps0, Steps),
            cases_(Atoms, Label, Parents, Rest, Run, State, [case(Id, Atom, proof(Steps, End))|Done], Result)
        ;   Result = Result1
        )
    ;   Result1 = deep(_),
        Atoms \== []
    ->  cases_(Atoms, Label, Parents, Rest, Run, State, Done, Result2),
        (   Result2 = refuted(_)
        ->  Result = Result1
        ;   Result = Result2
        )
    ;   Result = Result1
    ).

later_(Id, step(Later, _, _, _)) :-
    Later > Id.

% The numbers that a proof names, its own among them.
rests_on_(proof(Steps, End), Ids) :-
    findall(Id, ( member(step(_, _, _, Ps), Steps), member(Id, Ps) ), Ids1),
    end_rests_on_(End, Ids2),
    append(Ids1, Ids2, Ids).

end_rests_on_(absurd(_, Parents), Parents).
end_rests_on_(cases(_, Parents, Cases), Ids) :-
    findall(Id, ( member(case(_, _, Proof), Cases), rests_on_(Proof, Inner), member(Id, Inner) ), Ids1),
    append(Parents, Ids1, Ids).

%!  proof_labels(+Proof, -Labels) is det.
%   The labels of the clauses a refutation uses, sorted.
proof_labels(Proof, Labels) :-
    findall(Label, label_in_(Proof, Label), Labels0),
    sort(Labels0, Labels).

label_in_(proof(Steps, _), Label) :-
    member(step(_, _, Label, _), Steps),
    Label \== case.
label_in_(proof(_, absurd(Label, _)), Label).
label_in_(proof(_, cases(Label, _, _)), Label).
label_in_(proof(_, cases(_, _, Cases)), Label) :-
    member(case(_, _, Proof), Cases),
    label_in_(Proof, Label).

% Depth

depth_checked_(Deep, Most, Atom, Checked) :-
    (   \+ too_deep_(Atom, Most)
    ->  Checked = Atom
    ;   Deep == fold,
        compound_name_arguments(Atom, Name, Args0),
        maplist(fold_term_, Args0, Args),
        compound_name_arguments(Checked, Name, Args)
    ).

too_deep_(Term, Most) :-
    compound(Term),
    (   Most < 0
    ->  true
    ;   Less is Most - 1,
        arg(_, Term, Argument),
        too_deep_(Argument, Less)
    ->  true
    ).

% The innermost term that begins as this one does stands for it.
fold_term_(Term, Folded) :-
    (   compound(Term)
    ->  functor(Term, Name, Arity),
        (   inner_alike_(Term, Name, Arity, Inner)
        ->  fold_term_(Inner, Folded)
        ;   compound_name_arguments(Term, _, Args0),
            maplist(fold_term_, Args0, Args),
            compound_name_arguments(Folded, Name, Args)
        )
    ;   Folded = Term
    ).

inner_alike_(Term, Name, Arity, Inner) :-
    arg(_, Term, Argument),
    sub_term(Inner, Argument),
    nonvar(Inner),
    functor(Inner, Name, Arity).
