import { child, relation, someone, youngRelation } from './parts.ts'
import type { Terms } from './terms.ts'
import { byClient, byOthers, marked } from './violence.ts'

/** Violence against others: done, planned, wished or feared. */
export const harmToOthers: Terms = {
  plain: [
    ...byClient,
    ...byOthers,
    /\bhomicid\w*|\bwho i(?:'d| would|'ll| will|'m going to) (?:shoot|kill|stab|hurt)\b|\bi(?:'d|'ll| will| would| could|'m (?:going to|gonna)) (?:\w+ )?put (?:him|her|them|you) (?:in (?:the ground|a grave|a box|a coffin)|six feet under)\b/,
    new RegExp(
      String.raw`\b(?:shot|(?:kill|murder|strangle|stab|shoot|choke)(?:s|ed|ing)?)\s+${someone}\b(?!\s+(?:an|the|a) (?:e-?mail|text|message|look|quick))`,
    ),
    new RegExp(
      String.raw`\b(?:hurt|harm|attack|injure|beat(?: up)?)(?:s|ed|ing)?\s+${someone}\b(?!'?s? (?:feelings|at|in|to))`,
    ),
    /\bhurting (?:yourself|myself) or (?:others|anyone|someone)\b/,
    /\bput (?:my|your) hands on (?:him|her|them)\b/,
    new RegExp(
      String.raw`\b(?:threatened|threaten(?:ing)?|stabbing|strangling|choking|shooting|killing|hitting|shaking) ${someone}\b(?!\s+(?:with (?:a|the) (?:bill|fine)|hands?))`,
    ),
    /\b(?:make|made|making) (?:him|her|them|you) (?:pay|suffer)\b(?! (?:rent|for (?:dinner|lunch|the|it|his|her|their)|attention|back|me|my|half|taxes))|\b(?:get|got|bring|brought|bought) (?:a|the|my) gun\b/,
    /\b(?:tells?|telling|told|ordered|orders|commands?) me to (?:hurt|kill|stab|attack)\b/,
    new RegExp(
      String.raw`\bi(?:'ve|'d| have| had| also| just| then| even| nearly| almost| actually| finally)* (?:hit|slapped|punched|shoved|kicked|choked|strangled|beat|pushed|headbutted|attacked|stabbed|shook|shaken|smacked|throttled|grabbed|threw (?:\w+ ){0,4}at|hurt|threatened|pinned|burned|whipped|bit|went for|swung at|pulled (?:a|the) (?:knife|gun) on|put (?:my|a) (?:hands?|knife|fist|gun) (?:on|to|around|round|in)) ${someone}\b(?!'?s? (?:feelings|calendar)|\s+(?:hands?|up (?:to|on|about|for|at|with)|at (?:chess|golf|cards|tennis|pool)|an?\b|with (?:the|a) (?:bill|news|question)|in (?:the )?(?:line|meeting)|to (?:do|go|apply|talk|try|see|get)))`,
    ),
    new RegExp(
      String.raw`\b(?:put|putting|laid|lay|laying|raise[ds]?|lift(?:ed)?) (?:my|your|a) (?:hands?|fists?|finger|fingers) (?:on|around|round|to|against|up to|at) ${someone}\b|\b(?:my|your) hands (?:were )?(?:a?round|on) (?:his|her|their|my \w+'s) (?:neck|throat)\b|\bput (?:my|your) hands? on (?:my|the) \w+\b(?<=wife|husband|partner|girlfriend|boyfriend|kids?|son|daughter|baby|ex)`,
    ),
    new RegExp(
      String.raw`\b(?:going to|gonna|want(?:ed)? to|will|'ll|'d like to|would like to|plan(?:ning)? to|ready to|about to|urge to|thought about|thoughts of|thinking (?:of|about)|fantas\w+ about|imagin\w+|pictur\w+|dream\w* (?:of|about)|see yourself|afraid (?:of|i'll|i'd|i might|that i'll|that i'd)|i might|i'd|scared (?:of|i'll|i'd|i might)|tempted to) (?:\w+ ){0,2}(?:shak(?:e|ing)|shov(?:e|ing)|slap(?:ping)?|hurt(?:ing)?|harm(?:ing)?|kill(?:ing)?|stab(?:bing)?|shoot(?:ing)?|beat(?:ing)?|hit(?:ting)?|punch(?:ing)?|chok(?:e|ing)|strangl(?:e|ing)|attack(?:ing)?|burn(?:ing)?|smash(?:ing)?|break(?:ing)?|poison(?:ing)?|drown(?:ing)?|run(?:ning)? over|push(?:ing)?|smother(?:ing)?|murder(?:ing)?|bash(?:ing)?|bury(?:ing)?) ${someone}\b(?!'?s? (?:feelings|heart|record|time)|\s+(?:off\b|at (?:chess|golf|cards|tennis|pool)|an?\b|to (?:it|the)|up (?:for|about)))`,
    ),
    new RegExp(
      String.raw`\b(?:break|smash|cut|slit|rip|bash|burn|blow|knock|kick|stave|cave) (?:off |in |out |down |up )?(?:his|her|their|that (?:man|woman|guy)'s) (?:\w+ )?(?:legs?|arms?|face|jaw|neck|head|skull|teeth|throat|hands?|fingers|knees?|house|place|brains)\b`,
    ),
    /\b(?:hurt|harm|violen\w+|kill|dangerous|danger|threat) (?:\w+ ){0,2}(?:to |towards? |against )?(?:others?|other people|anyone|anybody|someone|somebody|another person|people)(?: else)?\b(?!'s? feelings)|\b(?:towards?|against|to) (?:others|other people|anyone else|someone else|somebody else)\b(?<=\b(?:harm|violence|violent|anger|aggress\w+|aggressive)\b[^.?!]{0,40})/,
    new RegExp(
      String.raw`\b(?:urges?|thoughts?|impulse\w*|feel\w*|afraid|ever) (?:\w+ ){0,4}(?:hurt|harm|shake|hit|kill|smother|drown|shak\w+|hurting|hitting|harming) (?:\w+ )?(?:${child}|your (?:partner|wife|husband|boyfriend|girlfriend|mother|father|stepfather|stepmother|brother|sister|ex-husband|ex-wife|ex|boss)|${relation})\b`,
    ),
    new RegExp(
      String.raw`\b(?:hurting|harming|killing|hitting|beating|attacking|shooting|stabbing|strangling) (?:${relation}|${someone})\b(?!'s? feelings)`,
    ),
    /\b(?:take|took|taken|taking|bring|brought|carry(?:ing)?|carried|got|bought|have|keep) (?:a|the|(?:my|his|her|our)(?: \w+'s)?) (?:knife|gun|bat|hammer|axe|machete|crowbar|blade)\b[^.?!]*\b(?:to (?:work|school|his|her|their)|for (?:him|her|them)|when i (?:see|find)|in case (?:he|she|they)|with (?:his|her|their) name)\b|\b(?:when|if|once) i (?:find|see|get (?:my hands on|hold of)|catch) (?:him|her|them)\b[^.?!]*\b(?:break|kill|hurt|smash|beat|pay|dead|regret|bat|knife)\b/,
    /\b(?:he|she|they|someone|somebody|everyone|those people)(?:(?:'s| is| are|'re) (?:going to|gonna)|'ll| will| deserves? to| should| needs? to| has to| have to) (?:be )?(?:dead|bleed|pay for (?:it|this|what)|regret (?:it|this|the day)|die for)\b(?! (?:tired|serious|set|for|to me))|\bi(?:'m| am) (?:going to|gonna) (?:make|have) (?:him|her|them) (?:pay|suffer|bleed|sorry)\b|\bshoot(?:ing)? (?:up )?the (?:school|office|place|church)\b|\bburn(?:ing)? (?:the|his|her|their) (?:house|place|office|car|school) down\b/,
    /\b(?:he|she|they) (?:ended up|wound up|is|was|went) (?:in|to) (?:the )?(?:hospital|emergency|er)\b[^.?!]*\b(?:because of me|i did|after i)\b|\bi (?:was|got|am|have been) (?:violent|physical|arrested for (?:assault|battery|hitting)|charged with (?:assault|battery))\b|\bi (?:lost it|snapped|lost control) and (?:hit|shook|slapped|punched|pushed|shoved|kicked|choked|threw|hurt|beat)\b|\bi (?:got|get) violent\b/,
  ],
  vague: [
    /\bi(?:'m| am) (?:going to|gonna) (?:\w+ly |just )?(?:stick|shank|shiv|gut|deck|knife|slice|bottle) (?:him|her|them|that (?:boy|man|guy|woman|girl|kid))\b(?! (?:in|on|with) (?:a|the|my|his|her|our)\b)|\bi'll (?:stick|shank|shiv|gut|deck|knife) (?:him|her)\b(?! (?:in|on|with) )/,
    /\bi(?:'ve| have)? (?:take|carry|got|have|keep|had|brought) (?:a|the|an|(?:my|his|her|our)(?: \w+'s)?) (?:knife|gun|blade|machete|hammer|bat) (?:to school|in (?:my|the) (?:bag|pocket|sock|jacket|coat|locker|car|glove ?box))\b/,
    new RegExp(
      String.raw`(?<!\b(?:he|she|they) (?:\w+ )?)\bwish(?:ed|ing)? (?:that )?(?:he|she|they|${relation}|${youngRelation}|${marked}) (?:was|were|had been|would be|'d be|would (?:just )?drop) (?:\w+ )?dead\b`,
    ),
    /\bput (?:him|her|them|you) in (?:a wheelchair|(?:the )?hospital)\b|\b(?:want|like|love|itching|tempted) to (?:\w+ )?(?:throttle|wring|deck|clout|batter|flatten|lamp|knock) (?:him|her|them|(?:his|her|their) (?:neck|block|head|lights))\b|\bi (?:push|shove|hit|slap|kick|punch)(?:ed)? (?:him|her|them) back\b/,
    /\b(?:won't|can't|cannot|wouldn't) (?:be )?(?:answer|responsible|answerable|held responsible) for what i(?:'d| would|'ll| will| might)? do\b|\bi (?:gripp?ed|grip|held|squeezed|handled|pulled|pushed)\b[^.?!]{0,30}\b(?:harder|rougher|tighter) than\b|\bi (?:was|am|get|got|can be) (?:\w+ )?rough with (?:him|her|them|mum|mom|dad|my \w+)\b/,
    /\b(?:can't say|don't know|dread to think|not sure|no idea|scared of) what i(?:'d| would|'ll| will| might) do\b(?! (?:without|with (?:the|my)|next|if i (?:lost|get|don't)|tomorrow|after|today|for (?:work|money)))|\bhope (?:\w+ )?(?:someone|somebody|a (?:car|bus|truck)|they|he|she) (?:\w+ )?(?:runs? (?:him|her|them) over|kills? (?:him|her|them)|hurts? (?:him|her|them)|die[sd]?|drop(?:s)? dead|gets? (?:hit|run over|cancer))\b/,
    /\b(?:watch (?:his|her|their) back|(?:he|she|they)(?:'ll| will) (?:see|get what|be sorry|regret)|get(?:s|ting)? what(?:'s| is) coming|settle (?:the|my|this) score|get (?:even|my own back|back at)|teach (?:him|her|them) a lesson|take care of (?:him|her|them) (?:my own way|for good|myself)|take matters into my own hands|revenge)\b/,
    new RegExp(
      String.raw`\bi could(?: just| have| really| honestly)? (?:kill|murder|strangle|throttle|punch|hit|slap|shake|choke|stab|shoot|killed|strangled) (?:him|her|them|my (?:wife|husband|partner|boyfriend|girlfriend|boss|mother|father|mom|dad|brother|sister|son|daughter|kids?|ex))\b`,
    ),
    /\b(?:harm|hurt) (?:anyone|anybody|someone|people|others)? ?,? ?(?:to )?you or (?:to )?(?:other people|others|anyone)\b|\b(?:see|saw|seeing) red\b|\bnot (?:responsible|sure what i'd do|sure what i might do)\b[^.?!]*\b(?:if|when|to) (?:he|she|they|him|her|them)\b|\bdon't know what i(?:'d| would|'ll| might) do (?:to|if|when) (?:him|her|them|he|she|they|i)\b|\bsafe (?:around|with|near|from) you\b/,
  ],
  nearHints: [
    /\b(?:drive past (?:his|her|their)|follow(?:ed|ing)? (?:him|her|them)|outside (?:his|her|their) (?:house|work|flat)|better not (?:come|meet|show)|had it coming|asking for it|hammer|crowbar|machete|axe|weapon|shut (?:him|her|them) up|lucky)\b/,
  ],
  hints: [
    /\b(?:watch (?:his|her|their) back|he should|she should|they should|he deserves?|she deserves?|they deserve|gun|knife|bat|fist|rage|payback|sorry for (?:it|what)|know where (?:he|she|they) lives?|his time|find out|that's up to (?:him|her|them))\b/,
  ],
}
