import type { SafetyPassage } from '#shared/contract/notes.ts'

export type SafetyTopic = SafetyPassage['topic']

const self = String.raw`(?:my|your|him|her|them|our)\s?sel(?:f|ves)`
const someone = String.raw`(?:him|her|them|someone|somebody|anyone|anybody|people|others|other people|my (?:wife|husband|partner|boyfriend|girlfriend|boss|mother|father|mom|dad|brother|sister|son|daughter|kids?|child(?:ren)?|baby|ex|neighbou?r|roommate))`

/**
 * Phrases by topic, tried on lower-case text with straight apostrophes. They lean to finding too much: a passage is a
 * pointer for the therapist, and a missed one costs more than a superfluous one.
 */
export const safetyTerms: Readonly<Record<SafetyTopic, readonly RegExp[]>> = {
  suicide: [
    /\bsuicid\w*/,
    new RegExp(
      String.raw`\b(?:kill|hang|shoot|drown)(?:s|ed|ing)?\s+${self}(?!\s+(?:laughing|over|trying|at work|in the foot))`,
    ),
    /\b(?:end|ending|take|taking|took|ended)\s+(?:my|your|his|her|their)\s+(?:own\s+)?li(?:fe|ves)\b/,
    /\bend(?:ing)? it all\b|\bend things for good\b/,
    /\b(?:want(?:ed|ing|s)?|wish(?:ed|ing)?|ready|going)\s+to\s+die\b/,
    /\bwish(?:ed)?\s+(?:that\s+)?(?:i|you|he|she|they)\s+(?:was|were|am|is)(?:n't| not)?\s+(?:dead|alive|never born|born)\b/,
    /\b(?:better off|be happier|be okay|do better)\s+(?:dead|without (?:me|you|him|her))\b/,
    /\b(?:do not|don't|didn't|did not|not|no longer)\s+(?:really\s+)?want(?:ed|ing)?\s+to\s+(?:live|be alive|be here(?: any\s?more)?|exist|wake up|go on(?: living)?)\b/,
    /\b(?:not|never)\s+wak(?:e|ing)\s+up\b|\bgo(?:ing)? to sleep and (?:not|never) wake/,
    /\b(?:no|any|not a) (?:reason|point)\s+(?:to|in|of)\s+(?:live|living|going on|being alive|being here)\b/,
    /\b(?:point of|reason for) (?:living|being alive|being here)\b/,
    /\bif (?:i|you) (?:don't live|didn't live|wasn't alive|weren't alive|wasn't here|weren't here|died)\b/,
    /\b(?:if )?(?:i'm|you're|you are|i am) (?:not|no longer) (?:alive|going to be here|gonna be here|around any\s?more)\b/,
    /\bcan'?t go on (?:like this|living|any\s?more)\b|\bnot being here any\s?more\b/,
    /\blife (?:isn't|is not|is no longer) worth living\b/,
  ],
  'self-harm': [
    /\bself[\s-]?(?:harm|injur|mutilat)\w*/,
    new RegExp(
      String.raw`\b(?:hurt|harm|injur|cut|burn|scratch|starv|punish)(?:e|s|ed|ing|ting)?\s+${self}(?!\s+(?:off|some slack|short|shaving))`,
    ),
    /\b(?:my|your|his|her|the|been|start(?:ed)?|stop(?:ped)?|told me that you've been) cutting\b(?! (?:back|down|out|calories|carbs|grass|hair))/,
    /\bcut(?:ting)? my (?:arms?|wrists?|legs?|thighs?|skin)\b/,
    /\b(?:hit|bang)(?:ting|ing|s)? my head (?:on|against) (?:the|a) wall\b/,
  ],
  'harm to others': [
    /\bhomicid\w*/,
    new RegExp(
      String.raw`\b(?:kill|murder|strangle|stab|shoot|choke)(?:s|ed|ing)?\s+${someone}\b(?!\s+(?:an|the|a) (?:e-?mail|text|message|look|quick))`,
    ),
    new RegExp(
      String.raw`\b(?:hurt|harm|attack|injure|beat(?: up)?)(?:s|ed|ing)?\s+${someone}\b(?!'?s? (?:feelings|at|in|to))`,
    ),
    /\bhurting (?:yourself|myself) or (?:others|anyone|someone)\b/,
    /\bput (?:my|your) hands on (?:him|her|them)\b/,
  ],
  abuse: [
    /\b(?:abus(?:ed|ing|ive)|rap(?:ed|ist)|molest\w*|incest)\b/,
    /\b(?:sexual(?:ly)?|physical(?:ly)?|emotional(?:ly)?|verbal(?:ly)?|child|domestic|elder)\s+(?:abuse[ds]?|assault(?:ed|s)?|violence|neglect)\b/,
    /\babuse[ds]? (?:me|him|her|them|us|by)\b/,
    /\b(?:hits?|beats?|beat|slapped|slaps|punched|punches|choked|strangled|kicked|shoved|burned|threatens|threatened)\s+(?:me|her|him|us|the kids|my (?:mom|mother|sister|brother|son|daughter|kids?|child(?:ren)?))\b(?!\s+(?:up to|at (?:chess|golf|cards|tennis|a|the)|that|with (?:a|the) (?:bill|news)|out of|about))/,
    /\b(?:touched|forced|forces|made) (?:me|her|him) (?:inappropriately|sexually|to have sex|down there)\b/,
    /\b(?:afraid|scared|terrified|frightened) of (?:my (?:husband|wife|partner|boyfriend|girlfriend|father|dad|mother|mom|stepfather|stepdad|ex))\b/,
    /\b(?:not|don't feel|isn't|doesn't feel) safe (?:at home|with (?:him|her|them))\b|\bfeel unsafe\b|\bsafe at home\b/,
  ],
  psychosis: [
    /\b(?:hallucinat\w*|delusion\w*|paranoi[ad]|psychosis|psychotic)\b/,
    /\b(?:hear|hears|heard|hearing)\s+(?:\w+\s+)?voices?\b(?! ?mail)/,
    /\b(?:see|seeing|saw|hear|hearing)\s+(?:things|people|stuff)\s+(?:that\s+)?(?:aren't|are not|isn't|weren't|other people (?:don't|can't)|others (?:don't|can't)|nobody else)/,
    /\bvoices? (?:in my head|tell(?:s|ing)? me|told me|say(?:s|ing)?)\b/,
    /\b(?:people|they|someone|somebody|everyone|the government|the (?:fbi|cia|police))\s+(?:are|is|'re|were|was)\s+(?:following|watching|spying on|plotting against|poisoning|out to get)\s+me\b/,
    /\b(?:tv|television|radio|internet)\s+(?:is|was)\s+(?:talking|speaking|sending messages)\s+(?:to|about)\s+me\b/,
    /\b(?:reading|controlling|putting thoughts in|inserting thoughts)\s+(?:into\s+)?my (?:mind|thoughts|head)\b/,
  ],
  'substance use': [
    /\b(?:overdos\w*|o\.?d\.?(?:'d|-?ing|ed)|relaps(?:e|ed|ing)|withdrawals?(?: symptoms?)?|blacked out|blackouts?|detox\w*|rehab|sober|sobriety|hung\s?over|hangovers?)\b/,
    /\b(?:heroin|cocaine|crack(?= (?:cocaine|pipe|rock|again|use))|meth|methamphetamines?|fentanyl|opioids?|opiates?|oxy(?:contin|codone)?|percocets?|vicodin|xanax|benzos?|ketamine|ecstasy|mdma|lsd|acid trips?|mushrooms trip|cannabis|marijuana|weed|edibles|vape|vaping|amphetamines?|speedball)\b/,
    /\b(?:alcohol\w*|drunk|drinking|binge[sd]?|beers?|wine|vodka|whiske?y|liquor|tequila|booze)\b/,
    /\bdrinks? (?:every|a (?:night|day|week)|too much|alcohol|to (?:sleep|cope|forget|relax)|alone)\b|\b(?:i|you|he|she|they) (?:drink|drank)\b(?! (?:\w+ )?(?:water|coffee|tea|milk|juice|soda|fluids|it|that|the|enough))/,
    /\b(?:us(?:e|ed|ing)|do(?:ing)?|abus(?:e|ing)|tak(?:e|ing)|inject\w*|on) (?:any |some |hard |recreational |illicit |street )?(?:drugs|substances|pills)\b|\b(?:drug|substance) (?:use|abuse|problem)\b/,
    /\b(?:smok(?:e|ed|ing)) (?:pot|dope|weed|crack)\b|\b(?:get|got|getting) (?:high|loaded|wasted|stoned)\b|\bshoot(?:ing)? up\b/,
  ],
}

/** Turns of speech that contain a phrase from above and mean something else; they are taken out before looking. */
export const idioms: readonly RegExp[] = [
  /\b(?:dying|killing|killed|kills|die) (?:to (?:see|know|hear|meet|try|get|go|tell|ask|find out)|for (?:a|some|one|it)|it|time|of (?:laughter|boredom|embarrassment|curiosity)|laughing)\b/g,
  /\bmy (?:\w+ )?(?:feet|back|head|knees?|legs?|neck|shoulders?|boss|commute) (?:is|are|was|were) killing me\b/g,
  /\b(?:is|are|was|were|'s|'re) (?:just |really |absolutely )?killing me\b/g,
  /\b(?:shoot|shot|shooting) (?:me|you|him|her|them|us|an?) (?:an? )?(?:e-?mail|text|message|line|note|look|question)\b/g,
  /\bcrack(?:s|ed|ing)? (?:me |him |her |us |you )?up\b|\bcrack (?:a|the|open|of|in|jokes)\b/g,
  /\b(?:drop|dropped)[\s-]dead (?:gorgeous|tired)\b|\bover my dead body\b|\bdead (?:tired|serious|set|line|end)\b/g,
  /\bcut(?:ting)? (?:yourself|myself|himself|herself) (?:some slack|off|short)\b|\bcutting (?:edge|board|corners|class|grass|back|down|out)\b/g,
  /\b(?:kill|killed|kills) (?:two birds|the (?:mood|lights?|engine|vibe))\b|\bkilled? (?:him|her|them) with kindness\b/g,
  /\b(?:beat|beats|beating) (?:myself|yourself|himself|herself|themselves) up\b|\bbeats me\b|\bhit me (?:up|that|like|with)\b/g,
  /\b(?:would|could|will|'ll|'d|going to|gonna) kill (?:me|you) (?:if|when|for|over)\b/g,
  /\b(?:mom|mum|mother|dad|father|wife|husband|boss|coach|teacher|parents) (?:is|are|was|'s) (?:gonna|going to) kill me\b|\b(?:mom|mum|mother|dad|father|wife|husband|boss|coach|teacher|parents) (?:would|will|'ll) kill me\b/g,
  /\bi could (?:just )?(?:kill|murder) (?:a|for a|some) \w+/g,
  /\bsober (?:assessment|look|thought)\b|\bmad as a hatter\b|\bhigh (?:school|five|chair|blood|cholesterol|on my list|up)\b/g,
  /\bpunch[\s-]?drunk\b|\bdrunk (?:on|with) (?:power|love|happiness)\b|\b(?:binge|binged|bingeing|binging)(?:[\s-]?watch\w*| eat\w*| on (?:shows?|netflix|tv))\b/g,
  /\b(?:cardiac|physical|pulmonary|knee|hip|shoulder|stroke) rehab\b/g,
  /\bweed(?:ed|ing)? (?:out|through)\b|\b(?:juice|water|coffee|tea|milk|soda|fluids)\b[^.?!]{0,40}\b(?:drink|drank|drinking)\b/g,
  /\bworkaholics?\b|\bsuicide (?:squad|hotline number on|doors|prevention (?:week|month|walk))\b/g,
  /\bdrinking (?:water|coffee|tea|milk|juice|soda|enough|more water|fountain)\b|\broot beer\b|\bginger beer\b|\balcohol (?:wipes?|pads?|swabs?)\b|\brubbing alcohol\b/g,
]
