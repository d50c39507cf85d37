"""What the reason for a vote leans on, read by patterns: they miss what is put in yet other words, and read no irony.

The categories are those of the SpyGame paper's rule against votes for outliers (appendix A.7): what a vote may rest on
(`REASONS_FOR_A_VOTE`), and what it may not, that a description is vague or that it stands out. Reasons against which
the patterns were written, and others that they had not seen, are in tests/lelma/agents/reflecting.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

REASONS_FOR_A_VOTE = ("inconsistency", "manipulation", "framing", "shifting")
"""What the paper lets a vote rest on, of the categories that are read."""

_ITS = r"(?:his|her|their|its)"
_NOT = r"(?:not|n't|never|no|nothing|without|fail(?:s|ed|ing)? to|avoid(?:s|ed|ing)?|refus(?:es|ed|ing) to)"
_PLAYER = r"(?:player \d+(?:'s)?|they|he|she|their|his|her)"
_REST = (
    r"(?:the (?:rest|others?|majority)|others|everyone|everybody|most of us|all of us|we all|the other \w+"
    r"|other players|players? \d+[^.]{0,30}\b(?:and|all|both))"
)
_BUT = r"(?:but|while|whereas|yet|however|although|though)"
_ANYTHING = (
    r"(?:anything|everything|any \w+|many (?:different )?\w+"
    r"|(?:countless|lots of|a lot of|all (?:sorts|kinds) of|both|either|several|multiple|various|a range of) \w+)"
)
_NOT_OWN = rf"(?! (?:with )?(?:{_ITS}|the) (?:own|earlier|first|previous)| together| each other)"
_OTHERS = r"(?:the (?:others?|rest|other \w+|theme)|our|my|other|what (?:the )?others)"
_MAY = r"(?:must|may|might|could|probably|likely)"
_THING = r"(?:word|keyword|term|concept|topic|thing|object)"

_CATEGORIES: Mapping[str, Sequence[str]] = {
    "vagueness": (
        r"vague|generic",
        r"(?:too|very|more|most|overly|quite|rather|so|sound(?:s|ed)) (?:general|broad|abstract|simple)\b",
        r"unspecific",
        r"non-?specific|evasive|ambiguous|noncommittal|unclear|open-ended|fuzzy|hazy|imprecise",
        r"catch-all|cryptic|elusive",
        r"superficial|obscure|non-descript|nondescript|wishy-washy|uninformative|bland",
        r"broad(?:er)?\b|hedg(?:es|ed|ing)\b",
        r"(?:safe|empty|evasive) (?:answer|clue|description|statement|sentence)|play(?:s|ed|ing)? it safe",
        r"lack(?:s|ed|ing)? (?:of )?(?:any |the |in )?(?:\w+ )?"
        r"(?:specific|detail|clarity|substance|precision|depth|concrete)",
        rf"{_NOT}\b[^.,;]{{0,30}}\b(?:specifics?|details?|detailed|concrete|precise)\b(?! (?:evidence|proof|reason))",
        r"(?:little|few|hardly any|minimal|least|less) (?:specific|concrete|precise|detail|informative|content)",
        r"(?:tells?|told|says?|said|reveals?|revealed|gives?|gave)(?: us| me)? (?:nothing|little|next to)",
        rf"(?:could|would|might|can|may|that)\b[^.,;]{{0,25}}\b(?:almost |nearly |just about )?{_ANYTHING}",
        r"(?:does|do|did)(?:n't| not) (?:really )?(?:say|tell|reveal|give away|add) (?:us )?(?:much|anything|a lot)",
        r"not (?:very |really |particularly )?descriptive|one-size-fits-all|wide range|dodg|sidestep",
        r"(?:hold|held|holding) back|without (?:ever )?committing",
        r"(?:hesitat|reluctan|unwilling)\w* to (?:commit|name|say|give)",
        r"(?:does|do|did)(?:n't| not) commit",
    ),
    "uniqueness": (
        r"different (?:from|word|than|perspective|aspect|angle|direction)|differs?\b|unlike|outlier|unique|unusual",
        r"(?:stands?|sticks?|stood|stuck) out|out of (?:place|line)|off-topic|nothing like",
        r"(?:nothing|little) (?:to do|in common) with|no (?:link|connection|relation) (?:to|with)|odd (?:fit|choice)",
        r"(?:not|n't|less|hardly|barely) (?:fully |entirely |really )?(?:consistent|compatible|in line) with",
        r"(?:sound|look|read)s? (?:more )?like (?:it|a|an|they|that)\b|more like (?:a|an)\b|remind(?:s|ed)? me of",
        r"\b(?:however|but),? player \d+'s (?:description|clue|answer|statement)\b"
        r"[^.]{0,20}\b(?:more|less|focus|emphasi|refers?)",
        r"something (?:quite |entirely |completely )?(?:else|different)|strange|weird|peculiar|in contrast",
        r"contrary to|misaligned|incompatible|not compatible|could (?:just )?as well (?:be|describe|mean)",
        r"not (?:typical|true|a feature|a trait) of",
        r"(?:fits?|match(?:es)?|suits?|describes?) [^.]{0,40}\b(?:better|more|rather) than",
        rf"{_BUT} (?:ours|mine|our|my)\b",
        rf"(?:does|do|did|is|are|was)(?:n't| not)[^.,;]{{0,20}}"
        rf"\b(?:fit|match|align|suit|belong|correspond|apply)\b{_NOT_OWN}",
        rf"(?:not|n't)(?: quite| really| fully)? (?:align|match|fit|suit){_NOT_OWN}",
        r"(?:fit|fits|align|aligns|match|matches) (?:less|poorly)",
        r"(?:slightly|a bit|quite|somewhat|seems?) (?:a bit |slightly )?(?:different|off)\b",
        r"less (?:related|similar|in line)",
        r"more \w+ than (?:the rest|the others|ours|mine)|odd (?:one|word)|deviat|diverge|depart(?:s|ed|ing)? from",
        r"least (?:related|similar)|unrelated|mismatch|off from the (?:rest|others)|distinct from",
        rf"inconsistent with {_OTHERS}",
        r"only (?:one|player|person) (?:who|that|to) (?!(?:has |have |did |does |is |was )?(?:not|never|vot))",
        r"(?:contradict|conflict|clash)(?:s|es|ed|ing)? (?:with )?(?:the|our|my|other)\b(?! first| earlier| previous)",
        rf"{_BUT},? (?:\w+ ){{0,5}}?{_REST}|none of (?:us|the others|the rest) would",
        r"\b(?:all|everyone)\b[^.]{0,40}\bexcept\b",
        r"\b(?:everyone|everybody) else\b[^.;]{0,60}; player",
        rf"\b{_REST}\b[^.]{{0,90}}\b{_BUT},? (?:only )?{_PLAYER}\b(?![^.]{{0,25}}\b(?:vot|accus|defend|blam))",
        rf"{_PLAYER}[^.]{{0,40}}\b(?:{_MAY}|seems? to)\b[^.]{{0,25}}\b(?:another|a different) {_THING}",
        rf"\b{_ITS} {_THING} (?:{_MAY}|is|seems?)[^.]{{0,20}}\b(?:another|different|not (?:ours|mine|the same))",
    ),
    "inconsistency": (
        rf"inconsisten(?:t|cy|cies)\b(?! with {_OTHERS})",
        rf"contradict(?:s|ed|ing|ory)? (?:himself|herself|themsel|itself|{_ITS} (?:own|first|earlier))",
        r"contradict(?:s|ed|ing)? what (?:he|she|they) said",
        rf"(?:conflict|clash|disagree)(?:s|es|ed|ing)? with (?:{_ITS} |what (?:he|she|they) )",
        rf"chang(?:es|ed|ing) {_ITS} (?:story|description|clue|mind)|(?:does|do)(?:n't| not) agree with {_ITS} own",
        r"(?:earlier|before|first|previous|last)(?:(?!\bvot|\bagainst)[^.]){0,80}"
        r"\b(?:now|then|later|this (?:round|time))\b(?![^.]{0,15}\bvot)",
        r"\bround \w+(?:(?!\bvot)[^.]){0,60}\b(?:and|but|yet) (?:then )?in (?:the )?(?:next|second|third|round \w+)",
        r"\b(?:before|earlier)\b[^.]{0,20}\band\b[^.]{0,30}\bnow\b",
        rf"shift(?:s|ed)? {_ITS} description",
        r"(?:descriptions|clues|statements) (?:do not|don't) agree with each other",
        r"two (?:\w+ )?(?:clues|descriptions|statements|claims|sentences) (?:clash|conflict|disagree|contradict|can)",
        r"(?:do|does)(?:n't| not) add up|(?:can't|cannot|can not) both be|backtrack|self-contradict",
        r"(?:do|does)(?:n't| not) (?:fit|go|hang|hold) together",
        r"at first (?:and|but) [^.]{0,30}\b(?:afterwards|later|after)",
        rf"(?:does|do|did)(?:n't| not) (?:fit|match|align|square|agree)"
        rf" (?:with )?(?:{_ITS}|the) (?:own|earlier|first|previous)",
        r"contradict(?:s|ed|ing)? (?:each other|one another)|contradictory",
        rf"at odds with {_ITS}|\bkeeps? changing {_ITS} (?:story|clue|description)",
        r"stor(?:y|ies) (?:keeps?|kept) changing",
    ),
    "manipulation": (
        r"manipulat|bandwagon|pil(?:es|ed|ing) on",
        r"follow(?:s|ed|ing)? the (?:majority|crowd|vote|herd|group)|orchestrat",
        r"(?:steer|sway|swing|direct|influenc)(?:s|e|es|ed|ing)? (?:the )?(?:votes?|voting|group|others|us|everyone)",
        r"vot(?:e|es|ed|ing) (?:together |along )?(?:with|alongside) (?:the )?(?:majority|others|spy|group|crowd|rest)",
        r"(?:push|rush|rall|pressur)(?:y|ies|ied|es|ed|ing)? (?:a |the )?(?:vote|\w+ to vote|\w+ into voting|others)",
        r"hid(?:e|es|ing) (?:in|behind|among) (?:the )?(?:crowd|majority|group|others)",
        r"(?:led|leads?|leading|start(?:s|ed|ing)|behind) the (?:charge|vote|votes|campaign|elimination)",
        r"(?:jump|hop)(?:s|ped|ed|ing)? on(?:to)?\b|(?:got|get|getting) \w+(?: \d+)? (?:voted out|eliminated)",
        r"(?:echo|mirror|cop|join|back|support|sid|went|go)\w*"
        r" (?:along )?(?:with )?(?:the )?(?:majority|crowd|group|leading)",
        r"coordinat|team(?:s|ed|ing)? up|lobb(?:y|ies|ied)|nudg(?:es|ed|ing)",
        r"help(?:s|ed|ing)? (?:to )?(?:vote out|eliminate)|convinc(?:e|es|ed|ing) (?:the )?(?:others|everyone|us)",
    ),
    "framing": (
        r"fram(?:e|es|ed|ing)\b|(?<!\bi )accus(?:e|es|ed|ing)\b|\bblam(?:e|es|ed|ing)\b",
        r"point(?:s|ed|ing) (?:the |a )?finger|deflect",
        r"(?:cast|throw|sow|spread|push|put|direct|draw)(?:s|ing|n|ed)? (?:the )?(?:suspicion|doubt|blame|attention)",
        r"scapegoat|smear|mak(?:e|es|ing) [^.]{0,20}\b(?:look|appear|seem)\b",
        r"under the bus|set(?:s|ting)? \w+(?: \d+)? up\b",
        r"(?:paint|portray)(?:s|ed|ing)? [^.]{0,20}\bas\b|turn(?:s|ed|ing)? (?:us|everyone|others|the group) against",
        r"(?:distract|divert)(?:s|ed|ing)? (?:us|attention|from|suspicion)",
        r"attack(?:s|ed|ing) (?:player|others|everyone|me)",
    ),
    "shifting": (
        rf"switch(?:es|ed|ing)? (?:{_ITS} |the )?(?:vote|side|target)",
        r"(?:switch|chang|mov)(?:es|ed|ing)? to player|(?:alliance|allegiance|loyalt|alignment)",
        rf"shift(?:s|ed|ing)? (?:{_ITS} )?(?:vote|side|target|support)|flip(?:s|ped|-flop)",
        rf"chang(?:es|ed|ing) {_ITS} (?:vote|side|target|stance|opinion)",
        r"chang(?:es|ed|ing) sides|jump(?:s|ed|ing) between|chang\w* of (?:side|heart)",
        r"\bvot(?:es|ed|ing) (?:for|against)[^.]{0,60}\b(?:but now|and now|then|now)\b",
        r"different (?:target|player) (?:each|every)",
        r"defend(?:s|ed)? [^.]{0,40}\b(?:but|and|then|now) (?:now |then )?(?:accus|vot|attack|turn)",
        r"(?:abandon|drop)(?:s|ed|ing)? (?:their|his|her) (?:earlier |first |previous )?(?:target|suspect|ally)",
        r"(?:shift|switch|went|mov|chang|turn)\w* from (?:support|defend|accus|vot|back|trust|prais)",
        r"support(?:s|ed)? [^.]{0,40}\bthen (?:vot|accus|attack)",
        r"turn(?:s|ed|ing) on (?:player|me)|(?:from|between) one (?:target|player|suspect) to (?:another|the next)",
    ),
    "no evidence": (
        r"no (?:strong |clear |real |hard )?evidence|at random|random(?:ly)? (?:choice|vote|pick)|just guess|a guess",
        r"nothing to go (?:by|on)|not enough|gut feeling|no information",
    ),
}
_READ = {name: re.compile("|".join(patterns), re.IGNORECASE) for name, patterns in _CATEGORIES.items()}
_NEGATED = re.compile(
    r"\b(?:not|never|n't|no|nobody|nothing|none|without|rather than|instead of|cannot|can't)\b[^.,;]{0,30}$",
    re.IGNORECASE,
)


def reason_categories(text: str) -> frozenset[str]:
    """What a reason for a vote leans on: what is named in it, unless it is denied just before.

    >>> sorted(reason_categories("His clue is vague, and he switched his vote."))
    ['shifting', 'vagueness']
    """
    return frozenset(
        name
        for name, pattern in _READ.items()
        for found in pattern.finditer(text)
        if name == "no evidence" or not _NEGATED.search(text[: found.start()])
    )
