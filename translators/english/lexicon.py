"""The words of the reader: phrases of English with their kind and meaning. Nothing here belongs to a game.

Each table gives, for a kind of phrase (`Kind`) and a meaning, the word sequences that have it. A sequence is
split at spaces as `tokens` splits a text, so `won't` is `won 't`; hyphens inside words are left out.
"""

from __future__ import annotations

from functools import cache

Kind = str
"""One letter, so that a sentence can be matched as a string of kinds:

A actor          M move            N amount          % percentage      F words for nothing (become N)
C choose         G choosing        V get             W give            K risks, chance
P payoff noun    X extreme         x maximizes       Q comparative     T than, instead of
I if             U unless          R regardless      L bound (at least, up to)
S safe, risky    J guarantees      O avoids, forgoes z positive        n negation
a also, the same e each            u mutual          B is              Y modal verbs and verbs of the mind
m expected       q likely          H possible        o option, move    r best response, best choice
D dominance      E equilibrium     p Pareto          s perspective     t article
d prepositions   c because, so     w which, that     b but, while
& and            | or              . any other word  , ; : ( ) / + - * = the signs themselves
"""

_TABLE: dict[Kind, dict[str, str]] = {
    "A": {
        "me": "i|me|my|mine|myself|you|your|yours|yourself",
        "they": "they|them|their|theirs|themselves|he|she|him|her|his|he or she|him or her|his or her",
        "them": (
            "opponent|opponents|opponent player|my opponent|partner|my partner|counterpart|rival|adversary|"
            "other player|other person|other participant|other one|other party|other side|other agent|"
            "other prisoner|other driver|other individual|other guy|second player|second person|opposing player|"
            "opposing party|anonymous player|anonymous person|anonymous opponent|anonymous counterpart|"
            "anonymous partner|anonymous participant|other anonymous player|anonymous other player|"
            "unknown player|other human player|other|somebody else|someone else|competitor"
        ),
        "both": (
            "both|we|us|our|ours|ourselves|both of us|both players|both parties|both of you|both of them|"
            "both sides|both participants|both people|both persons|the two of us|two players|"
            "the two players|each player|each of us|each party|each person|each of you|everyone|"
            "everybody|the players|players|we both|you both|they both|both individuals|us both|"
            "both opponents|both agents|each other|we each|you each|they each|each side"
        ),
        "neither": "neither player|neither of us|neither|nobody|no one",
        "one": "one player|a player|one of us|one person|either player|either of us|any player|either",
    },
    "C": {
        "": (
            "choose|chooses|deviate to|deviates to|switch to|switches to|chose|chosen|pick|picks|picked|"
            "select|selects|selected|play|plays|played|opt for|opts for|opted for|go for|goes for|"
            "went for|go with|goes with|went with|stick with|sticks with|stick to|decide on|decides on|"
            "settle on|settle for|adopt|adopts|take|takes|took|decide to play|opt|opts|choice|choices|"
            "vote|votes|lean towards|leans towards|lean toward|leans toward|"
            "prefer|prefers|favor|favors|favour|favours|choose to play|pick option|"
            "choose option|coordinate on|end up at|end up on"
        ),
    },
    "G": {
        "": (
            "choosing|picking|selecting|playing|opting for|going for|going with|sticking with|"
            "sticking to|deciding on|adopting|taking|opting|settling on|settling for|switching to|"
            "deviating to|coordinating on|the choice of|choice of|selection of|choosing to play"
        ),
    },
    "V": {
        "": (
            "get|gets|got|gotten|getting|earn|earns|earned|earning|receive|receives|received|receiving|"
            "gain|gains|gained|gaining|win|wins|winning|obtain|obtains|obtained|obtaining|end up with|"
            "ends up with|ending up with|end up getting|ending up getting|ends up getting|walk away with|"
            "walks away with|walking away with|take home|takes home|collect|collects|collecting|"
            "stand to gain|stand to win|stand to get|stands to gain|make|makes|making|achieve|achieves|"
            "achieving|score|scores|scoring|be left with|left with|is left with|are left with|"
            "being left with|settle with|have|has|having|had|stand to earn|come away with|secure|secures|"
            "securing|reap|reaps|enjoy|enjoys|profit|acquire|acquires|seek|net|nets|netting|attain|"
            "attains|attaining|leave with|leaves with|leaving with|walk away|walks away|walking away|come away|"
            "content with|satisfied with|happy with|"
            "end up|ends up|ending up"
        ),
    },
    "W": {
        "": (
            "give|gives|gave|given|giving|yield|yields|yielded|yielding|provide|provides|provided me|"
            "providing|offer|offers|offered|offering|bring|brings|bringing|pay|pays|paying|paid|return|"
            "returns|returning|result in|results in|resulting in|lead to|leads to|leading to|leave|"
            "leaves|leaving|would leave|award|awards|awarding|grant|grants|granting|deliver|delivers|"
            "delivering|produce|produces|producing|generate|generates|generating|mean|means|meaning|"
            "allow|allows|allowing|carry|carries|carrying|cause|causes|causing|net me|nets me|maintain|"
            "maintains|come with|comes with"
        ),
    },
    "P": {
        "floor": "lower bound|floor|guaranteed minimum",
        "": (
            "payoff|payoffs|pay off|payout|payouts|pay out|reward|rewards|return|outcome|outcomes|result|"
            "results|gain|gains|earning|earnings|profit|profits|benefit|benefits|utility|amount|money|"
            "scenario|scenarios|case|cases|winnings|situation|income|value|score|possibility|sum|total|"
            "yield"
        ),
    },
    "X": {
        "best": (
            "best|highest|maximum|max|greatest|largest|biggest|most|optimal|top|most favorable|"
            "most favourable|most beneficial|most profitable|most desirable|most rewarding|"
            "most lucrative|most advantageous|ideal"
        ),
        "worst": "worst|lowest|minimum|least|smallest|poorest|least favorable|least favourable|least desirable",
    },
    "x": {
        "": "maximizes|maximize|maximizing|maximises|maximise|maximising",
    },
    "Q": {
        "higher": (
            "better|higher|more|greater|larger|bigger|superior|preferable|outweighs|outweigh|exceeds|exceed|"
            "better off|do better|does better|fare better|fares better|more favorable|more favourable|"
            "more beneficial|more profitable|more advantageous|more rewarding|more attractive|more desirable|"
            "more lucrative|>|beats|beat|surpasses"
        ),
        "lower": (
            "worse|lower|less|smaller|fewer|inferior|worse off|do worse|does worse|fare worse|poorer|"
            "less favorable|less favourable|less beneficial|less profitable|less rewarding|less advantageous|"
            "less attractive|less desirable|<|falls short of"
        ),
        "equal": "equal to|the same as|same as|as good as|as bad as|equals|equivalent to|identical to",
    },
    "T": {
        "than": "than",
        "instead": (
            "instead of|rather than|as opposed to|over|versus|vs|vs .|against|compared to|compared with|"
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
        "": "unless|except if|except when",
    },
    "R": {
        "": (
            "regardless of|regardless|no matter what|no matter which|no matter|irrespective of|"
            "irrespective|whatever|whichever|either way|in both cases|in all cases|in every case|"
            "in any case|in either case|in both scenarios|in all scenarios|in every scenario|"
            "in each case|in both situations|always|under any circumstances|under all circumstances|"
            "in both instances|independent of|independently of|without regard to|whether|"
            "against either choice|against either option|against either move|against both choices|whatever happens|"
            "against both moves|against both options|for each of their choices|for both of their choices|"
            "in all situations|in any scenario|in either scenario|in every situation|for all|"
            "consistently|invariably"
        ),
    },
    "L": {
        "least": (
            "at least|no less than|not less than|at minimum|"
            "at the least|at a minimum|at the very least|no worse than|or more|or better|or higher"
        ),
        "most": ("at most|no more than|at the most|at maximum|not more than|or less|or lower"),
        "worst": "at worst|as low as|as little as|a minimum of|minimum of",
        "top": "at best|up to|as much as|as high as|a maximum of|maximum of",
    },
    "S": {
        "safest": (
            "safest|least risky|most secure|least risk|lowest risk|safest and most|most cautious|"
            "most risk averse|minimum risk|minimal risk"
        ),
        "safer": (
            "safer|less risky|more secure|less risk|lower risk|more certain|more cautious|lower downside|"
            "less uncertain|more reliable|less of a risk|more conservative|less downside|more assured"
        ),
        "safe": (
            "safe|risk free|riskless|secure|low risk|risk averse choice|risk averse option|risk averse strategy|no risk"
        ),
        "riskier": (
            "riskier|more risky|higher risk|greater risk|more risk|less safe|less secure|more dangerous|"
            "bigger risk|more uncertain"
        ),
        "riskiest": ("riskiest|highest risk|most risky|greatest risk|most risk|biggest risk|least safe|most dangerous"),
        "risky": "risky|high risk|unsafe|dangerous|not safe",
        "minimizes": (
            "minimize risk|minimizes risk|minimise risk|minimises risk|minimizing risk|minimising risk|"
            "minimize my risk|minimizes my risk|minimizing my risk|minimize the risk|minimizes the risk|"
            "minimizing the risk|minimize potential risk|minimizes potential risk|avoid risk|avoids risk|"
            "avoiding risk|avoid the risk|avoids the risk|avoiding the risk|reduces the risk|"
            "reduce the risk|reducing the risk|reduce risk|reduces risk|reducing risk|reduce my risk|"
            "reduces my risk|minimize potential loss|minimizes potential loss|minimize potential losses|"
            "minimizes potential losses|minimizing potential losses|minimizing potential loss|"
            "minimize losses|minimizes losses|minimize my losses|minimizes my losses|"
            "minimize the potential loss|minimizes the potential loss|minimize the downside|"
            "minimizes the downside|mitigates the risk|mitigate the risk|mitigating the risk|"
            "mitigates risk|mitigate risk|minimizing losses|minimize loss|minimizes loss|"
            "minimize my maximum loss|minimizes my maximum loss|minimizes the maximum loss|minimizing my maximum loss|"
            "minimize my potential loss|minimize my potential losses|minimizes my potential losses|"
            "minimizes my potential loss|minimize my loss|minimizes my loss|"
            "minimizes the potential for loss"
        ),
        "maximin": (
            "maximize my minimum payoff|maximizes my minimum payoff|maximizes the minimum payoff|"
            "maximize the minimum payoff|maximizing the minimum payoff|maximizing my minimum payoff|"
            "maximize my guaranteed payoff|maximizes my guaranteed payoff|"
            "maximizing my guaranteed payoff|maximizes the guaranteed payoff"
        ),
    },
    "K": {
        "": (
            "risk|risks|risking|risked|danger|chance|could potentially|possibility of|at risk of|expose|"
            "exposes|exposing|exposed|vulnerable|gamble|gambling"
        ),
    },
    "J": {
        "": (
            "guarantee|guarantees|guaranteed|guaranteeing|ensure|ensures|ensured|ensuring|assure|assures|"
            "assured|assuring|certain|sure|secured|make sure|makes sure|making sure|safeguard|safeguards|"
            "certainly|definitely|assurance|minimum guaranteed|certainty"
        ),
    },
    "O": {
        "forgo": (
            "forgo|forgoes|forgoing|forego|foregoes|foregoing|give up|gives up|giving up|sacrifice|"
            "sacrifices|sacrificing|miss out on|missing out on|misses out on|pass up|passing up"
        ),
        "": (
            "avoid|avoids|avoiding|avoided|prevent|prevents|preventing|escape|escapes|protect|protects|"
            "protecting|avoidance|eliminate|eliminates|eliminating|without risking|without the risk|"
            "without risk|protects me from|hedge|hedges|steer clear of|averts|avert"
        ),
    },
    "n": {
        "": (
            "not|no|never|'t|cannot|nor|without|none|isnt|dont|doesnt|hardly|nt|fails to|fail to|lack|"
            "lacks|instead of being"
        ),
    },
    "a": {
        "": (
            "also|too|as well|likewise|the same|same|similarly|do so|does so|does the same|do the same|"
            "does too|do too|again|themselves also"
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
            "think|thinks|thinking|thought|believe|believes|believing|assume|assumes|expect|expects|expecting|"
            "anticipate|anticipates|anticipating|predict|predicts|predicting|suspect|suspects|know|knows|hope|"
            "hopes|hoping|trust|trusts|trusting|fear|fears|realize|realizes|convinced|confident|recognize|"
            "recognizes|decide|decides|decided|want|wants|wanted|likely|unlikely|should|tempted|inclined|guess|"
            "guesses|reason|reasons|consider|perceive|perceives|suppose|imagine|doubt|worry|worried|willing|lean|"
            "leans|try|tries|going|might|may|can|could|would|will|must|need|needs|ought|also might|tend|tends|"
            "plan|plans|intend|intends|'ll|'d|'ve|do|does|did|expected|predicted|assumed|supposed|rational|"
            "decision|unilaterally|happen|happens|deciding|able|somehow|ultimately|simply|just|then|still|"
            "both also|actually|indeed|instead|ideally|mistakenly|option to|has the option to|have the option to|"
            "decides to|choose to|chooses to|opts to|opt to|wants to"
        ),
    },
    "u": {
        "": (
            "mutual|combined|joint|collective|collectively|mutually|total|overall combined|shared|social|"
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
            "best response|best reply|best responses|best choice|best option|best move|best strategy|"
            "best action|best decision|best bet|best course of action|optimal choice|optimal response|"
            "optimal strategy|optimal move|optimal action|optimal decision|best counter|rational choice|"
            "rational response|better choice|better option|better strategy|better response|better move|"
            "preferred choice"
        ),
    },
    "o": {
        "": (
            "option|options|strategy|strategies|move|moves|action|actions|decision|approach|bet|card|"
            "button|response|reply|path|route|alternative|selection"
        ),
    },
    "d": {
        "": (
            "to|in order to|so as to|so that|for|by|with|from|of|through|via|on|at|as a result of|in|as for|regarding"
        ),
    },
    "c": {
        "": (
            "because|since|so|therefore|thus|hence|as|then|consequently|due to|because of|thereby|"
            "accordingly|making|which is why|so that"
        ),
    },
    "w": {
        "": "which|that|this|these|it|those|who|whom|what|there",
    },
    "b": {
        "": (
            "but|while|whereas|however|although|though|yet|despite|still|even though|on the other hand|"
            "conversely|otherwise|alternatively|nevertheless|except"
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
            "expected values|average return|averaging"
        ),
    },
    "H": {
        "": "possible|available|potential|potentially|overall|achievable|attainable|total possible",
    },
    "F": {
        "empty": (
            "empty handed|nothing|losing everything|lose everything|loses everything|zero payoff|"
            "zero dollars|no payoff|no money|nothing at all|no reward"
        ),
    },
    "z": {
        "": "something|positive|non zero|nonzero|greater than zero|above zero",
    },
    "t": {
        "": "the|a|an|some",
    },
    ".": {
        "": (
            "nothing to lose|nothing but|nothing more than|nothing else|nothing to do|nothing about|"
            "right|left|high|low|up|down|out|hard|soft|fair|early|late|go|stop|hold|even|odd|"
            "more risk averse|risk averse|risk aversion|more risk aversion|risk aware|at least in part|"
            "at least somewhat|at least partly"
        ),
    },
    "s": {
        "": "perspective|viewpoint|point of view|standpoint|side|reasoning|thinking|shoes",
    },
}


@cache
def phrases() -> dict[str, tuple[tuple[tuple[str, ...], Kind, str], ...]]:
    """First word → its phrases (words, kind, meaning), longest first; of equal ones the first in the table."""
    found: dict[str, list[tuple[tuple[str, ...], Kind, str]]] = {}
    known: set[tuple[str, ...]] = set()
    for kind, meanings in _TABLE.items():
        for meaning, alternatives in meanings.items():
            for alternative in alternatives.split("|"):
                words = tuple(alternative.split())
                if words and words not in known:
                    known.add(words)
                    found.setdefault(words[0], []).append((words, kind, meaning))
    return {word: tuple(sorted(entries, key=lambda entry: -len(entry[0]))) for word, entries in found.items()}


@cache
def single_words() -> frozenset[str]:
    """Words that are phrases by themselves: a move with such a name is only read where it is marked as one."""
    return frozenset(entries[0] for group in phrases().values() for entries, _, _ in group if len(entries) == 1)
