"""Words of choosing and of grammar: actors, verbs, conditions, prepositions; `lexicon` says how they are written."""

from __future__ import annotations

GRAMMAR: dict[str, dict[str, str]] = {
    "A": {
        "me": "i|me|my|mine|myself|you|your|yours|yourself",
        "they": "they|them|their|theirs|themselves|he|she|him|her|his|he or she|him or her|his or her",
        "them": (
            "opponent|opponents|opponent player|partner|counterpart|rival|adversary|my opponent|my partner|"
            "my counterpart|my rival|my adversary|my competitor|your opponent|your partner|your counterpart|your rival|"
            "other player|other person|other participant|other one|other party|other side|other agent|"
            "other prisoner|other driver|other individual|other guy|second player|second person|opposing player|"
            "opposing party|anonymous player|anonymous person|anonymous opponent|anonymous counterpart|"
            "anonymous partner|anonymous participant|other anonymous player|anonymous other player|"
            "unknown player|other human player|other|somebody else|someone else|competitor|stranger"
        ),
        "both": (
            "both|we|us|our|ours|ourselves|both of us|both players|both parties|both of you|both of them|"
            "both sides|both participants|both people|both persons|the <count> of us|the <count> of you|"
            "<count> players|"
            "the <count> players|each player|each of us|each party|each person|each of you|each of them|"
            "each of the players|each one of us|everyone|"
            "everybody|the players|players|we both|you both|they both|both individuals|us both|"
            "both opponents|both agents|each other|we each|you each|they each|each side"
        ),
        "neither": (
            "neither player|neither of us|neither of them|neither of you|neither of the players|neither one|"
            "not one of us|none of the <count>|neither|neither side|nobody|no one|no player|none of us"
        ),
        "one": (
            "one player|a player|one of us|one person|either player|either of us|any player|either|somebody|someone|"
            "anybody|anyone"
        ),
    },
    "C": {
        "": (
            "settle on|settles on|settled on|move away to|moves away to|switch over to|switches over to|"
            "switch back to|switches back to|"
            "choose|chooses|deviate to|deviates to|switch to|switches to|switched to|move to|moves to|moved to|"
            "change to|changes to|changed to|shift to|shifts to|shifted to|sticks with|sticks to|stuck to|stuck with|"
            "chose|chosen|pick|picks|picked|"
            "select|selects|selected|play|plays|played|opt for|opts for|opted for|go for|goes for|"
            "went for|go with|goes with|went with|stick with|sticks with|stick to|decide on|decides on|"
            "settle for|settles for|adopt|adopts|take|takes|took|decide to play|opt|opts|choice|choices|"
            "vote|votes|respond with|responds with|responded with|surprise me with|surprises me with|surprised me with|"
            "lean towards|leans towards|lean toward|leans toward|"
            "prefer|prefers|favor|favors|favour|favours|choose to play|pick option|"
            "choose option|coordinate on|end up at|end up on|clash on|land on|lands on|meet on|meet at|converge on|"
            "agree on|insist on|insists on|insisted on|commit to|commits to|stay with|stays with|resort to|resorts to|"
            "turn to|turns to|respond with|responds with|reply with|replies with|answer with|answers with|"
            "react with|reacts with|counter with|retaliate with|play it safe with|plays it safe with"
        ),
    },
    "G": {
        "": (
            "choosing|picking|selecting|playing|opting for|going for|going with|sticking with|"
            "sticking to|deciding on|adopting|taking|opting|settling on|settling for|switching to|"
            "deviating to|moving to|changing to|shifting to|moving away to|shifting away to|switching over to|"
            "switching back to|committing to|staying with|leaning toward|leaning towards|"
            "coordinating on|the choice of|choice of|selection of|choosing to play"
        ),
    },
    "T": {
        "than": "than",
        "instead": (
            "instead of|rather than|as opposed to|over|versus|vs|vs .|against|compared to|compared with|"
            "as against|as compared to|as compared with|"
            "in comparison to|in comparison with|relative to|in contrast to|unlike"
        ),
    },
    "I": {
        "": (
            "if|when|whenever|assuming|assuming that|provided|provided that|given that|in case|"
            "in the case that|as long as|so long as|in the event|in the event that|suppose|supposing|"
            "supposing that|even if|even when|only if|only when|in a scenario where|where|in case of|"
            "if and only if|considering|given|under the assumption that|on the assumption that|"
            "in the case where|in cases where|in the scenario where|with the assumption that|in which|"
            "once|if indeed|based on the assumption that|in the case of|in a case where|"
            "in a situation where|in the situation where|in scenarios where"
        ),
    },
    "U": {
        "": "unless|except if|except when|except where|except for the case in which|except for the case where",
    },
    "R": {
        "": (
            "regardless of|regardless|no matter what|no matter which|no matter|irrespective of|"
            "irrespective|whatever|whichever|either way|in both cases|in all cases|in every case|"
            "in any event|in every situation|in any situation|in every instance|doesn 't matter what|"
            "does not matter what|"
            "doesn 't matter which|does not matter which|in any case|in either case|in both scenarios|"
            "in all scenarios|in every scenario|in each of the possible cases|in each of the possible scenarios|"
            "in each of the possible situations|in every possible case|in every possible scenario|"
            "in every possible situation|in each possible case|in each possible scenario|in each possible situation|"
            "in all possible cases|in all possible scenarios|in all possible situations|"
            "in each case|in each scenario|in each situation|in both situations|in each of the <count> cases|"
            "in each of the <count> scenarios|in each of the <count> situations|in both of these cases|"
            "in both of these scenarios|in both of these situations|in each of these cases|"
            "always|under any circumstances|under all circumstances|"
            "in both instances|independent of|independently of|without regard to|whether|"
            "against either choice|against either option|against either move|against both choices|whatever happens|"
            "against every choice|against each choice|against any choice|for each choice|for every choice|"
            "against both moves|against both options|for each of their choices|for both of their choices|"
            "in all situations|in any scenario|in either scenario|in every situation|for all|"
            "consistently|invariably"
        ),
    },
    "n": {
        "": (
            "not|no|never|'t|cannot|nor|without|none|isnt|dont|doesnt|hardly|nt|fails to|fail to|impossible|lack|"
            "lacks|instead of being"
        ),
    },
    "a": {
        "": (
            "also|too|as well|likewise|the same|same|similarly|do so|does so|does the same|do the same|"
            "does too|do too|again|once more|once again|themselves also"
        ),
    },
    "e": {
        "": (
            "each|apiece|respectively|per player|per person|for both|for each|to both|to each|"
            "for both of us|for each of us|for both players|for each player|to each of us|to both of us|"
            "to both players|for everyone|each of us both|a piece|for us both|for each person|"
            "for the both of us|for both parties|to both parties|for both people|for us"
        ),
    },
    "B": {
        "": (
            "is|are|was|were|be|being|been|'s|'re|'m|am|seems|seem|appears|appear|becomes|become|remains|"
            "represents|looks|look|feels|seeming|considered|deemed|equals"
        ),
    },
    "Y": {
        "": (
            "about to|think|thinks|thinking|thought|believe|believes|believing|assume|assumes|expect|expects|expecting|"
            "anticipate|anticipates|anticipating|foresee|foresees|foreseeing|predict|predicts|predicting|suspect|"
            "suspects|know|knows|hope|"
            "hopes|hoping|have to|has to|had to|having to|"
            "trust|trusts|trusting|fear|fears|realize|realizes|convinced|confident|recognize|"
            "recognizes|decide|decides|decided|want|wants|wanted|likely|unlikely|should|tempted|inclined|guess|"
            "guesses|reason|reasons|consider|perceive|perceives|suppose|imagine|doubt|worry|worried|willing|lean|"
            "leans|try|tries|going|might|may|can|could|would|will|must|need|needs|ought|also might|tend|tends|"
            "plan|plans|intend|intends|'ll|'d|'ve|do|does|did|expected|predicted|assumed|supposed|rational|"
            "decision|unilaterally|happen|happens|deciding|able|somehow|ultimately|simply|just|then|still|"
            "both also|actually|indeed|instead|ideally|mistakenly|option to|has the option to|have the option to|"
            "just as easily|just as likely|just as well|"
            "decides to|choose to|chooses to|opts to|opt to|wants to"
        ),
    },
    "u": {
        "": (
            "mutual|combined|joint|collective|collectively|mutually|total|overall combined|shared|social|socially|"
            "overall mutual|jointly|collaborative|group|together|cooperative|aggregate|for all"
        ),
    },
    "D": {
        "": (
            "dominant|dominates|dominate|dominated|dominating|dominance|strictly dominant|"
            "strictly dominates|strictly dominated|weakly dominant|weakly dominates|weakly dominated|"
            "strictly dominate|weakly dominate"
        ),
    },
    "E": {
        "": "nash equilibrium|nash|equilibrium|equilibria|nash equilibria",
    },
    "p": {
        "optimal": "pareto optimal|pareto efficient|pareto optimum",
        "dominated": "pareto dominated|pareto inferior|pareto inefficient",
    },
    "r": {
        "": (
            "best response|best reply|best answer|best responses|best choice|best option|best move|best strategy|"
            "best action|best decision|best bet|best course of action|optimal choice|optimal response|"
            "optimal strategy|optimal move|optimal action|optimal decision|best counter|rational choice|"
            "rational response|better choice|better option|better strategy|better response|better move|"
            "better reply|better answer|"
            "preferred choice|better pick|best pick|superior choice|superior option|superior move|superior strategy|"
            "better play|best play|better selection|better alternative|better way to go|way to go|right choice|"
            "right move|right answer|right reply|right response|"
            "right decision|right call|smart choice|smart move|smarter choice|smarter move|wise choice|wise move|"
            "wiser choice|"
            "rational move|rational option|logical choice|sensible choice"
        ),
    },
    "o": {
        "": (
            "option|options|strategy|strategies|move|moves|action|actions|decision|approach|bet|card|"
            "button|response|reply|answer|path|route|alternative|selection"
        ),
    },
    "d": {
        "": (
            "to|in order to|so as to|so that|for|by|with|from|of|through|via|on|at|under|as a result of|in|"
            "as for|regarding|"
            "facing|faced with"
        ),
    },
    "c": {
        "": (
            "because|since|so|therefore|thus|hence|as|then|consequently|due to|because of|thereby|"
            "accordingly|making|which is why|so that|in which case"
        ),
    },
    "w": {
        "": "which|that|this|these|it|those|who|whom|what|there|doing so|doing this|doing that|so doing",
    },
    "b": {
        "": (
            "but|while|whereas|however|although|though|yet|despite|still|even though|on the other hand|"
            "by contrast|in contrast|by comparison|"
            "conversely|otherwise|or else|alternatively|nevertheless|except"
        ),
    },
    "&": {
        "": "and|&|plus|and then",
    },
    "|": {
        "": "or|nor|and / or",
    },
    "q": {
        "": (
            "more likely|less likely|most likely|equally likely|chance|chances|probability|probabilities|"
            "likelihood|percent|odds|50 / 50|likely to"
        ),
    },
    "m": {
        "": (
            "expected|average|expectation|mean|on average|expected value|expected payoff|"
            "expected value of|expected utility|average payoff|expected return|expected payoffs|"
            "expected values|average return|averaging|ev|evs|eu|expected value ( ev )|expected utility ( eu )"
        ),
    },
    "t": {
        "": "the|a|an|some",
    },
    ".": {
        "": (
            "nothing to lose|nothing to gain|nothing to win|nothing to fear|nothing but|nothing more than|nothing else|"
            "best to worst|worst to best|highest to lowest|lowest to highest|"
            "nothing to do|nothing about|second best|second worst|second highest|second lowest|next best|next worst|"
            "next highest|next lowest|third best|most people|most players|most others|most humans|most participants|"
            "in most cases|most cases|in most scenarios|in most situations|most of the time|"
            "top row|top left|top right|right|left|high|low|up|down|out|hard|soft|fair|early|late|go|stop|hold|"
            "even|odd|"
            "payoff dominant|payoff dominance|risk dominant|risk dominance|pareto dominates|"
            "risk dominates|payoff dominates|"
            "more risk averse|risk averse|risk aversion|more risk aversion|risk aware|at least in part|"
            "at least somewhat|at least partly"
        ),
    },
    "s": {
        "": "perspective|viewpoint|point of view|standpoint|side|reasoning|thinking|shoes",
    },
}

CHANGES = ("deviat", "switch", "move to", "moves to", "moved to", "moving to", "chang", "shift")
"""How verbs of changing one's own move begin: `each could gain by switching to X` is said of one of them alone."""

# Words that several readers look for, whatever they are tagged as.
PERHAPS = frozenset("could might may".split())
MAY = PERHAPS | {"can"}
POINTERS = frozenset("this that it".split())
PRONOUNS = POINTERS | {"which"}
GAMES = frozenset("game matrix table".split())
SECURES = frozenset("secure secures securing".split())
HAPPENS = frozenset("happen happens occur occurs arise arises".split())
"""What is said after them is where something happens: `0, which only happens if I choose X`."""
