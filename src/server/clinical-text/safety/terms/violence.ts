import { child, relation, someone, youngRelation } from './parts.ts'

/** Violent acts in all forms, including learner errors (`beated`). */
export const strikes = String.raw`(?:(?:hit|beat|slap|punch|kick|chok|strangl|stab|smack|whip|thump|batter|clout|wallop|bash|pinch|headbutt|throttl|shov|burn|assault|attack|smother|scald|spank|thrash|clobber|jab|knif)[bpt]?(?:e[dns]?|s|ing|t)?|bit(?:es?|ten)?|belt(?:s|ed|ing)|elbowed|kneed|glassed|hurt(?:s|ing)?)`

/** Rough handling; counts as violence only with its place or manner. */
const handlesPattern = String.raw`(?:grab(?:s|bed|bing)?|drag(?:s|ged|ging)?|pull(?:s|ed|ing)?|push(?:es|ed|ing)?|thr(?:ows?|ew|own)|throwing|slam(?:s|med|ming)?|pin(?:s|ned|ning)?|held|holds?|knock(?:s|ed|ing)?|shak(?:es?|en|ing)|shook|yank(?:s|ed|ing)?|squeez(?:es?|ed|ing)|got hold of|gets? hold of|had|has|put|took|take[ns]?|tie[ds]?|tying)`
const roughlyPattern = String.raw`(?:(?:up|down|across|along|out of|off|over|into|against|through|onto|to|under|on) (?:the|a|my|his|her) (?:\w+ )?(?:stairs|steps|wall|door|floor|ground|bed|table|window|street|car|sofa|radiator|fence|corner|landing|hall|kitchen|bonnet|hood|water|bath|chair|toilet)|by (?:the|my|his|her) (?:\w+ )?(?:hair|throat|neck|arms?|wrists?|ears?|collar|shirt|legs?|ponytail)|so hard|till \w+ (?:yelp\w*|scream\w*|cr\w+)|until \w+ (?:yelp\w*|scream\w*|cr\w+))`

/** A name in lower-case text, as marked by `plainText`. */
export const marked = String.raw`@+`
const onePattern = String.raw`(?:${someone}|${marked}|(?:a|the|this|that|some|another|our|my|his|her) (?:\w+ )?(?:man|woman|men|women|lad|guy|girl|boy|bloke|kids?|teacher|pupil|classmate|nurse|cop|officer|policeman|resident|patient|pensioner|driver|stranger|gran\w*|nan|son|daughter|children|child))`
const bodyOfAnother = String.raw`(?:his|her|their|(?:my |a |our )?(?:\w+ )?[\w@]+'s) (?:\w+ )?(?:nose|jaw|ribs?|arms?|wrists?|legs?|face|head|teeth|neck|throat|fingers?|hair|hands?|eye|skull|knees?)`
const woundPattern = String.raw`(?:brok(?:e|en)|breaks?|smash(?:ed|es)?|bust(?:ed)?|bruised|twist(?:ed|s)?|pinned|bent|split|cracked|blackened|crushed|squeezed?)`
const adverbsPattern = String.raw`(?:'ve|'d|'m| have| had| am| was| also| just| then| even| nearly| almost| actually| finally| only| really| went and| once| kept| keep| started| got so angry i)*`
const notViolence = String.raw`(?!'?s? (?:feelings|heart|record|hand)\b| (?:at|in) (?:the )?(?:chess|golf|cards|tennis|pool|draughts|final|match|game|race|monopoly|table tennis)| up (?:for|about|with|to) |-?in-law's feelings| by accident| feelings)`

/** The client is violent to someone: `I`, also with words such as `just` or `went and` before the verb. */
export const byClient: readonly RegExp[] = [
  new RegExp(
    String.raw`\bi${adverbsPattern} ${strikes} (?:(?:at|into|up) )?${onePattern}\b${notViolence}|\bi${adverbsPattern} ${strikes} (?:at )?${marked}`,
  ),
  new RegExp(
    String.raw`\bi${adverbsPattern} ${handlesPattern} (?:${onePattern}|${marked}) (?:\w+ ){0,2}?${roughlyPattern}`,
  ),
  new RegExp(String.raw`\bi${adverbsPattern} (?:\w+ ){0,2}?${woundPattern} ${bodyOfAnother}`),
  new RegExp(
    String.raw`\bi${adverbsPattern} (?:ran|run|drove|knocked|forced|pushed) (?:${onePattern}|${marked}) (?:over|down|off the road)|\bi${adverbsPattern} (?:set fire to|burn(?:ed|t) down|torched|poisoned) (?:his|her|their|${onePattern})`,
  ),
]

/** Someone else is or was violent to another person. */
export const byOthers: readonly RegExp[] = [
  new RegExp(
    String.raw`(?:${relation}|${youngRelation}|${marked})(?: has| had| once| just| nearly)* (?:stabbed|shot|murdered|killed|strangled|attacked|assaulted|beat up|glassed) ${onePattern}\b${notViolence}`,
  ),
  new RegExp(
    String.raw`\bput a bullet (?:in|through) |\b(?:brok\w*|smash\w*|fractured|bust\w*) (?:a|some|this|that) (?:\w+ )?(?:man|lad|guy|boy|girl|woman|bloke|kid)'s (?:nose|jaw|arm|ribs?|leg|skull|face|teeth)\b`,
  ),
]

const perpetratorPattern = String.raw`(?:he|she|they|who|${relation}|${youngRelation}|${marked}|my (?:\w+ )?(?:man|carer|nephew|niece|guardian|stepdad|stepmum|stepfather|stepmother|uncle|granddad|grandad))`

