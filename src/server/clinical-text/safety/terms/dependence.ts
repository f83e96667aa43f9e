import { relation, youngRelation } from './parts.ts'
import { marked } from './violence.ts'

const carerPattern = String.raw`(?:he|she|they|who|${relation}|${youngRelation}|${marked}|my (?:\w+ )?(?:carer|nephew|niece|guardian|stepdad|stepmum|in-laws|grandson|granddaughter|sons|daughters|boss|sponsor)|the (?:carer|nurse|family|agency|staff)|his (?:mother|family)|her (?:mother|family))`
const moneyPattern = String.raw`(?:money|pension|savings|benefits?|wages|salary|pay|bank ?book|(?:bank |credit |debit |pension )?card|account|allowance|cheques?|checks?|inheritance|house keys|social security|disability)`
const needPattern = String.raw`(?:food|dinner|lunch|breakfast|supper|tea|meals?|water|drinks?|(?:any|no)thing to eat|enough to eat|(?:my |the )?(?:medicines?|medication|meds|tablets|pills|insulin|inhaler|painkillers|glasses|hearing aids?|walker|frame|wheelchair|stick|teeth|pads?|phone)|clean clothes|a (?:bath|wash|shower)|heating|blankets?)`

/** Withholding money, food, medicine or freedom from a dependent person, and neglect. */
export const withheld: readonly RegExp[] = [
  new RegExp(
    String.raw`\b${carerPattern}\b[^.?!]{0,30}?(?: |')(?:takes?|took|taking|takes out|took out|taken|keeps?|kept|steals?|stole|stealing|spends?|spent|spending|drain(?:s|ed)|empt(?:ies|ied)|collects?|cash(?:es|ed)|helps? (?:him|her|them)sel(?:f|ves) to|controls?|holds?|grabs?|withdraw(?:s|n)|withdrew|cleared out) (?:out )?(?:all |half |most |of )*(?:my|our|the whole) (?:\w+ )?${moneyPattern}\b(?! (?:for me|and (?:pays|buys) ))`,
  ),
  new RegExp(
    String.raw`\b(?:money|pension|savings|${moneyPattern})\b[^.?!]{0,30}\b(?:is|are|has|have|was|were|'s) (?:all )?(?:been )?(?:gone|missing|disappear\w+|vanish\w+|taken|emptied)\b[^.?!]{0,40}\b(?:${relation}|he|she|they)\b`,
  ),
  new RegExp(
    String.raw`\b(?:made|makes|make|making|forced|pressured|had|got|wants) me (?:to )?sign (?:over|the|a|some|my|it|away|papers)|\bsigned? (?:over )?(?:the|my) house (?:over )?(?:to|away)\b[^.?!]*\b(?:made|forced|had to|or)\b|\bi (?:get|got|see|have) (?:nothing|no(?:ne| money)|not a penny|not one \w+)\b(?=[^.?!]*)(?<=\b${carerPattern}\b[^.?!]*)`,
  ),
  new RegExp(
    String.raw`\b${carerPattern}\b[^.?!]{0,30}?\b(?:doesn't|don't|does not|do not|didn't|won't|will not|wouldn't|never|refuses? to|only|not) (?:\w+ )?(?:gives?|giving|feeds?|brings?|bringing|lets?|allows?|gets?) (?:me|us)(?: \w+){0,2} ${needPattern}\b`,
  ),
  new RegExp(
    String.raw`\b(?:doesn't|don't|won't|never|not|refuses? to|stopped) (?:feed(?:s|ing)?|wash(?:es|ing)?|chang(?:e|es|ing)|bath(?:e|es|ing)?|turn(?:s|ing)?) me\b(?<=\b${carerPattern}\b[^.?!]*)|\bi (?:don't|do not|never|can't|didn't) (?:\w+ )?(?:get|have|eat|see) (?:them|it|${needPattern}|anything|my \w+)\b[^.?!]{0,20}\b(?:if i|when (?:i|he|she|they)|unless|until (?:he|she|they)|because (?:he|she|they)|as (?:a )?punishment)\b|\b(?:no|without) ${needPattern} (?:if|when|until|unless|because) (?:i|he|she|they)\b`,
  ),
  new RegExp(
    String.raw`\bwhen (?:he|she|they)(?:'s|'re| is| are) (?:\w+ )?(?:cross|angry|mad|annoyed|drunk|in a mood)\b[^.?!]{0,20}\bi (?:don't|do not|never) (?:get|have|eat)\b|\b${carerPattern}\b[^.?!]{0,20} (?:hides?|hid|locks? (?:away|up)|throws? away|flush(?:es|ed)|takes?(?: away)?|withhold\w*|keeps?|kept) (?:my|the) (?:\w+ )?(?:medicines?|medication|meds|tablets|pills|insulin|inhaler|glasses|hearing aids?|walker|frame|wheelchair|stick|teeth|passport|papers|id|birth certificate|phone|shoes|keys|car keys)\b`,
  ),
  new RegExp(
    String.raw`\b(?:lock(?:s|ed|ing)?|bolt(?:s|ed|ing)?|shut(?:s|ting)?) (?:(?:me|us|the (?:front |back |bedroom )?door|my (?:bed)?room|the (?:bed)?room|the house)\b[^.?!]{0,25}\b(?:in|inside|from (?:the )?outside|away|up|when (?:they|he|she) (?:go|goes|leave|leaves)|so i (?:can't|don't)|cupboard|cellar|basement|attic|bathroom|shed))\b(?<!\bi (?:\w+ )?(?:lock|bolt|shut)[^.?!]*)|\bi(?:'m| am| was| get|'ve been| have been) (?:always |being )?(?:locked|shut) (?:in|inside|up|away)\b(?! (?:the (?:bathroom|car) by accident))|\bnot allowed (?:out|to (?:leave|go out|see|have|use|eat|speak|talk|work|phone|call))\b`,
  ),
  new RegExp(
    String.raw`\b(?:ties?|tied|tying|strap(?:s|ped)?|restrain(?:s|ed)?) me (?:to|in|into|down|up|on)\b|\b(?:leaves?|left|leaving) me\b[^.?!]{0,20}\b(?:in (?:my|the|a) (?:own )?(?:wet|soiled|dirty|bed all|chair all|mess)|on the (?:floor|toilet|commode)|for hours|from \w+ (?:till|until|to) \w+|wet|soiled|dirty|all (?:day|night)|without|hungry|thirsty|lying|sitting)\b(?! (?:message|to (?:play|work)))|\bi (?:lie|lay|sit|sat|am lying|was lying|am sitting)\b[^.?!]{0,20}\b(?:in my own (?:\w+)|in (?:wet|dirty|soiled) \w+|soiled|until (?:someone|somebody|they|she|he) comes)\b`,
  ),
  new RegExp(
    String.raw`\b(?:gives?|gave|giving|puts?|slips?|slipped|makes? me take) (?:me )?(?:\w+ ){0,3}(?:pills|tablets|drops|medicine|sedatives?|something in my (?:tea|food|drink))\b[^.?!]{0,20}\b(?:to keep me (?:quiet|asleep|down)|so (?:that )?i(?:'ll| will)? (?:sleep|don't|am quiet|stay)|to (?:shut|knock) me (?:up|out))\b`,
  ),
  /\b(?:have to|must|need to|got to|gotta) (?:ask|beg|get) (?:(?:him|her|them|his|her|their)|(?:for )?(?:his|her|their)) (?:for )?(?:permission|money|every (?:penny|cent)|everything|food)\b|\b(?:his|her|their) permission to\b|\bi must work\b[^.?!]*\bno (?:money|pay|wages)\b|\b(?:reads?|went through|goes through) (?:all )?(?:of )?my (?:messages|texts|emails|phone|post|letters|mail)\b(?! (?:out loud|aloud))(?<=\b(?:he|she|they|husband|wife|partner|boyfriend|girlfriend|mother-in-law|son|daughter)\b[^.?!]*)/,
]

