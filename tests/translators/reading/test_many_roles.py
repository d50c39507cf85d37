"""Games of several roles, in turn, with chance, and played again: sentences and the formulas they say.

For each sentence what it may say, the likelier first; `-` for one that must not be read.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from translators.language.vocabulary import Naming, Play, Vocabulary
from translators.reading.reader import read_english

LANES = Vocabulary(
    "lanes",
    ("ada", "ben", "cyd"),
    dict.fromkeys(("ada", "ben", "cyd"), ("lane", "track", "canal")),
    frozenset(map(Fraction, (-9, -4, -2))),
    (Naming("game", {"lane": ("lane", "the lane"), "track": ("track", "the track"), "canal": ("canal", "the canal")}),),
    {"ada": ("Ada",), "ben": ("Ben",), "cyd": ("Cyd",)},
)
TENTS = Vocabulary(
    "tents",
    ("ada", "ben", "cyd"),
    dict.fromkeys(("ada", "ben", "cyd"), ("hill", "lake")),
    frozenset(map(Fraction, (-1, 2, 7))),
    (Naming("game", {"hill": ("hill", "the hill"), "lake": ("lake", "the lake")}),),
    {"ada": ("Ada",), "ben": ("Ben",), "cyd": ("Cyd",)},
)
LADDER = Vocabulary(
    "ladder",
    ("kai", "lea"),
    {"kai": ("climb", "quit"), "lea": ("climb", "quit")},
    frozenset(map(Fraction, range(7))),
    (Naming("game", {"climb": ("climb",), "quit": ("quit",)}),),
    {"kai": ("Kai",), "lea": ("Lea",)},
    simultaneous=False,
    plays=(
        (("kai", 1, "quit"),),
        (("kai", 1, "climb"), ("lea", 2, "quit")),
        (("kai", 1, "climb"), ("lea", 2, "climb"), ("kai", 3, "quit")),
        (("kai", 1, "climb"), ("lea", 2, "climb"), ("kai", 3, "climb")),
    ),
)
_DEALS = {f"deal({card})": (("mo", f"tile({card})"),) for card in ("plain", "golden")}
_DEALT: tuple[Play, ...] = tuple(
    (("random", 1, deal), ("mo", 2, "raise"), ("ned", 3, answer)) for deal, answer in product(_DEALS, ("see", "leave"))
) + tuple((("random", 1, deal), ("mo", 2, "stop")) for deal in _DEALS)
TILES = Vocabulary(
    "tiles",
    ("random", "mo", "ned"),
    {"random": tuple(_DEALS), "mo": ("raise", "stop"), "ned": ("see", "leave")},
    frozenset(map(Fraction, (-3, 1, 4))),
    (Naming("game", {move: (move,) for move in ("raise", "stop", "see", "leave")}),),
    {"mo": ("Mo",), "ned": ("Ned",)},
    simultaneous=False,
    plays=_DEALT,
    deals=_DEALS,
)
CREW = ("ada", "ben", "cyd", "dee")
ROADS = Vocabulary(
    "roads",
    CREW,
    dict.fromkeys(CREW, ("lane", "track")),
    frozenset(map(Fraction, (1, 3, 6, 8))),
    (Naming("game", {"lane": ("lane", "the lane"), "track": ("track", "the track")}),),
    {role: (role.title(),) for role in CREW},
)
GUARDS = Vocabulary(
    "guards",
    ("cook", "cat", "dog"),
    {"cook": ("bake", "fry"), "cat": ("sneak", "wait"), "dog": ("bark", "sleep")},
    frozenset(map(Fraction, (-2, 0, 3, 5))),
    (Naming("game", {move: (move,) for move in ("bake", "fry", "sneak", "wait", "bark", "sleep")}),),
    {"cook": ("the Cook",), "cat": ("the Cat",), "dog": ("the Dog",)},
)
STALL = Vocabulary(
    "stall",
    ("uma", "vic", "wyn"),
    dict.fromkeys(("uma", "vic", "wyn"), ("offer(0)", "offer(2)", "offer(4)")),
    frozenset(map(Fraction, (-1, 0, 1, 3))),
    (Naming("game", {f"offer({n})": (f"offer {n}",) for n in (0, 2, 4)}),),
    {"uma": ("Uma",), "vic": ("Vic",), "wyn": ("Wyn",)},
)
PICNIC = Vocabulary(
    "picnic",
    ("ida", "jon"),
    {"ida": ("bread", "cheese"), "jon": ("bread", "cheese")},
    frozenset(map(Fraction, (0, 2, 5))),
    (Naming("game", {"bread": ("bread",), "cheese": ("cheese",)}),),
    {"ida": ("Ida",), "jon": ("Jon",)},
)

PLOT = Vocabulary(
    "plot",
    ("sower", "miller"),
    {"sower": ("send_0", "send_3", "send_6"), "miller": ("keep_all", "return_half", "return_two_thirds")},
    frozenset(map(Fraction, range(19))),
    (),
    {"sower": ("the sower",), "miller": ("the miller",)},
    simultaneous=False,
    plays=(
        (("sower", 1, "send_0"),),
        *(
            (("sower", 1, sent), ("miller", 2, back))
            for sent in ("send_3", "send_6")
            for back in ("keep_all", "return_half", "return_two_thirds")
        ),
    ),
)
TOLL = Vocabulary(
    "toll",
    ("rider", "guard"),
    {"rider": ("bridge", "ford"), "guard": ("sleep", "stop")},
    frozenset(map(Fraction, (0, 3, 9))),
    (Naming("game", {move: (move,) for move in ("bridge", "ford", "sleep", "stop")}),),
    {"rider": ("the rider",), "guard": ("the guard",)},
    simultaneous=False,
    plays=(
        (("rider", 1, "ford"),),
        (("rider", 1, "bridge"), ("guard", 2, "sleep")),
        (("rider", 1, "bridge"), ("guard", 2, "stop")),
    ),
)
BID = Vocabulary(
    "bid",
    ("seller", "cora"),
    {"seller": ("offer_4", "offer_7"), "cora": ("accept", "reject")},
    frozenset(map(Fraction, (0, 1, 2, 4, 5, 7))),
    (),
    {"seller": ("the seller",), "cora": ("Cora",)},
    simultaneous=False,
    plays=tuple(
        (("seller", 1, price), ("cora", 2, said)) for price in ("offer_4", "offer_7") for said in ("accept", "reject")
    ),
)
HANDS = Vocabulary(
    "hands",
    ("random", "lia", "pip"),
    {"random": ("jack", "queen", "ace"), "lia": ("bet", "wait"), "pip": ("call", "quit")},
    frozenset(map(Fraction, range(-3, 4))),
    (Naming("game", {move: (move,) for move in ("bet", "wait", "call", "quit")}),),
    {"lia": ("Lia",), "pip": ("Pip",)},
    simultaneous=False,
    plays=tuple(
        (("random", 1, one), ("random", 2, two), *rest)
        for one in ("jack", "queen", "ace")
        for two in ("jack", "queen", "ace")
        if one != two
        for rest in ((("lia", 3, "wait"),), *((("lia", 3, "bet"), ("pip", 4, said)) for said in ("call", "quit")))
    ),
    dealt={"lia": (1,), "pip": (2,)},
)
GEMS = Vocabulary(
    "gems",
    ("random", "vera", "will"),
    {"random": ("real", "glass_of_2_1", "glass_of_2_2"), "vera": ("ask", "hide"), "will": ("pay", "leave")},
    frozenset(map(Fraction, range(-4, 8))),
    (Naming("game", {move: (move,) for move in ("ask", "hide", "pay", "leave")}),),
    {"vera": ("Vera",), "will": ("Will",)},
    simultaneous=False,
    plays=tuple(
        (("random", 1, gem), ("vera", 2, made), ("will", 3, answer))
        for gem in ("real", "glass_of_2_1", "glass_of_2_2")
        for made in ("ask", "hide")
        for answer in ("pay", "leave")
    ),
    dealt={"vera": (1,), "will": ()},
)

SAYS = [
    # counted players
    (TENTS, "ada", "If everyone takes the lake, I get 7.", ["pay(ada; ada=lake, ben=lake, cyd=lake) = 7"]),
    (TENTS, "ada", "If Ben and I go to the hill while Cyd is at the lake, Cyd gets 2.",
     ["pay(cyd; ada=hill, ben=hill, cyd=lake) = 2"]),
    (TENTS, "ada", "If both of the others pick the hill, the lake brings me -1.",
     ["pay(ada; ada=lake, ben=hill, cyd=hill) = -1"]),
    (TENTS, "ada", "Alone at the lake I get -1.", ["pay(ada; ada=lake, ben=hill, cyd=hill) = -1"]),
    (TENTS, "ada", "Sharing the lake with exactly one other player gives me 2.",
     ["pay(ada; ada=lake, ben=hill, cyd=lake) = 2 and pay(ada; ada=lake, ben=lake, cyd=hill) = 2"]),
    (TENTS, "ada", "If Ben takes the hill and Cyd the lake, he gets 2.", "-"),
    (TENTS, "ada", "If I join Ben, while Cyd takes the hill, I get 2.", "-"),
    (LANES, "ben", "A full lane costs me 9 minutes.", ["pay(ben; ada=lane, ben=lane, cyd=lane) = -9"]),
    (LANES, "ben", "If I join Ada on the track while Cyd takes the canal, I need 4 minutes.",
     ["pay(ben; ada=track, ben=track, cyd=canal) = -4"]),
    (LANES, "ben", "If I take the lane and nobody else takes the lane, I need 2 minutes.",
     [" and ".join(f"pay(ben; ada={a}, ben=lane, cyd={c}) = -2"
                   for a in ("track", "canal") for c in ("track", "canal"))]),
    (ROADS, "ada", "If nobody else takes the lane, the lane gives me 8.",
     ["pay(ada; ada=lane, ben=track, cyd=track, dee=track) = 8"]),
    (ROADS, "ada", "If all three others take the lane, the track brings me 8.",
     ["pay(ada; ada=track, ben=lane, cyd=lane, dee=lane) = 8"]),
    (ROADS, "ada", "With three of the others on the lane, the track brings me 8.",
     ["pay(ada; ada=track, ben=lane, cyd=lane, dee=lane) = 8"]),
    (ROADS, "ada", "If all four cars take the lane, I get 1.",
     ["pay(ada; ada=lane, ben=lane, cyd=lane, dee=lane) = 1"]),
    (ROADS, "ada", "If at least three others take the lane, the track brings me 8.",
     ["pay(ada; ada=track, ben=lane, cyd=lane, dee=lane) = 8"]),
    (ROADS, "ada", "If only Ben takes the lane, he gets 8.",
     ["pay(ben; ada=track, ben=lane, cyd=track, dee=track) = 8"]),
    (ROADS, "ada", "If all five take the lane, I get 1.", "-"),
    (TENTS, "ada", "If I go alone to the lake, I get -1.", ["pay(ada; ada=lake, ben=hill, cyd=hill) = -1"]),
    (TENTS, "ada", "If at least one friend goes to the lake, the lake brings me 2.",
     [" and ".join(f"pay(ada; ada=lake, {rest}) = 2"
                   for rest in ("ben=hill, cyd=lake", "ben=lake, cyd=hill", "ben=lake, cyd=lake"))]),
    # he or she, by what they can choose
    (GUARDS, "cook", "If he barks and she sneaks while I bake, I get 5.",
     ["pay(cook; cook=bake, cat=sneak, dog=bark) = 5"]),
    (GUARDS, "cook", "If he gets 3 while I bake, I get 5.", "-"),
    # numbers as moves
    (STALL, "uma", "If Vic offers 4, Wyn 2 and I offer 0, I get 3.",
     ["pay(uma; uma=offer(0), vic=offer(4), wyn=offer(2)) = 3"]),
    (STALL, "uma", "If I offer Vic 4, and Wyn and Vic offer 0, I get 3.",
     ["pay(uma; uma=offer(4), vic=offer(0), wyn=offer(0)) = 3"]),
    (STALL, "uma", "If I offer 4 and both others offer 0, I pay 1 and earn 3.",
     ["pay(uma; uma=offer(4), vic=offer(0), wyn=offer(0)) = 3"]),
    # in turn
    (LADDER, "kai", "If I quit at step 3, I get 5.", ["pay(kai; kai=quit@3) = 5"]),
    (LADDER, "kai", "I am at step 3. If I quit now, I get 5.",
     ["pay(kai; lea=climb, kai=climb@1, kai=quit@3) = 5"]),
    (LADDER, "kai", "If I quit, I get 5.", "-"),
    (LADDER, "lea", "Kai has climbed. If I quit, I get 4.", ["pay(lea; lea=quit, kai=climb@1) = 4"]),
    (LADDER, "lea", "Kai has climbed. Had Kai quit at step 1, I would get 1.", ["pay(lea; kai=quit@1) = 1"]),
    (LADDER, "kai", "quit@1: (2, 0)", ["pay(kai; kai=quit@1) = 2 and pay(lea; kai=quit@1) = 0"]),
    (LADDER, "lea", "Kai has climbed. If I climb and he quits, I get 2.",
     ["pay(lea; lea=climb, kai=climb@1, kai=quit@3) = 2"]),
    (LADDER, "kai", "Once I quit, I get 2.", "-"),
    (LADDER, "kai", "Now, if I quit, I get 2.", "-"),
    (LADDER, "kai", "If I quit at once, I get 2.", ["pay(kai; kai=quit@1) = 2"]),
    (LADDER, "kai", "If we both climb all the way, Lea gets 3.", ["pay(lea; lea=climb, kai=climb@1, kai=climb@3) = 3"]),
    (LADDER, "lea", "If Kai quits at his second turn, I get 2.", ["pay(lea; kai=quit@3) = 2"]),
    (LADDER, "lea", "If Kai quits at his third turn, I get 2.", "-"),
    (LADDER, "lea", "If Kai climbs twice, I get 3.", ["pay(lea; kai=climb@1, kai=climb@3) = 3"]),
    (LADDER, "kai", "Climb, climb, quit: 5 for me.", ["pay(kai; lea=climb, kai=climb@1, kai=quit@3) = 5"]),
    (LADDER, "kai", "In the subgame-perfect equilibrium I quit at once.",
     ["subgame_perfect({kai=quit@1})", "best_ahead(kai, quit, {})"]),
    (LADDER, "kai", "(climb, quit) is a subgame-perfect equilibrium.", ["subgame_perfect({lea=quit, kai=climb@1})"]),
    (LADDER, "lea", "Kai has climbed. I should climb in return.", "-"),
    (PLOT, "miller", "The sower sent six. I want to return half.", "-"),
    (LADDER, "lea", "Kai has climbed. Climbing is my best answer.",
     ["best_ahead(lea, climb, {kai=climb@1})",
      "pay(lea; lea=climb, kai=climb@1) >= pay(lea; lea=quit, kai=climb@1)"]),
    (LADDER, "lea", "Kai has climbed. Whatever I do, we have 6 together.", ["sum(kai=climb@1) = 6"]),
    (LADDER, "lea", "Kai has climbed. At step 3, if Kai quits with probability 1/4, climbing gives me 5 on average.",
     ["mean(lea; lea=climb, kai=climb@1; kai=quit:0.25, kai=climb:0.75) ~ 5"]),
    (LADDER, "kai", "I am at step 1. If Lea climbs with probability 1/2, climbing is worth 3 to me on average.", "-"),
    (PLOT, "sower", "Sending six is better than sending nothing if the miller returns half with probability above 2/3.", "-"),
    (TOLL, "rider", "The bridge is better than the ford if the guard sleeps with probability above 1/3.",
     ["mean(rider; rider=bridge; guard=sleep:1) > mean(rider; rider=ford; guard=sleep:1) and "
      "mean(rider; rider=bridge; guard=sleep:1/3, guard=stop:2/3) >= mean(rider; rider=ford; guard=sleep:1/3, guard=stop:2/3) "
      "and (mean(rider; rider=bridge; guard=sleep:1) > mean(rider; rider=ford; guard=sleep:1) and "
      "mean(rider; rider=bridge; guard=sleep:1/3, guard=stop:2/3) >= mean(rider; rider=ford; guard=sleep:1/3, guard=stop:2/3) "
      "and mean(rider; rider=bridge; guard=sleep:1/3, guard=stop:2/3) <= mean(rider; rider=ford; guard=sleep:1/3, guard=stop:2/3) "
      "and mean(rider; rider=bridge; guard=stop:1) < mean(rider; rider=ford; guard=stop:1))",
      "mean(rider; rider=bridge; guard=sleep:1/3, guard=stop:2/3) >= mean(rider; rider=ford; guard=sleep:1/3, guard=stop:2/3)"]),
    (TOLL, "rider", "If the guard sleeps with probability p, the bridge gives me 9p.",
     ["mean(rider; rider=bridge; guard=stop:1) = 0 and mean(rider; rider=bridge; guard=sleep:1) = 9"]),
    (TOLL, "rider", "The bridge brings me 9.",
     ["pay(rider; rider=bridge) = 9 or (best_ahead(guard, sleep, {rider=bridge}) and pay(rider; rider=bridge, guard=sleep) = 9 "
      "or best_ahead(guard, stop, {rider=bridge}) and pay(rider; rider=bridge, guard=stop) = 9)",
      "some pay(rider; rider=bridge) = 9"]),
    # answers, and what they answer
    (BID, "seller", "If Cora accepts a price of 4, I get 4.", "-"),
    (BID, "seller", "If Cora accepts an offer of 4, I get 4.", ["pay(seller; seller=offer_4, cora=accept) = 4"]),
    (BID, "seller", "A refused offer of 7 gives me nothing.", ["pay(seller; seller=offer_7, cora=reject) = 0"]),
    (BID, "cora", "The seller offered 7. If I turn it down, I get 1.", ["pay(cora; seller=offer_7, cora=reject) = 1"]),
    (BID, "cora", "The seller offered 4. If I say yes, I get 5.", ["pay(cora; seller=offer_4, cora=accept) = 5"]),
    (BID, "cora", "The seller offered 4. I could accept and have 5.", ["pay(cora; seller=offer_4, cora=accept) = 5"]),
    (BID, "cora", "Had the seller offered 4, I would have got 5 by accepting.",
     ["pay(cora; seller=offer_4, cora=accept) = 5"]),
    (BID, "cora", "If she had waited, I would have got 5.", "-"),
    (BID, "seller", "If I offer 4: accepted -> I get 4.", ["pay(seller; seller=offer_4, cora=accept) = 4"]),
    (BID, "cora", "The seller offered 7. If I accept, the gap between us is 5.",
     ["pay(seller; seller=offer_7, cora=accept) - pay(cora; seller=offer_7, cora=accept) = 5 or "
      "pay(cora; seller=offer_7, cora=accept) - pay(seller; seller=offer_7, cora=accept) = 5"]),
    (TOLL, "rider", "The bridge followed by a stop leaves me with nothing.", ["pay(rider; rider=bridge, guard=stop) = 0"]),
    (LADDER, "kai", "At step 3 I could get 5. If I quit at once, I get 2.", ["pay(kai; kai=quit@1) = 2"]),
    (LADDER, "kai", "If we reach step 3, climbing gives me 6.", ["pay(kai; kai=climb@3) = 6"]),
    (TOLL, "rider", "If the guard sleeps with probability 1/3 and stops otherwise, the bridge gives me 3 on average.",
     ["mean(rider; rider=bridge; guard=sleep:1/3, guard=stop:2/3) ~ 3"]),
    # how much is given and returned
    (PLOT, "sower", "If I send everything and half is returned, I get 9.",
     ["pay(sower; sower=send_6, miller=return_half) = 9"]),
    (PLOT, "sower", "With three invested and two thirds back, I have 9.",
     ["pay(sower; sower=send_3, miller=return_two_thirds) = 9"]),
    (PLOT, "miller", "The sower sent six. If I give nothing back, I have 18.",
     ["pay(miller; sower=send_6, miller=keep_all) = 18"]),
    (PLOT, "miller", "If she sends nothing, I get 0.", ["pay(miller; sower=send_0) = 0"]),
    (PLOT, "sower", "If I send two and half comes back, I get 9.", "-"),
    (PLOT, "sower", "Nothing beats sending 6.", "-"),
    # what chance brings, which only some know
    (GEMS, "vera", "My gem is real. If I ask and Will pays, I get 6.",
     ["mean(vera; vera=ask, will=pay, random=real; ) = 6", "pay(vera; vera=ask, will=pay, random=real) = 6"]),
    (GEMS, "will", "If it's glass, Vera asks and I pay, I get -4.",
     ["mean(will; vera=ask, will=pay, random=glass_of_2_1; ) = -4",
      "pay(will; vera=ask, will=pay, random=glass_of_2_1) = -4"]),
    (HANDS, "lia", "I hold the queen. If Pip always calls, betting gives me 1 on average.",
     ["mean(lia; lia=bet, pip=call, random=queen@1; ) ~ 1"]),
    (HANDS, "lia", "My card is the jack. If Pip calls with probability 1/4, betting gives me 0 on average.",
     ["mean(lia; lia=bet, random=jack@1; pip=call:0.25, pip=quit:0.75) ~ 0"]),
    (HANDS, "pip", "I have the queen and Lia has bet. If she holds the ace, I lose 3 by calling.",
     ["mean(pip; lia=bet, pip=call, random=ace@1, random=queen@2; ) = -3",
      "pay(pip; lia=bet, pip=call, random=ace@1, random=queen@2) = -3",
      "pay(pip; lia=bet, pip=call, random=ace@1, random=queen@2) - pay(pip; lia=bet, pip=quit, random=ace@1, random=queen@2) = -3"]),
    (HANDS, "pip", "Lia has the jack or the queen. Calling gives me 2.", "-"),
    (HANDS, "lia", "If I bet and Pip calls, I get 2.", "-"),
    (GEMS, "will", "With a glass gem, paying gives me -4 if Vera asks.",
     ["mean(will; vera=ask, will=pay, random=glass_of_2_1; ) = -4",
      "pay(will; vera=ask, will=pay, random=glass_of_2_1) = -4"]),
    (GEMS, "will", "For a real one, paying gives me 5 if Vera asks.",
     ["mean(will; vera=ask, will=pay, random=real; ) = 5", "pay(will; vera=ask, will=pay, random=real) = 5"]),
    (TOLL, "rider", "If the guard sleeps, the bridge is worth 6 more than the ford.",
     ["pay(rider; rider=bridge, guard=sleep) - pay(rider; rider=ford) = 6"]),
    (PLOT, "sower", "If nothing comes back, sending three costs me 3 compared with sending nothing.",
     ["pay(sower; sower=send_0) - pay(sower; sower=send_3, miller=keep_all) = 3"]),
    (PLOT, "miller", "After a transfer of 6 I have 9 if I return half.",
     ["pay(miller; sower=send_6, miller=return_half) = 9"]),
    (GEMS, "vera", "If I ask and Will pays, I get 6.", "-"),
    (GEMS, "will", "It is real or glass. If Vera asks and I pay, I get 5 on average.",
     ["mean(will; vera=ask, will=pay; ) ~ 5"]),
    (GEMS, "will", "With probability q of a real gem, paying gives me 7q - 3.",
     ["mean(will; will=pay; random=glass_of_2_1:1) = -3 and mean(will; will=pay; random=real:1) = 4"]),
    (GEMS, "will", "If it's gold, Vera asks and I pay, I get -4.", "-"),
    # chance
    (TILES, "ned", "If Mo raises with the golden tile and I see, I lose 3.",
     ["mean(ned; mo=raise, saw(mo, tile(golden)), ned=see; ) = -3",
      "pay(ned; mo=raise, saw(mo, tile(golden)), ned=see) = -3",
      "pay(ned; mo=raise, saw(mo, tile(golden)), ned=see)"
      " - pay(ned; mo=raise, saw(mo, tile(golden)), ned=leave) = -3"]),
    (TILES, "mo", "I hold the golden tile. If I raise and Ned leaves, I get 1.",
     ["mean(mo; mo=raise, saw(mo, tile(golden)), ned=leave; ) = 1",
      "pay(mo; mo=raise, saw(mo, tile(golden)), ned=leave) = 1"]),
    # rounds that were played
    (PICNIC, "ida", "In round 2, I chose bread and Jon chose cheese.", ["did(ida, bread)@2 and did(jon, cheese)@2"]),
    (PICNIC, "ida", "In round 1, I got 5.", ["earned(ida)@1 = 5"]),
    (PICNIC, "ida", "So far I have 7 points.", ["total(ida) = 7"]),
    (PICNIC, "ida", "So far I have earned 7 points.", ["total(ida) = 7"]),
    (PICNIC, "ida", "Jon has scored 9 points so far, and I've got 7.", ["total(jon) = 9 and total(ida) = 7"]),
    (PICNIC, "ida", "Jon's total is 9.", ["total(jon) = 9"]),
    (PICNIC, "ida", "So far Jon is 2 points ahead.", ["total(jon) - total(ida) = 2"]),
    (PICNIC, "ida", "In week 2, I chose bread and Jon chose cheese.", ["did(ida, bread)@2 and did(jon, cheese)@2"]),
    (PICNIC, "ida", "| | Ida | Jon |\n|---|---|---|\n| Week 1 | 5 | 2 |", ["earned(ida)@1 = 5", "earned(jon)@1 = 2"]),
    (PICNIC, "ida", "| Day | Ida | Jon |\n|---|---|---|\n| Day 1 | bread | cheese |",
     ["did(ida, bread)@1", "did(jon, cheese)@1"]),
    (PICNIC, "ida", "In the next rounds I will get 5.", "-"),
    (PICNIC, "ida", "Five weeks are left. If I choose bread and Jon cheese, I finish at 28.", "-"),
    (PICNIC, "ida", "Choosing bread all five weeks, I get 25 if Jon chooses cheese.", "-"),
    # tables of several roles
    (TENTS, "ada", "| Ben | Cyd | me at lake |\n|---|---|---|\n| hill | lake | 2 |",
     ["pay(ada; ada=lake, ben=hill, cyd=lake) = 2"]),
    (TENTS, "ada", "| Ada | Ben | Cyd | Total |\n|---|---|---|---|\n| lake | hill | lake | 6 |",
     ["sum(ada=lake, ben=hill, cyd=lake) = 6"]),
    # the most that any of all may get
    (TENTS, "ada", "The most anyone can get is 7.",
     ["max pay(ada; ) = 7 or max pay(ben; ) = 7 or max pay(cyd; ) = 7 and max pay(ada; ) <= 7"
      " and max pay(ben; ) <= 7 and max pay(cyd; ) <= 7"]),
    (TENTS, "ada", "The most anyone can hope for is a quiet night.", "-"),
    # how many choose each move, and whoever makes one
    (LANES, "ada", "If Ben, Cyd both take the canal, the lane costs me 2.", ["pay(ada; ada=lane, ben=canal, cyd=canal) = -2"]),
    (LANES, "ada", "With two of us on the lane and one on the track, each lane driver needs 4.",
     ["pay(ada; ada=lane, ben=lane, cyd=track) = -4 and pay(ben; ada=lane, ben=lane, cyd=track) = -4"
      " and pay(ada; ada=lane, ben=track, cyd=lane) = -4 and pay(cyd; ada=lane, ben=track, cyd=lane) = -4"
      " and pay(ben; ada=track, ben=lane, cyd=lane) = -4 and pay(cyd; ada=track, ben=lane, cyd=lane) = -4"]),
    (LANES, "ada", "Two on the lane and the third on the canal: the canal driver needs 2.",
     ["pay(cyd; ada=lane, ben=lane, cyd=canal) = -2 and pay(ben; ada=lane, ben=canal, cyd=lane) = -2"
      " and pay(ada; ada=canal, ben=lane, cyd=lane) = -2"]),
    (LANES, "ada", "Two in the lane and one in the canal is an equilibrium.",
     ["nash({ada=lane, ben=lane, cyd=canal}) and nash({ada=lane, ben=canal, cyd=lane})"
      " and nash({ada=canal, ben=lane, cyd=lane})"]),
    (LANES, "ada", "Three on the canal need 9 each.",
     ["pay(ada; ada=canal, ben=canal, cyd=canal) = -9 and pay(ben; ada=canal, ben=canal, cyd=canal) = -9"
      " and pay(cyd; ada=canal, ben=canal, cyd=canal) = -9"]),
    (TENTS, "ada", "Lake: -1 alone, 2 with one other camper, 7 with two others.",
     ["pay(ada; ada=lake, ben=hill, cyd=hill) = -1 and pay(ada; ada=lake, ben=hill, cyd=lake) = 2"
      " and pay(ada; ada=lake, ben=lake, cyd=hill) = 2 and pay(ada; ada=lake, ben=lake, cyd=lake) = 7"]),
    (TENTS, "ada", "**Hill:** alone 2, with both -1.",
     ["pay(ada; ada=hill, ben=lake, cyd=lake) = 2 and pay(ada; ada=hill, ben=hill, cyd=hill) = -1"]),
    (TENTS, "ada", "If all of us take the lake, a camper who switches to the hill goes from 7 to 2.",
     ["pay(ada; ada=lake, ben=lake, cyd=lake) = 7 and pay(ada; ada=hill, ben=lake, cyd=lake) = 2"
      " and pay(ben; ada=lake, ben=lake, cyd=lake) = 7 and pay(ben; ada=lake, ben=hill, cyd=lake) = 2"
      " and pay(cyd; ada=lake, ben=lake, cyd=lake) = 7 and pay(cyd; ada=lake, ben=lake, cyd=hill) = 2"]),
    (TENTS, "ada", "If nobody goes to the lake, everyone gets 2.",
     ["pay(ada; ada=hill, ben=hill, cyd=hill) = 2 and pay(ben; ada=hill, ben=hill, cyd=hill) = 2"
      " and pay(cyd; ada=hill, ben=hill, cyd=hill) = 2"]),
    (TENTS, "ada", "If two of us take the lake, the lake brings me 7.",
     ["pay(ada; ada=lake, ben=hill, cyd=lake) = 7 and pay(ada; ada=lake, ben=lake, cyd=hill) = 7"]),
    (TENTS, "ada", "A camper who switches to the hill goes from 7 to 2.", "-"),
    (LANES, "ada", "With two on the lane and two on the track, each lane driver needs 4.", "-"),
    (LANES, "ada", "With one on the lane and one of them unsure, the track takes 4.", "-"),
    (TENTS, "ada", "If exactly one goes to the lake, I get 7 there.", "-"),  # one of all or one of the others
    (TENTS, "ada", "If only one goes to the lake, the lake brings me 7.", "-"),
    # what may be a part of a payoff, or a difference in some case
    (TENTS, "ada", "The lake costs me 2.", "-"),
    (LADDER, "lea", "Kai has climbed. If I climb, I pay 2.", "-"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "role", "text", "says"), SAYS, ids=[text for _, _, text, _ in SAYS])
def test_a_sentence_says(game: Vocabulary, role: str, text: str, says: list[str] | str) -> None:
    claims = [claim for claim in read_english(text, game, role=role).claims if claim.sure]
    read = [[claim.query, *claim.otherwise] for claim in claims]
    if says == "-":
        assert not read
    else:
        parts = says if "|" in text else says[0].split(" and ") if len(says) == 1 else []
        several = [[part] for part in parts] or [says]
        assert read[-len(several) :] == several


@pytest.mark.parametrize(("told", "other"), [("7", "3"), ("-1", "4")])
def test_another_number_reads_the_same(told: str, other: str) -> None:
    def read(number: str) -> list[str]:
        found = read_english(f"If everyone takes the lake, I get {number}.", TENTS, role="ada").claims
        return [claim.query.replace(number, "N") for claim in found]

    assert read(told) == read(other) != []


def test_a_singular_pronoun_is_the_role_named_last() -> None:
    (claim,) = read_english("If Ben takes the hill and I go to the lake, he gets -1.", TENTS, role="cyd").claims
    assert claim.query == "pay(ben; ben=hill, cyd=lake) = -1"
    assert not read_english("If Ben and Ada take the hill, he gets -1.", TENTS, role="cyd").claims


def test_a_play_may_be_told_without_a_move_of_whoever_it_is_best_for() -> None:
    """What Lea does at her turn settles the play, so nobody says what Kai did before."""
    (claim,) = read_english("If Lea quits, that gives Kai his highest possible payoff.", LADDER, role="lea").claims
    assert claim.query == "pay(kai; lea=quit) = max pay(kai; )"
