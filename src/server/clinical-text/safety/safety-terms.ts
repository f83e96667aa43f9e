import type { SafetyPassage } from '#shared/contract/notes.ts'

export type SafetyTopic = SafetyPassage['topic']

const self = String.raw`(?:my|your|him|her|them|our)\s?sel(?:f|ves)`
const someone = String.raw`(?:him|her|them|someone|somebody|anyone|anybody|people|others|other people|my (?:wife|husband|partner|boyfriend|girlfriend|boss|mother|father|mom|dad|brother|sister|son|daughter|kids?|child(?:ren)?|baby|ex|neighbou?r|roommate)|the (?:baby|kids?|child(?:ren)?))`
const vehicle = String.raw`(?:car|truck|bus|train|lorry|van)`
const things = String.raw`(?:it|that|this|which|car|truck|bus|train|van|bike|bicycle|ball|wave|branch|news|argument|thought|memory|reality|grief|sadness|panic|fatigue|tiredness|loneliness|heat|cold|smell|silence|pandemic|storm|words?|driver)`
const blade = String.raw`(?:razor(?: blade)?s?|blades?|kni(?:fe|ves)|scissors|lighter|cigarettes?|needle|glass)`

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
    /\b(?:not|never)\s+(?:to\s+)?wak(?:e|ing)\s+up\b(?! (?:for|until|till|in time|on time|early|before|at))|\bgo(?:ing)? to sleep and (?:not|never) wake/,
    /\bif (?:i|you) (?:just |simply |ever )?(?:don't|didn't|did not|never|do not|stopped|doesn't) (?:wake|woke|waking|breath)\w*(?: up)?\b(?! (?:for|until|till|in time|on time|early|before|at))/,
    /\b(?:stood|standing|sat|sitting|walked out|climbed|went up|been|was|were|up) (?:up |out )?(?:on|onto|to|at|by) (?:a|the|that|this) (?:edge|ledge|railing|rails|bridge|overpass|rooftop|roof|tracks|platform edge|cliff)\b(?! (?:with|of (?:town|the (?:city|village|seat|bed|chair)))\b)/,
    new RegExp(
      String.raw`\b(?:hop(?:e|ed|ing)|wish(?:ed|ing)?|(?:would|wouldn't|would not|don't|didn't|not) (?:even |really )?(?:mind|care)|glad|relieved|okay|fine|easier|better) (?:if |that )?(?:a|the|some|that|another) ${vehicle} (?:\w+ ){0,2}(?:hits?|hit|ran|runs|would|killed?)\b`,
    ),
    new RegExp(
      String.raw`\b(?:driv(?:e|ing)|drove|steer\w*|crash\w*|swerv\w+|step\w*|walk\w*|jump\w*)(?: \w+){0,3} (?:into (?:a|the|that) (?:tree|wall|river|oncoming|pole|guard ?rail|median|bridge|traffic)|off (?:a|the|that) (?:bridge|road|cliff|roof|building|balcony)|in front of (?:a|the) ${vehicle}|into (?:oncoming )?traffic)\b`,
    ),
    /\b(?:thought|think|thinking|thoughts|fantasi[sz]\w+|dream\w*|imagin\w+|pictur\w+) (?:about |of )(?:just )?(?:jumping|crashing|overdosing|hanging|disappearing|not existing|not being (?:here|alive|around)|my (?:own )?(?:death|funeral)|death|dying)\b/,
    /\b(?:want(?:ed)?|wish(?:ed)?|like|hope[ds]?|ready|just|need) (?:for )?(?:it|this|everything) (?:all )?(?:to (?:be over|end|stop|just stop)|was over|were over|would (?:all )?(?:end|stop))\b/,
    /\b(?:want(?:ed)?|wish(?:ed)?|like) (?:i could |to )(?:just )?(?:disappear|vanish|not exist|stop existing|cease to exist|fade away)\b/,
    /\b(?:don't|didn't|do not|can't|cannot|couldn't|not) (?:really )?(?:see|have|find) (?:the|a|any|much) (?:point|reason|future)\b(?! (?:of (?:the|this|that|a|my (?:job|class))|to (?:call|go to)))|\bwhat(?:'s| is) the point(?: (?:of|in) (?:going on|living|being here|it all|anything|any of it|life)|,? any\s?more)\b|\bno point any\s?more\b/,
    /\b(?:better off|easier|happier|better) (?:for (?:them|everyone|everybody|all of (?:them|us)) )?(?:if|when|once) (?:i|you|he|she) (?:wasn't|weren't|was not|were not|isn't|am not|was gone|were gone|died|disappeared|is gone|'m gone|am gone)\b/,
    /\b(?:i'm|i am|i feel like|i've become|being|such) (?:just |only |such )?(?:a |this )?burden\b/,
    /\b(?:sav(?:e|ed|ing)(?: up)?|stockpil\w+|hoard\w*|count(?:ed|ing)|collect(?:ed|ing)?|hid(?:den|ing)?) (?:\w+ ){0,2}(?:pills|tablets|medications?|meds|painkillers|insulin)\b|\b(?:took|take|taking|swallow(?:ed|ing)?) (?:all|a (?:whole )?(?:bottle|bunch|handful)|too many|the whole bottle)(?: of)? ?(?:(?:my|the|her|his|your|of|those) )*(?:pills|tablets|medications?|meds|painkillers|tylenol|sleeping pills)\b/,
    /\b(?:tried|try|trying|attempted|wanted|planned|thought about|going) (?:to )?end(?:ing)? (?:things|it)\b(?! with\b)|\bsuicid\w* attempt\b/,
    /\b(?:rather|be|better|as well be|want(?:ed)? to be|wish(?:ed)? i (?:was|were)) dead\b(?! (?:tired|serious|set))/,
    /\b(?:nothing|no one|nobody|not (?:much|anything)|reasons?|anything) (?:left )?to live for\b/,
    /\b(?:can't|cannot|can not|couldn't) (?:do|take|bear|stand|keep doing) (?:this|it|life) any\s?more\b|\b(?:done|finished|through) with (?:life|living|it all)\b|\btired of (?:living|being alive|life|existing)\b/,
    /\b(?:goodbye|farewell|suicide) (?:letters?|notes?|messages?|videos?)\b|\b(?:gave|giving|given) (?:away )?(?:my|all my|his|her) (?:things|stuff|belongings|possessions)(?: away)?\b/,
    /\b(?:bought|buy|loaded|load|have|got|get|keep|kept|hold|held) (?:a|the|my|his) (?:gun|rope|noose)\b(?! (?:and (?:make|made)|course|ladder|swing))/,
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
      String.raw`\b(?:hurt|harm|injur|cut|burn|scratch|starv|punish)(?:e|s|ed|ing|ting)?\s+${self}(?!\s+(?:off|some slack|short|shaving|(?:while |when )?(?:cooking|on (?:the|a) (?:stove|oven|pan|iron|paper|bread)|at work)))`,
    ),
    new RegExp(
      String.raw`\b(?:cut(?:s|ting)?|burn(?:s|ed|t|ing)?|scratch(?:es|ed|ing)?|slic(?:e|ed|ing)|carv(?:e|ed|ing)|stab(?:bed|bing)?)\b(?: (?:my|his|her|your)) (?:\w+ )?(?:arms?|wrists?|legs?|thighs?|skin|stomach|hands?|hips?)\b[^.?!]*\b(?:on purpose|${blade}|until (?:it|they|i) (?:bleeds?|bled)|to feel)`,
    ),
    /\b(?:until|till|so (?:hard|much) that) (?:(?:it|they|i)|my \w+) (?:bleeds?|bled|bleeding|was bleeding|were bleeding)\b|\buntil there was blood\b/,
    new RegExp(
      String.raw`\b(?:took|take|taking|put|press(?:ed)?|held|hold|us(?:e|ed|ing)) (?:a|the|my) ${blade} (?:to|on|against|into) (?:my|his|her|your) (?:own )?(?:arms?|wrists?|legs?|thighs?|skin|stomach|throat|hands?|neck)\b|\b(?:scars?|marks)\b[^.?!]*\b(?:myself|${blade}|on purpose)\b`,
    ),
    /\b(?:make|making|made|makes) (?:myself|yourself|herself|himself) (?:throw up|sick|vomit|puke|bleed)\b|\bpurg(?:e|ed|ing)\b(?! (?:the|my|old) (?:closet|files|email))/,
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
    new RegExp(
      String.raw`\b(?:threatened|threaten(?:ing)?|stabbing|strangling|choking|shooting|killing|hitting|shaking) ${someone}\b(?!\s+(?:with (?:a|the) (?:bill|fine)|hands?))|\bi (?:shook|hit|shoved|slapped|choked|kicked) ${someone}\b(?!\s+(?:hands?|up|with (?:the|a) (?:bill|news)))|\b(?:i'll|i will|i might|i could|i'm going to|i'm gonna|i would|afraid (?:that )?(?:i'll|i)) (?:\w+ and )?(?:hit|shake|hurt|smash|shove|slap) ${someone}\b`,
    ),
    /\b(?:make|made|making) (?:him|her|them|you) (?:pay|suffer)\b(?! (?:rent|for (?:dinner|lunch|the|it|his|her|their)|attention|back|me|my|half|taxes))|\b(?:get|got|bring|brought|bought) (?:a|the|my) gun\b/,
    /\b(?:tells?|telling|told|ordered|orders|commands?) me to (?:hurt|kill|stab|attack)\b/,
  ],
  abuse: [
    /\b(?:abus(?:ed|ing|ive)|rap(?:ed|ist)|molest\w*|incest)\b/,
    /\b(?:sexual(?:ly)?|physical(?:ly)?|emotional(?:ly)?|verbal(?:ly)?|child|domestic|elder)\s+(?:abuse[ds]?|assault(?:ed|s)?|violence|neglect)\b/,
    /\babuse[ds]? (?:me|him|her|them|us|by)\b/,
    new RegExp(
      String.raw`(?<!\b${things} (?:\w+ ){0,2})\b(?:hits?|beats?|beat|slapped|slaps|punched|punches|choked|strangled|kicked|shoved|burned|threatens|threatened)\s+(?:me|her|him|us|the kids|my (?:mom|mother|sister|brother|son|daughter|kids?|child(?:ren)?))\b(?!\s+(?:up to|at (?:chess|golf|cards|tennis|a|the)|that|with (?:a|the) (?:bill|news)|out of|about))`,
    ),
    /\b(?:put|puts|putting|laid|lays|lay) (?:his|her|their|your) hands (?:on|around) (?:me|us|my|her|him|the kids)\b(?! (?:shoulders?|back|to (?:comfort|help)))/,
    /\b(?:gets?|got|getting|became|becomes|turn(?:s|ed)|is|was) (?:\w+ )?(?:physical|violent)\b(?! (?:therapy|activity|exercise|exam\w*|education|film|movie|weather|video|game|and healthy))/,
    /\b(?:grab(?:s|bed)?|pushe[sd]|shove[sd]|drag(?:s|ged)?|pinn(?:ed|s)|slams?|slammed|throws?|threw|held|holds?) (?:me|her|him|my (?:mom|mother|sister|brother)) (?:by the (?:throat|neck|hair|arm|wrist)|down(?: the stairs)?|against (?:a|the)|into (?:a|the) (?:wall|door)|across the|to the (?:floor|ground)|onto the (?:floor|ground|bed))/,
    /\b(?:threw|throws|throwing) (?:a|the|his|her|my) (?:\w+ )?(?:plate|glass|bottle|phone|chair|cup|mug|knife|shoe|book|remote|lamp|things?|stuff|pan|pot) at (?:me|us|her|him|my|the kids)\b/,
    /\b(?:won't|doesn't|didn't|wouldn't|never) let(?:s)? me (?:leave|go out|see (?:my|any)|talk to|work|have (?:my own )?(?:money|friends|a phone)|out)\b|\b(?:locks?|locked) me (?:in|out|up)\b|\b(?:checks?|tracks?|tracked|checked|goes through|went through|controls?|takes?|took) (?:all )?my (?:phone|money|messages|paycheck|wages|passport|location|texts)\b/,
    /\b(?:bruise[sd]?|black eye|broken (?:rib|arm|nose))\b[^.?!]*\b(?:he|she|they|my (?:husband|wife|partner|boyfriend|girlfriend|father|dad|mother|mom))\b/,
    /\b(?:forced|forces|forcing) (?:himself|herself|themselves|his way) (?:on|onto|into)\b|\b(?:didn't|wouldn't|did not|doesn't|won't) stop when (?:i|she|he) (?:said|say|asked|cried|told)\b|\bi said no\b[^.?!]*\b(?:he|she|they) (?:didn't|did not|kept|wouldn't|did it|went on)\b|\b(?:he|she|they) (?:kept|went on|did it)\b[^.?!]*\bi said no\b/,
    /\b(?:take|took|takes|taking|used|got|with) (?:the|a|his|her) (?:belt|switch|paddle|whip|wooden spoon) (?:to|on) (?:me|us|my|him|her)\b|\b(?:whipped|whooped|beaten) (?:me|us|with|by)\b|\b(?:was|were|got|been) (?:beaten|beat up|whipped)\b/,
    /\bwalk(?:ing|ed|s)? on (?:eggshells|egg shells) (?:around|with|near) (?:him|her|them|my)\b|\b(?:he|she|they)(?:'s| is| are| was)? (?:going to|gonna|would|will|'ll|'d) (?:kill|hurt|find) (?:me|us) (?:if|when) i (?:left|leave|told|tell|go|went)\b|\b(?:said|says|told me|threatened|threatens)(?: that)? (?:he|she|they)(?:'d| would|'ll| will|'s going to| was going to) (?:kill|hurt|find|take the kids)\b/,
    /\b(?:uncle|coach|teacher|priest|stepfather|stepdad|stepbrother|cousin|neighbou?r|babysitter|grandfather|father|dad|brother|boss|man|boy|guy|he|she) touched me\b(?! (?:on|up) (?:the|my) (?:shoulder|arm|heart|back|hand)\b| deeply)/,
    /\b(?:touched|forced|forces|made) (?:me|her|him) (?:inappropriately|sexually|to have sex|down there)\b/,
    /\b(?:afraid|scared|terrified|frightened) of (?:my (?:husband|wife|partner|boyfriend|girlfriend|father|dad|mother|mom|stepfather|stepdad|ex))\b/,
    /\b(?:not|don't feel|isn't|doesn't feel) safe (?:at home|with (?:him|her|them))\b|\bfeel unsafe\b|\bsafe at home\b/,
  ],
  psychosis: [
    /\b(?:hallucinat\w*|delusion\w*|paranoi[ad]|psychosis|psychotic)\b/,
    /\b(?:hear|hears|heard|hearing)\s+(?!(?:your|his|her|their|our|my|its|familiar)\s)(?:\w+\s+)?voices?\b(?! ?mail| on the (?:phone|line|radio)| through the wall)/,
    /\b(?:hear|hears|heard|hearing)\s+(?:\w+\s+){0,3}(?:(?:call(?:ing)?|say(?:ing)?|whisper\w*) my name|whisper\w*|mumbling|footsteps)\b[^.?!]*\b(?:nobody|no one|live alone|i'm alone|not there|isn't there|aren't there|empty|at night)\b|\b(?:hear|see|hears|sees|saw|hearing|seeing) (?:my|his|her) (?:\w+ )?(?:dead|late) (?:\w+)/,
    /\bvoices?\b[^.?!]*\b(?:tells?|telling|told|commands?|orders?) (?:me|him|her|you) to\b|\b(?:tells?|telling|told|commands?|orders?) (?:me|him|her) to\b[^.?!]*\bvoices?\b/,
    /\b(?:chips?|microchips?|devices?|implants?|transmitters?|bugs?) in (?:my|his|her) (?:tooth|teeth|head|brain|body|arm|ear|neck)\b|\b(?:cameras?|microphones?|bugs) in (?:my|the) (?:walls?|ceiling|lamps?|vents?|room|house|apartment|bathroom|tv)\b/,
    /\b(?:see|seeing|saw|sees) (?:\w+ )?(?:shadows?|figures?|faces|bugs|demons?|ghosts?)\b(?! (?:on the (?:scan|x-?ray)|of (?:doubt|themselves)))/,
    /\b(?:see|seeing|saw|hear|hearing)\s+(?:things|people|stuff)\s+(?:that\s+)?(?:aren't|are not|isn't|weren't|other people (?:don't|can't)|others (?:don't|can't)|nobody else)/,
    /\bvoices? (?:in my head|tell(?:s|ing)? me|told me|say(?:s|ing)?)\b/,
    /\b(?:people|they|someone|somebody|everyone|the government|the (?:fbi|cia|police))\s+(?:are|is|'re|were|was)\s+(?:following|watching|spying on|plotting against|poisoning|out to get)\s+me\b/,
    /\b(?:tv|television|radio|internet)\s+(?:(?:is|was)\s+)?(?:talk|speak|send)(?:s|ing|ed)?(?:\s+messages)?\s+(?:to|about)\s+me\b/,
    /\b(?:reading|controlling|putting thoughts in|inserting thoughts)\s+(?:into\s+)?my (?:mind|thoughts|head)\b/,
  ],
  'substance use': [
    /\b(?:slipped|slip|slip-?up|slipped up)\b[^.?!]*\b(?:clean|sober|days|months|weekend|drank|used)\b|\b(?:off|on) the wagon\b|\b(?:picked|pick) up (?:again|a (?:drink|bottle))\b|\b(?:i'm|i am|i was|i started|been|he's|she's|started) (?:back to )?(?:using|drinking) again\b|\b(?:days|weeks|months|years?) clean\b|\b(?:got|stay(?:ed)?|been|be|get|getting) clean\b(?! (?:clothes|sheets|water|up))/,
    /\b(?:had|have|having|took|sneak\w*|wanted|want|need(?:ed)?|pour(?:ed)?) (?:a|another|one|two|three|a few|a couple(?: of)?|my first|some) (?:more )?drinks?\b(?! of (?:water|milk|juice|tea|coffee|soda|it|mine))/,
    /\b(?:took|take|taking|takes) (?:twice|double|two times|three times|extra|more (?:than|of)) (?:of )?(?:my|the|his|her)? ?(?:dose|doses|pills|meds|medication|than (?:prescribed|i should))\b|\b(?:bought|buy|buying|get|got|stole|steal) (?:\w+ )?(?:pills|drugs|adderall|painkillers) (?:from|off)\b/,
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
  /\b(?:would|could|will|'ll|'d|going to|gonna) kill (?:me|you) (?:if|when|for|over)\b(?! (?:i|you) (?:left|leave|told|tell|go|went|tried?)\b)/g,
  /\b(?:mom|mum|mother|dad|father|wife|husband|boss|coach|teacher|parents) (?:is|are|was|'s) (?:gonna|going to) kill me\b|\b(?:mom|mum|mother|dad|father|wife|husband|boss|coach|teacher|parents) (?:would|will|'ll) kill me\b/g,
  /\bi could (?:just )?(?:kill|murder) (?:a|for a|some) \w+/g,
  /\bsober (?:assessment|look|thought)\b|\bmad as a hatter\b|\bhigh (?:school|five|chair|blood|cholesterol|on my list|up)\b/g,
  /\bpunch[\s-]?drunk\b|\bdrunk (?:on|with) (?:power|love|happiness)\b|\b(?:binge|binged|bingeing|binging)(?:[\s-]?watch\w*| eat\w*| on (?:shows?|netflix|tv))\b/g,
  /\b(?:cardiac|physical|pulmonary|knee|hip|shoulder|stroke) rehab\b/g,
  /\bweed(?:ed|ing)? (?:out|through)\b|\b(?:juice|water|coffee|tea|milk|soda|fluids)\b[^.?!]{0,40}\b(?:drink|drank|drinking)\b/g,
  /\bworkaholics?\b|\bsuicide (?:squad|hotline number on|doors|prevention (?:week|month|walk))\b/g,
  /\bdrinking (?:water|coffee|tea|milk|juice|soda|enough|more water|fountain)\b|\broot beer\b|\bginger beer\b|\balcohol (?:wipes?|pads?|swabs?)\b|\brubbing alcohol\b/g,
]