/** Sexual acts against a person's will, in words of children and adults. */
export const coerced: readonly RegExp[] = [
  /\b(?:i|when i|if i|even if i|even when i) (?:say|said|tell (?:him|her)|told (?:him|her)) (?:him |her )?(?:no|stop|i don't want)\b[^.?!]{0,20}\b(?:he|she|but he|but she) (?:just |still )?(?:carries on|carried on|keeps? (?:on|going)|kept (?:on|going)|does(?:n't stop| it)|did(?:n't stop| it)|goes on|continues|continued|won't stop|doesn't care|doesn't listen|does not stop|takes|took)\b|\bstopped saying no\b|\b(?:doesn't|don't|won't|never|can't) (?:take|accept|hear) (?:a )?no\b[^.?!]*\b(?:bed|sex|night|tired)\b|\bnot allowed to say no\b|\b(?:can't|cannot|never) (?:say|refuse) (?:no )?(?:to )?(?:him|her)\b[^.?!]*\b(?:bed|sex|night)\b/,
  /\b(?:he|she|they|uncle|grandad|grandpa|granddad|coach|stepdad|stepfather|teacher|cousin|brother|dad|daddy|father|man|@+)\b[^.?!]{0,40}\b(?:under my (?:pyjamas|pajamas|skirt|shirt|top|clothes|covers|duvet|blanket|nightie|dress|knickers|pants|underwear)|my (?:private\w*|bottom|willy|bits|front bottom|knickers|pants down|breasts?|boobs)|in my (?:pants|knickers|underwear))\b|\b(?:tickl\w+|secret|special|our) game\b[^.?!]{0,40}\b(?:under|pyjamas|pajamas|bed|clothes|don't like|hate|scared|tell)\b|\b(?:he|she|they|uncle|grandad|grandpa|stepdad|stepfather|coach|brother|cousin|dad|daddy|@+)\b[^.?!]{0,30}\b(?:comes?|came|gets?|got|climbs?|climbed) (?:in|into|in to) (?:my (?:bed(?:room)?|room) (?:at night|when|and)|bed with me)\b/,
  /\b(?:makes?|made|making|forc(?:es|ed|ing)) (?:me|us) (?:\w+ )?(?:kiss|touch|lie|watch|take (?:off|my)|do (?:it|things|stuff|that)|have|sleep with|strip|undress|send (?:him |her )?(?:\w+ )?(?:pictures|photos|nudes))\b(?! (?:homework|sports|chores|the dishes|piano|lunch))(?! (?:it|that) (?:again|properly|over))(?<=\b(?:he|she|they|uncle|who|dad|stepdad|coach|brother|husband|boyfriend|partner|@+)\b[^.?!]*)(?=[^.?!]*\b(?:off|bed|sex|naked|there|film|pictures|photos|nudes|me|him|private|with (?:him|them)|things|stuff|his)\b)|\b(?:wakes?|woke|wake) (?:up )?(?:and|with) (?:he|him|she|her)(?:'s| is| was)? (?:on|inside|in) (?:top of )?me\b|\bwhile i(?:'m| am| was)? (?:still )?(?:asleep|sleep|sleeping|passed out|unconscious)\b[^.?!]*\b(?:he|she|sex|inside)\b|\b(?:he|she) (?:does it|has sex|had sex|did it|takes me|took me) (?:anyway|while|when i (?:sleep|am asleep|don't)|by force|without)\b/,
]
