"""Words of payoffs: getting, giving, extremes, comparatives, safety and risk; `lexicon` says how they are written."""

from __future__ import annotations

PAYOFFS: dict[str, dict[str, str]] = {
    "V": {
        "": (
            "get|gets|got|gotten|getting|earn|earns|earned|earning|receive|receives|received|receiving|"
            "gain|gains|gained|gaining|win|wins|winning|obtain|obtains|obtained|obtaining|end up with|"
            "go home with|goes home with|going home with|"
            "ends up with|ending up with|end up getting|ending up getting|ends up getting|walk away with|"
            "walks away with|walking away with|finish with|finishes with|finishing with|come out with|"
            "comes out with|coming out with|take home|takes home|collect|collects|collecting|"
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
            "promise|promises|promising|"
            "give|gives|gave|given|giving|yield|yields|yielded|yielding|provide|provides|provided me|"
            "providing|offer|offers|offered|offering|bring|brings|bringing|pay|pays|paying|paid|return|"
            "returns|returning|result in|results in|resulting in|lead to|leads to|leading to|leave|"
            "leaves|leaving|would leave|award|awards|awarding|grant|grants|granting|deliver|delivers|"
            "delivering|produce|produces|producing|generate|generates|generating|mean|means|meaning|"
            "allow|allows|allowing|lets|letting|enable|enables|enabling|permit|permits|carry|carries|carrying|"
            "cause|causes|causing|net me|nets me|maintain|"
            "maintains|come with|comes with"
        ),
    },
    "P": {
        "floor": "lower bound|floor|guaranteed minimum",
        "": (
            "payoff|payoffs|pay off|payout|payouts|pay out|reward|rewards|return|outcome|outcomes|result|"
            "results|gain|gains|earning|earnings|profit|profits|benefit|benefits|utility|amount|money|"
            "scenario|scenarios|case|cases|winnings|points|situation|income|value|score|possibility|sum|total|"
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
            "better|higher|more|ahead of|come out ahead|comes out ahead|greater|larger|bigger|superior|"
            "preferable|outweighs|outweigh|exceeds|exceed|"
            "better off|do better|does better|benefit more|benefits more|profit more|profits more|fare better|"
            "fares better|more favorable|more favourable|"
            "more beneficial|more profitable|more advantageous|more rewarding|more attractive|more desirable|"
            "more lucrative|>|beats|beat|surpasses|overtakes|overtake|"
            "is above|are above|is well above|is far above|is way above|lies above"
        ),
        "lower": (
            "worse|lower|less|smaller|inferior|worse off|do worse|does worse|fare worse|poorer|"
            "less favorable|less favourable|less beneficial|less profitable|less rewarding|less advantageous|"
            "less attractive|less desirable|<|falls short of|fall short of|"
            "drop below|drops below|fall below|falls below|"
            "is below|are below|is well below|is far below|is way below|lies below|"
            "dip below|dips below|go below|goes below|sink below|sinks below"
        ),
        "equal": (
            "equal to|the same as|same as|as good as|as good for me as|as bad as|as well off|equals|equivalent to|"
            "identical to"
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
            "safer|less risky|more secure|less risk|lower risk|less of a gamble|more certain|more cautious|"
            "lower downside|"
            "less uncertain|more certainty|greater certainty|more predictable|more predictability|more reliable|"
            "less of a risk|more conservative|less downside|more assured"
        ),
        "safe": (
            "cautious choice|cautious option|"
            "safe|risk free|riskless|secure|low risk|risk averse choice|risk averse option|risk averse strategy|"
            "no risk|no downside|without risk|without any risk|without taking risks|without taking any risks"
        ),
        "riskier": (
            "riskier|more risky|higher risk|greater risk|more risk|less safe|less secure|more dangerous|"
            "bigger risk|more uncertain|more of a risk|more of a gamble|bigger gamble"
        ),
        "riskiest": ("riskiest|highest risk|most risky|greatest risk|most risk|biggest risk|least safe|most dangerous"),
        "risky": "risky|high risk|unsafe|dangerous|not safe",
        "minimizes": (
            "minimize risk|minimizes risk|minimise risk|minimises risk|minimizing risk|minimising risk|"
            "minimize my exposure|minimizes my exposure|minimizing my exposure|limits my exposure|limit my exposure|"
            "minimize my risk|minimizes my risk|minimizing my risk|minimize the risk|minimizes the risk|"
            "keep my risk low|keeps my risk low|keeping my risk low|keep the risk low|keeps the risk low|"
            "keeping the risk low|keep my risk as low as possible|keep the risk as low as possible|"
            "keep my risk as small as possible|keep the risk as small as possible|limit my risk|limits my risk|"
            "minimizing the risk|minimize potential risk|minimizes potential risk|avoid risk|avoids risk|"
            "avoiding risk|avoid the risk|avoids the risk|avoiding the risk|reduces the risk|"
            "reduce the risk|reducing the risk|reduce risk|reduces risk|reducing risk|reduce my risk|"
            "reducing my risk|"
            "reduces my risk|minimize potential loss|minimizes potential loss|minimize potential losses|"
            "minimizes potential losses|minimizing potential losses|minimizing potential loss|"
            "minimize losses|minimizes losses|minimize my losses|minimizes my losses|"
            "minimize the potential loss|minimizes the potential loss|minimize the downside|"
            "minimizes the downside|mitigates the risk|mitigate the risk|mitigating the risk|"
            "mitigates risk|mitigate risk|minimizing losses|minimize loss|minimizes loss|"
            "minimize my maximum loss|minimizes my maximum loss|minimizes the maximum loss|minimizing my maximum loss|"
            "minimize my potential loss|minimize my potential losses|minimizes my potential losses|"
            "minimizes my potential loss|minimize my loss|minimizes my loss|"
            "minimizes the potential for loss|limit my downside|limits my downside|limit the downside|"
            "limits the downside|"
            "limits my losses|limit my losses|limits my loss|limits the damage|limit the damage|limit my risk|"
            "limits my risk"
        ),
        "maximin": (
            "maximin|maximize my minimum payoff|maximizes my minimum payoff|maximizes the minimum payoff|"
            "maximize the minimum payoff|maximizing the minimum payoff|maximizing my minimum payoff|"
            "maximize my guaranteed payoff|maximizes my guaranteed payoff|"
            "maximizing my guaranteed payoff|maximizes the guaranteed payoff"
        ),
    },
    "K": {
        "": (
            "risk|risks|risking|risked|danger|chance|could potentially|possibility of|at risk of|expose|"
            "exposes|exposing|exposed|vulnerable|gamble|gambles|gambling"
        ),
    },
    "J": {
        "": (
            "guarantee|guarantees|lock in|locks in|locking in|guaranteed|guaranteeing|"
            "ensure|ensures|ensured|ensuring|assure|assures|"
            "assured|assuring|certain|sure|secured|make sure|makes sure|bound to|making sure|safeguard|safeguards|"
            "certainly|definitely|assurance|minimum guaranteed|certainty"
        ),
    },
    "O": {
        "forgo": (
            "forgo|forgoes|forgoing|forego|foregoes|foregoing|give up|gives up|giving up|sacrifice|"
            "sacrifices|sacrificing|miss out on|missing out on|misses out on|pass up|passing up|"
            "miss|misses|missing|missed|missed out on|throw away|throws away|throwing away|give away|"
            "gives away|giving away|waste|wastes|wasting|lose out on|loses out on|losing out on|lost out on"
        ),
        "": (
            "protected|shield|shields|shielding|shielded|spare|spares|spared|"
            "remove|removes|removing|avoid|avoids|avoiding|avoided|prevent|prevents|preventing|escape|escapes|protect|protects|"
            "protecting|avoidance|eliminate|eliminates|eliminating|eliminated|excluded|without risking|"
            "without the risk|"
            "without risk of|without any risk of|without the risk of|protects me from|hedge|hedges|hedging|"
            "hedge against|hedges against|hedging against|steer clear of|"
            "steers clear of|steering clear of|stay clear of|stays clear of|staying clear of|"
            "keeping clear of|keep out of|"
            "averts|avert|keep away from|keeps away from|keep me away from|keeps me away from|keep clear of|"
            "keeps clear of|keep me clear of|keeps me clear of|keeps me from|keep me from|keep us from|keeps us from|"
            "keeping me away from|stay away from|stays away from|staying away from|saves me from|save me from|"
            "saving me from|guards against|guard against|rule out|rules out|ruling out|ruled out|"
            "off the table|safe from|secure from|safe against|immune to"
        ),
    },
    "H": {
        "": "possible|available|potential|potentially|overall|achievable|attainable|total possible",
    },
    "F": {
        "empty": (
            "empty handed|empty hands|with empty hands|the game with empty hands|"
            "nothing|losing everything|lose everything|loses everything|zero payoff|"
            "zero dollars|no payoff|no money|nothing at all|no reward"
        ),
    },
    "z": {
        "": (
            "something|positive|non zero|nonzero|greater than zero|above zero|some profit|some money|a profit|"
            "some reward|some payoff|some return|some earnings|some income|some gain|a gain|some benefit"
        ),
    },
}
