import { child } from './parts.ts'
import type { Terms } from './terms.ts'
import { toChild } from './violence.ts'
import { possibleWitnessPatterns, witnessPatterns } from './witness.ts'

/** Danger to a child in the care of the client or the family. */
export const childSafety: Terms = {
  plain: [
    ...toChild,
    ...witnessPatterns,
    new RegExp(
      String.raw`\b${child}\b[^.?!]{0,20}\bleft\b[^.?!]{0,15}\b(?:alone|on (?:his|her|their) own|by (?:him|her|them)sel(?:f|ves)|unattended|unsupervised)\b`,
    ),
    /\bwho\b[^.?!]{0,30}\b(?:with|looks after|minds|watches|has) (?:them|him|her|the (?:kids|children|baby|little \w+))\b[^.?!]{0,20}, ?(?:nobody|no one|no-one|they're (?:alone|on their own)|(?:he|she)'s (?:alone|on)|(?:the|my) (?:big|eldest|oldest) one)|\b(?:nobody|no one|alone)\b[^.?!]{0,60}\b(?:the (?:big|eldest|oldest|little) one|he|she) (?:is|was) (?:only )?(?:three|four|five|six|seven|eight|nine|ten|[3-9])\b/,
    /\bnothing (?:left )?in the (?:fridge|cupboards?|house)\b[^.?!]{0,60}\b(?:kids|children|baby|son|daughter|boys|girls|they)\b|\b(?:pick|picks|picking|picked|drive|driving|drove) (?:him|her|them|the kids|the children|my \w+)\b[^.?!]{0,40}\b(?:half a bottle|(?:a )?bottle|drunk|wine|vodka|pints|over the limit|stoned|high)\b|\bwho picks\b[^.?!]{0,30}\b(?:bottle|drunk|wine|vodka|drink)\b|\bi do, [^.?!]{0,20}(?:half a bottle|a bottle|a few|couple of (?:glasses|drinks))\b/,
    // Violence against a child, by anyone.
    new RegExp(
      String.raw`\b(?:hits?|hitting|beats?|beating|slap(?:s|ped|ping)?|smack(?:s|ed|ing)?|punch(?:es|ed)|kick(?:s|ed)|sh(?:ook|akes?|aking|aken)|shov(?:es|ed)|burn(?:s|ed|t)|whip(?:s|ped|ping)?|chok(?:es?|ed)|threw|throws|hurt(?:s|ing)?|harm(?:s|ed|ing)?|spank(?:s|ed|ing)?|abus(?:es?|ed|ing)|molest(?:s|ed|ing)?|touch(?:es|ed|ing)?|rap(?:es?|ed)|drown(?:s|ed|ing)?|smother(?:s|ed|ing)?|kill(?:s|ed|ing)?|starv(?:es?|ed|ing)|neglect(?:s|ed|ing)?) (?:at |up )?${child}\b(?!'?s? (?:feelings|hands?|cheek|hair|forehead|heart|team|school|class)|\s+(?:hands?|at (?:chess|golf|cards|tennis|checkers|mario)|a (?:ball|party|towel|birthday)|the ball|to bed|up from|with (?:joy|the news)|on the (?:shoulder|head|cheek)|deeply))`,
    ),
    new RegExp(
      String.raw`\b(?:left|leave|leaves|leaving|been leaving|have to leave) (?:${child}|him|her|them) (?:\w+ ){0,3}(?:alone|by (?:him|her|them)sel(?:f|ves)|on (?:his|her|their) own|unattended|unsupervised|(?:locked )?in the (?:car|bath|tub|bathtub))\b(?<=\b(?:kids?|child(?:ren)?|baby|son|daughter|toddler|twins|boys?|girls?|infant|newborn|him|her|them|little \w+)\b[^.?!]*)(?<=${child}[^]*)`,
    ),
    /\b(?:he's|she's|they're|he is|she is|they are) (?:only |just |barely )?(?:one|two|three|four|five|six|seven|eight|nine|ten|\d) (?:years? old |months? old )?(?:and )?(?:\w+ ){0,4}(?:home|house|alone|by (?:him|her|them)self)\b[^.?!]*(?<=\b(?:alone|by (?:him|her|them)sel(?:f|ves)|on (?:his|her|their) own)\b[^.?!]*)/,
    new RegExp(
      String.raw`\b${child}\b[^.?!]{0,40}\b(?:home|house|at night|all day|all night|for hours|in the (?:car|bath))\b[^.?!]{0,20}\b(?:alone|by (?:him|her|them)sel(?:f|ves)|on (?:his|her|their) own|unsupervised)\b|\b${child}\b[^.?!]{0,20}\b(?:alone|by (?:him|her|them)sel(?:f|ves)|on (?:his|her|their) own|unsupervised)\b[^.?!]{0,20}\b(?:at home|in the (?:house|car|bath|apartment|flat)|all (?:day|night)|for hours|overnight)\b|\bforgot (?:${child}|him|her|them) (?:in|at)\b`,
    ),
    /\b(?:shook|shake|shaking|shaken) (?:the baby|him|her)\b[^.?!]*|\bhim\. the baby\b/,
    new RegExp(
      String.raw`\b(?:passed out|blacked out|drunk|high|using|wasted|shot up|nodded off|asleep)\b[^.?!]{0,40}\b(?:with|while|and|when)\b[^.?!]{0,20}\b${child}\b|\b(?:drove|driving|drive)\b[^.?!]{0,30}\b(?:drunk|high|after (?:a few|drinking|the wine|a bottle))\b[^.?!]{0,40}\b${child}\b|\b(?:drove|driving|drive) ${child}\b[^.?!]{0,40}\b(?:drunk|high|drinking|drinks|bottle|wine|beers)\b|\b${child}\b[^.?!]{0,20}\bin the (?:car|back)\b[^.?!]{0,40}\b(?:drunk|high|drinking|drinks)\b`,
    ),
    new RegExp(
      String.raw`\b(?:no|not enough|nothing|run out of|without) (?:food|formula|milk|heating|anything to eat)\b[^.?!]{0,30}\b${child}\b|\b${child}\b[^.?!]{0,40}\b(?:haven't eaten|hasn't eaten|go(?:es)? (?:hungry|without)|went (?:hungry|without)|no food|nothing to eat|not (?:been )?fed|starving)\b|\b(?:lock(?:s|ed)?|shut(?:s)?|tied?) (?:${child}|him|her|them) (?:in|up|out|to)\b(?<=${child}[^.?!]*)(?! (?:touch|the (?:team|school)))`,
    ),
    /\b(?:cps|child protect\w+|child protective services|social services|social worker)\b[^.?!]*\b(?:took|taken|remove\w*|report\w*|investigat\w+|case|call(?:ed)?|visit\w*|came)\b|\b(?:took|taken|remove[sd]?) (?:the|my|our|his|her) (?:kids|children|baby|son|daughter) (?:away|into care|from (?:me|us|him|her))\b|\bchild (?:abuse|neglect|endangerment|pornography)\b/,
    new RegExp(
      String.raw`\b(?:bruises?|marks?|burns?|belt marks)\b[^.?!]{0,20}\bon (?:${child}|his (?:back|arms?|legs?|bottom)|her (?:back|arms?|legs?|bottom))\b[^.?!]*|\b${child}\b[^.?!]{0,30}\b(?:told me|said|says)\b[^.?!]{0,40}\b(?:touch(?:es|ed)|hurts?|hits?|locks?)\b|\b(?:touch(?:es|ed|ing)?|expos(?:es|ed)|showers with|gets? into bed with) (?:\w+ )?(?:my|our|the) (?:daughter|son|kids|girl|boy|stepdaughter|stepson|niece|nephew)\b(?! (?:hand|shoulder|forehead))`,
    ),
    new RegExp(
      String.raw`\b(?:afraid|scared|worried|thoughts?|urges?|images?|thinking|pictur\w+|imagin\w+)\b[^.?!]{0,30}\b(?:hurt(?:ing)?|harm(?:ing)?|shak(?:e|ing)|drown(?:ing)?|drop(?:ping)?|smother(?:ing)?|stab(?:bing)?|throw(?:ing)?|kill(?:ing)?|hit(?:ting)?) (?:${child})\b|\b(?:urge|feel like|want(?:ed)? to|going to|could) (?:\w+ )?(?:shake|hit|hurt|smother|drown|throw) (?:${child})\b`,
    ),
    new RegExp(
      String.raw`\b${child}\b[^.?!]{0,20}\b(?:safe|in danger|at risk|hurt|hit|beaten|abused|neglected)\b(?! (?:(?:and sound|his|her|my|the|a|feelings)\b|by the (?:ball|car|news)))|\b(?:safe|safety|danger|dangerous) (?:for|of|to) ${child}\b|\bthe gun\b[^.?!]*\b${child}\b`,
    ),
  ],
  vague: [
    ...possibleWitnessPatterns,
    new RegExp(
      String.raw`\b(?:${child}|@+|(?:he|she) (?:is|'s) (?:only )?\w+)\b[^.?!]{0,30}\b(?:flinch\w*|cower\w*|wets? the bed|won't go (?:home|back)|scared of (?:him|her|his|going)|terrified)\b|\b(?:flinch\w*|cower\w*) when i\b|\bcould (?:just |have )?(?:throw|thrown|shake|shaken|hit|smother|strangle|drown|slap) (?:him|her|it|them)\b(?<=\b(?:scream\w*|cr(?:y|ies|ying)|baby|child|kids?|tantrum\w*|son|daughter)\b[^.?!]*)`,
    ),
    new RegExp(
      String.raw`\b(?:too (?:drunk|high|tired|depressed) to (?:look after|care for|feed|get up for)|can't (?:look after|care for|cope with)|not coping with|lose (?:it|my temper) with|rough with|scream(?:ed|ing)? at|too hard on) ${child}\b|\bsix[- ]year[- ]old\b[^.?!]*\blooks after\b`,
    ),
    /\b(?:my|the) (?:niece|nephew|neighbou?r's (?:kids?|son|daughter)|kid (?:next door|upstairs))\b[^.?!]*\b(?:hit|beat\w*|scream\w*|bruis\w*|hungry|alone)\b/,
  ],
  nearHints: [
    /\b(?:marks?|flinch\w*|scared of (?:him|her)|temper|a tap|smack\w*|in case|when (?:he|she) (?:cries|screams|won't))\b/,
  ],
  hints: [
    /\b(?:on (?:his|her|their) own|by (?:himself|herself|themselves)|alone in the|lost (?:it|my temper)|bruis\w*|social worker)\b/,
  ],
}