/** Someone is violent to the client. */
export const toClient: readonly RegExp[] = [
  new RegExp(
    String.raw`\b${perpetratorPattern}\b,?[^.?!]{0,50}?\b(?!hurts?\b|hit (?:me|us) (?:up|that|when))${strikes} (?:at |on )?(?:me|us)\b(?! (?:that|how|when it|up|at (?:chess|cards|golf|tennis|pool|the)|in the (?:final|game)|out|about|for a|so much|really|emotionally|deeply))`,
  ),
  new RegExp(
    String.raw`\b${perpetratorPattern}\b[^.?!]{0,50}?\b${handlesPattern} (?:of )?(?:me|us|my (?:\w+ )?(?:hair|head|face|arms?|neck|throat|hand)) (?:\w+ ){0,2}?${roughlyPattern}`,
  ),
  new RegExp(
    String.raw`\b(?:my (?:husband|wife|partner|boyfriend|girlfriend|father|mother|mum|mom|dad|son|man|stepfather|stepdad|uncle)|he|she),?(?: he| she)?(?: is| are| was| does| do| always| often)* (?:hitting|beating|kicking|slapping|hit|beats?|hits)(?=[,.!]|$| (?:also|in front|every|with (?:the|his|her)|all the time|always|again (?:and|now)|very (?:hard|much)|strong))(?! with the (?:ball|news|bat))`,
  ),
  new RegExp(
    String.raw`\b(?:he|she|they|${relation})(?:'s| is| was)? (?:just |only |sometimes |always )?(?:push(?:es|ed|ing)?|shov(?:es|ed|ing)|shak(?:es|ing)|shook|pinch(?:es|ed|ing)|slap(?:s|ped|ping)|grab(?:s|bed|bing)) (?:me|us)(?= (?:around|about|sometimes|hard|when (?:he|she|they|i)|if i|and)|[.,!]|$)`,
  ),
  new RegExp(
    String.raw`\b(?:threw|throws|throwing|chuck(?:s|ed)) (?:a|an|the|his|her|my|hot|boiling) (?!(?:\w+ )?(?:idea|party|question|look|glance|curve|ball|lifeline|bone|smile|surprise|blanket|pillow)\b)(?:\w+ ){0,2}(?:at|over|on) (?:me|us)\b(?! (?:and said catch|to catch))|\b(?:thr(?:ew|ows)|pour(?:s|ed)) (?:\w+ ){0,2}(?:tea|coffee|water|soup|oil) (?:at|over|on) me\b`,
  ),
  new RegExp(
    String.raw`\b${perpetratorPattern}\b[^.?!]{0,20}\b(?:gives?|gave|giving) (?:me|us) (?:a|the) (?:\w+ )?(?:slap|smack|clip|clout|thump|hiding|beating|kicking|back of (?:his|her) hand)\b|\b${perpetratorPattern}\b[^.?!]{0,20}\b(?:knock|push|slap|throw|yank|drag|jerk|haul)(?:e?s|ed|ped|ged|n|ing|ping|ging)? (?:me|us) (?:about|around)\b|\b${perpetratorPattern}\b[^.?!]{0,20}\b(?:sw(?:ings?|inging|ung)|lung(?:es?|ed|ing)) at (?:me|us)\b|\b${perpetratorPattern}(?:'ll| will|'s going to|'d| would| is going to)? (?:says? |said )?(?:he'll |she'll |they'll |he will |she will )?(?:break|snap|smash) my (?:legs?|arms?|neck|jaw|face|fingers|nose|head|teeth)\b`,
  ),
]

const smallPattern = String.raw`(?:${child}|${youngRelation}|(?:our|my|the) (?:\w+ )?${marked}|the (?:little|big|small|youngest|eldest|oldest|middle) one)`
const agePattern = String.raw`(?:he|she|they)(?:'s|'re| is| are)? (?:only |just |barely |not even )?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|[1-9]|1[01])(?: years?| months?| years? old)?(?=[,.!]|$)`

/** Violence against a child, by anyone. */
export const toChild: readonly RegExp[] = [
  new RegExp(
    String.raw`\b(?!hurts?\b)${strikes} (?:at )?${smallPattern}(?!\w)${notViolence}(?!'?s? (?:feelings|hands?|cheek|hair|forehead|heart|team|school|class)| (?:at|to bed|goodnight|a ball|the ball))`,
  ),
  new RegExp(
    String.raw`\b${strikes} (?:him|her|them)\b[^.?!]{0,50}, ${agePattern}|\b${agePattern},?[^.?!]{0,40}\b(?!hurt)${strikes} (?:him|her|them)\b`,
  ),
  new RegExp(
    String.raw`\b(?:he|she|they|i|${relation}) (?:\w+ )?(?:thr(?:ows|ew)|slam(?:s|med)|shak(?:es)|shook|drag(?:s|ged)|yank(?:s|ed)|lock(?:s|ed)|shut(?:s)?|tie[sd]?|grab(?:s|bed)) (?:${smallPattern}|${marked}) (?:on|onto|into|against|across|by|in|down|to|up|so hard)\b(?! (?:the (?:car|bus|swing|shoulders?)|a (?:bath|blanket|taxi)))`,
  ),
  new RegExp(
    String.raw`\bdisciplin\w*[^.?!]{0,30}, ?[^.?!]{0,20}\b(?:with|use) (?:the|a|my) (?:belt|stick|cane|slipper|shoe|spoon|cable|hand|cord|whip)\b`,
  ),
]
