import { blade, limb, self } from './parts.ts'
import { selfInjury, signs } from './self-injury.ts'
import type { Terms } from './terms.ts'

/** Intentional self-injury, and urges. */
export const selfHarm: Terms = {
  plain: [
    /(?<=\b(?:without|(?:keep|kept|keeping|stay\w* away|refrain\w*) from) (?:any |even )?)(?:cutting|burning|scratching|self-?harm\w*|hurting yourself)\b(?! (?:back|down|out|off|corners?|costs?|the|a|my|any|through|up|calories|carbs|wood|gas|fuel|cards?))/,
    ...selfInjury,
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
    /\b(?:was|am|i'm|started|start) cutting again\b/,
    /\bcut(?:ting)? my (?:arms?|wrists?|legs?|thighs?|skin)\b/,
    /\b(?:hit|bang)(?:ting|ing|s)? my head (?:on|against) (?:the|a) wall\b/,
    /\b(?:harm|hurt|injur|damag|cut|burn|punish|hitt?|bruis)(?:e|ed|ing|ting)? (?:myself|yourself)\b(?! (?:off|some slack|short|shaving|at (?:work|the gym|practice)|(?:while |when )?(?:cooking|lifting|running|gardening|falling|playing)|on (?:the|a|that|my) (?:stove|oven|pan|iron|paper|bread|baking|kettle|door|tap)))/,
    /\b(?:i|i'd|i've|i have|and|then|just|started|been|still|again|to) (?:just |been |started |almost |nearly |also |went and )?(?:cut|cutting)\b(?= (?:again|on (?:saturday|sunday|monday|tuesday|wednesday|thursday|friday)|last (?:night|week)|yesterday|today|this (?:week|morning)|when|because|to (?:feel|cope|shut|stop|calm)|deep\w*|every|most|every day)\b|[.!]|$)/,
    /\b(?:back to|gone back to|went back to|been|still|you|start\w*|stop\w*|quit|about|urge\w* (?:to|of)) (?:ever )?(?:cutting|burning|self-injur\w+)\b(?! (?:back|down|out|calories|carbs|grass|hair|class|corners|coupons|the|a|fabric|it|wood|ties|up|through|incense|candles|calories)\b)|\b(?:the|that|a|another|fresh|new|deep) cuts?\b(?= (?:for|on my|on your|healed|is|was|were|are|in my|got))|\b(?:from|with) sh\b|\bclean from (?:cutting|burning|sh|self)\b/,
    new RegExp(
      String.raw`\b(?:cut|cuts|cutting|burn(?:s|ed|t|ing)?|scratch(?:es|ed|ing)?|slic(?:e|ed|ing)|carv(?:e|ed|ing)|bit(?:e|ing|ten)?|dig(?:ging)?|dug|stab(?:bed|bing)?|claw(?:ed|ing)?|prick(?:ed|ing)?) (?:\w+ ){0,3}(?:into |on |at |across )?(?:my|your) (?:own )?(?:\w+ )?${limb}\b(?! (?:on (?:the|a|that) (?:stove|oven|pan|baking|bread|door|fence|can|tin|glass)|because of the|cooking|shaving|gardening))(?=[^.?!]*\b(?:on purpose|until|so (?:that )?i|to (?:feel|stop|calm|cope)|when i'm|because i (?:was|felt|feel)|${blade}|lines|deep))`,
    ),
    new RegExp(
      String.raw`\b(?:lines|cuts|burns|marks|stripes|scars)\b[^.?!]{0,24}\bon my (?:\w+ )?${limb}\b|\b(?:long sleeves|bracelets|bandage\w*|plasters?)\b[^.?!]*\b(?:hide|cover) (?:the|my) (?:cuts|marks|burns|scars|arms?)\b`,
    ),
    new RegExp(
      String.raw`\b${blade} (?:to|on|against|into|across|over) my (?:own )?(?:\w+ )?${limb}\b|\b(?:put|puts|putting|press\w*|held|hold\w*|stub\w*) (?:\w+ ){0,3}(?:cigarettes?|lighter|flame|straighteners?|iron|match(?:es)?|candle|hot \w+) (?:out )?(?:to|on|onto|against) (?:my|me)\b`,
    ),
    /\b(?:punch|hitt?|slap|smack|bang|bash|thump)(?:es|ed|ing|s)? (?:my(?:self| own| head| face| legs?| thighs?| chest)|yourself)\b(?! (?:on the back|into|against the (?:car|door|shelf|cupboard|low)))|\b(?:bang|bash|hit|smash)(?:s|es|ed|ing)? my (?:head|fists?|hands?) (?:on|against|into) (?:the|a)\b|\bpull(?:ing|ed)? (?:my|out my) hair (?:out )?(?:until|on purpose|to)\b|\b(?:urge|urges|impulse|crav\w+|want\w*|need\w*) to (?:cut|burn|hurt myself|hurt yourself|harm|self)\b(?! (?:back|down|out|calories|the|ties|off|my hair|costs|class|sugar|corners|carbs|it|a))/,
    /\b(?:starv(?:e|ed|ing)|bleed(?:ing)?|poison(?:ed|ing)?|chok(?:e|ed|ing)) (?:myself|yourself)\b|\bwatch(?:ed|ing)? (?:it|myself|the blood) (?:bleed|run|drip)\b|\bneed(?:ed)? to see (?:the )?blood\b|\bharm (?:of any kind )?to (?:yourself|myself)\b|\bself harm\w*/,
  ],
  vague: [
    /\bsafe from (?:cutting|burning|hurting|harming|self|the blades?|yourself)\b/,
    ...signs,
    /\b(?:it|the pain|pain|hurting|bleeding) (?:makes|helps|is the only thing)\b[^.?!]*\b(?:feel (?:something|real|alive|better)|noise stop|calm)\b|\bdid (?:it|something) to my(?:self| arms?| legs?| wrists?)\b|\bhurt to feel\b|\btook it out on my(?:self| arms?| legs?| body| skin)\b/,
  ],
  nearHints: [/\b(?:the old ones|old ones|itch\w*|heal\w*|just (?:scratches|marks)|that's from)\b/],
  hints: [
    /\blong(?:-| )?(?:sleeve[ds]?|shirts?|trousers)\b|\b(?:sleeves?|hoodie|bracelets?|bandages?|plasters?|band-?aids?|scars?|blades?|razors?|the lighter)\b|\bcover(?:ed|ing)? (?:them|it|my (?:arms?|legs?|wrists?)) up\b|\bkeep (?:it|them|my arms?) covered\b/,
  ],
}
