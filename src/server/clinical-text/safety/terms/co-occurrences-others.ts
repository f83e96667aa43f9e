import type { Cooccurrence } from './co-occurrence.ts'

const actPattern =
  /\b(?:hit|hits|hitting|beat\w*|slap\w*|smack\w*|punch\w*|kick\w*|pinch\w*|chok\w*|strangl\w*|shov\w*|did it|does it|burn\w*|whip\w*|knock(?:s|ed)? me about|handles? me)\b/
const stickPattern =
  /\b(?:belt|buckle|cable|cord|stick|cane|slipper|shoe|spoon|hanger|fists?|pan|hose|whip|switch|back of (?:his|her) hand)\b/
const otherPerson =
  /\b(?:he|she|they|dad|daddy|mum|mummy|mom|mommy|father|mother|stepdad|uncle|husband|wife|partner|boyfriend|girlfriend|brother|son|daughter|carer|carers|nurse|one|ex|@+)\b/

const drinksPattern =
  /\b(?:(?:two|three|four|five|six|seven|eight|a few|a couple(?: of)?|several|half a|a|too many) (?:\w+ )?(?:margaritas?|wines?|beers?|pints?|vodkas?|gins?|glasses|drinks|cocktails|shots|whisk(?:e)?ys?|bottles?|spliffs?|joints?|proseccos?)|drunk|drinking|stoned|over the limit|high as)\b/
const soberPattern =
  /\b(?:water|coffee|soft drinks|taxi|uber|cab|(?:didn't|never|wouldn't|won't|don't|not) (?:\w+ )?(?:drive|drove|driving)|sober|alcohol[- ]free|(?:husband|wife|partner|friend|sister|brother) drove|high street|drink[- ]driving course)\b/

/** Abuse, harm to others and danger to children. */
export const betweenPersons: readonly Cooccurrence[] = [
  {
    topic: 'child safety',
    clarity: 'plain',
    words: [
      /\b(?:i|he|she)\b/,
      /\b(?:drove|drive|driving|school run|(?:pick|picked|picking) (?:them|him|her|the kids|the girls|the boys) up)\b/,
      /\b(?:kids?|child(?:ren)?|bab(?:y|ies)|my (?:sons?|daughters?|boys?|girls?)|the (?:girls|boys|twins)|toddler|grand(?:kids|children|son|daughter))\b/,
      drinksPattern,
    ],
    unless: soberPattern,
  },
  {
    topic: 'substance use',
    clarity: 'plain',
    words: [/\bi\b/, /\b(?:drove|driving|drive|behind the wheel)\b/, drinksPattern],
    unless: soberPattern,
  },
  {
    topic: 'harm to others',
    clarity: 'plain',
    words: [
      /\bi\b/,
      /\b(?:pictur\w*|imagin\w*|fantasi\w*|daydream\w*|dream (?:of|about)|think(?:ing)? (?:of|about)|see myself|plan\w*)\b/,
      /\b(?:bash|smash|stabb?|strangl|punch|kill|hitt?|throttl|shoot|hurt|burn|chok|beat|drown|poison)ing\b/,
      /\b(?:him|her|his|them|their|people|someone|boss|manager|husband|wife|mother|father|neighbou?r|brother|sister|@+)\b/,
    ],
    unless: /\b(?:game|film|novel|character|killing it|him off|her off|myself)\b/,
  },
  {
    topic: 'harm to others',
    clarity: 'vague',
    words: [
      /\bi\b/,
      /\b(?:years|months|time|prison|jail|inside|sentence|record|caution|convict\w*|arrest\w*)\b/,
      /\b(?:stabb?ing|assault\w*|gbh|abh|battery|attack\w*|shooting|manslaughter|beating|murder)\b/,
    ],
    unless: /\b(?:victim|heart attack|panic|phone|charge)\b/,
  },
  {
    topic: 'child safety',
    clarity: 'plain',
    words: [
      /\b(?:i|he|she)\b/,
      /\b(?:shut|lock(?:ed|s)?|put|left|tied|threw|held)\b/,
      /\b(?:him|her|them|the baby|@+)\b/,
      /\b(?:shed|cupboard|cellar|closet|wardrobe|garage|dark|out in the (?:cold|garden|rain)|cold water|on the balcony|under the water)\b/,
      /\b(?:little one|bab(?:y|ies)|kids?|child(?:ren)?|sons?|daughters?|toddler|scream\w*|cr(?:y|ied|ying)|tantrum\w*)\b/,
    ],
    unless: /\b(?:coats?|toys?|bikes?|hide and seek|playing|dog|pram|buggy)\b/,
  },
  {
    topic: 'abuse',
    clarity: 'plain',
    words: [
      /\b(?:he|she|they|dad|mum|mom|stepdad|husband|wife|partner|boyfriend|girlfriend|son|daughter|brother|uncle|@+)\b/,
      /\b(?:chuck\w*|thr[eo]ws?|hurl\w*|fl[ui]ng\w*|lob\w*|smash\w*)\b/,
      /\b(?:at (?:me|us|my (?:head|face))|over my head|against me)\b/,
    ],
    unless: /\b(?:ball|party|idea|question|catch|snowball|pillow|surprise|joke|look|glance|bone)\b/,
  },
  {
    topic: 'abuse',
    clarity: 'plain',
    words: [
      /\b(?:he|she|they|coach|uncle|teacher|boss|stepdad|dad|brother|priest|@+)\b/,
      /\bhands? (?:down|up|in|inside|under|between) my\b|\b(?:touch\w*|rub\w*|strok\w*|kiss\w*|feel\w*) my (?:\w+ )?(?:legs?|thighs?|chest|bum|bottom|breasts?|private\w*)\b/,
    ],
    unless: /\b(?:doctor|nurse|physio\w*|massage|midwife|boyfriend and i)\b/,
  },
  {
    topic: 'abuse',
    clarity: 'plain',
    words: [
      /\b(?:he|she|they|dad|mum|mom|stepdad|husband|wife|partner|mother-in-law|son|daughter)\b/,
      /\b(?:made|makes|make|forces?|forced) me (?:to )?(?:\w+ )?(?:sleep|stand|kneel|eat|stay|sit|wait)\b/,
      /\b(?:garage|car|floor|shed|outside|balcony|cold|bathroom|dog|corner|garden|hours|all night|off the floor)\b/,
    ],
    unless: /\b(?:trainer|army|game|physio|doctor|camping)\b/,
  },
  {
    topic: 'abuse',
    clarity: 'plain',
    words: [
      /\b(?:he|she|they|husband|wife|partner|son|daughter|family|mother-in-law|boss)\b/,
      /\b(?:clos\w*|lock\w*|shut\w*|bolt\w*) (?:\w+ )?(?:the )?(?:doors?|gate|room|house)\b/,
      /\b(?:key|outside|go(?:es|ing)? (?:out|to work)|leaves?|all day|cannot (?:go|leave)|can't (?:go|get|leave))\b/,
      /\b(?:i have no key|no key|i can't|i cannot|with (?:the )?key|from (?:the )?outside|not allowed|keep me|until (?:he|she|they))\b/,
    ],
    unless: /\b(?:forgot|lost my|locksmith|garage door|shop|office)\b/,
  },
  {
    topic: 'abuse',
    clarity: 'plain',
    words: [
      /\b(?:they|he|she|staff|carers?|nurses?|son|daughter)\b/,
      /\b(?:take|took|takes|hide|hides|remove\w*|keep)\b/,
      /\bmy (?:frame|walker|stick|wheelchair|glasses|hearing aids?|teeth|bell|phone|call button)\b/,
      /\b(?:so (?:that )?i|at night|can't|away|until|punish\w*|wet|get up)\b/,
    ],
    unless: /\b(?:clean\w*|repair\w*|battery|batteries|safe ?keeping)\b/,
  },
  {
    topic: 'abuse',
    clarity: 'plain',
    words: [otherPerson, actPattern, stickPattern, /\b(?:me|us|my)\b|\bbecause i\b/],
    unless: /\b(?:game|film|movie|trainer|chess|match|cricket|drums|carpet|used to|dog)\b/,
  },
  {
    topic: 'abuse',
    clarity: 'plain',
    words: [
      otherPerson,
      /\b(?:slap|hit|pinch|kick|punch|smack|twist|squeez|grab|burn)(?:s|ped|ting|es|ed|e|bed)?\b/,
      /\bmy (?:legs?|arms?|face|hands?|back|head|ears?|cheek|bottom|ribs?|wrists?|hair)\b/,
      /\b(?:when i|because i|if i|hard|turn|like a sack|until|every)\b/,
    ],
    unless:
      /\bi (?:\w+ )?(?:slap|hit|pinch|kick|punch|smack|twist|squeeze|grab|burn)|\b(?:physio\w*|massage\w*|yoga|trainer|ball|door)\b/,
  },
  {
    topic: 'abuse',
    clarity: 'plain',
    words: [
      /\b(?:he|she|they|husband|wife|partner|boyfriend|girlfriend|son|daughter|boss)\b/,
      /\b(?:say|says|said|saying|tells?|told|threaten\w*|swears?|warn\w*)\b/,
      /\b(?:send me back|report me|deport\w*|take (?:the|my) (?:children|kids|passport|baby)|throw me out|put me in a home|lock me|burn|find me|kill|hurt me|on the street|cut me off)\b/,
      /\bif i|will|'ll|would|when i|unless\b/,
    ],
    unless: /\b(?:court order|social worker|mediator|joke\w*|joking)\b/,
  },
  {
    topic: 'abuse',
    clarity: 'plain',
    words: [
      /\b(?:he|she|him|her)\b/,
      /\bi (?:told (?:him|her) )?(?:said (?:no|stop)|no|didn't want|don't want|did not want|do not want|was (?:asleep|drunk|crying))\b|\btold (?:him|her) (?:no|stop|i didn't)\b/,
      /\b(?:anyway|carried on|did it|held (?:me|my)|forced|on top of|inside|didn't stop|doesn't stop|wouldn't stop|pinned)\b/,
    ],
    unless: /\b(?:present|gift|help|dishes|cake|party|went out)\b/,
  },
  {
    topic: 'abuse',
    clarity: 'plain',
    words: [
      /\b(?:son|daughter|nephew|niece|grandson|granddaughter|in-law|carer|he|she|they)\b/,
      /\b(?:has|have|got|took|keeps?|uses?|holds?)\b/,
      /\b(?:my |the )(?:bank |pension |credit )?(?:card|pension|savings|bank ?book|money)\b/,
      /\b(?:no money left|nothing left|can't buy|no money|i get nothing|bought (?:a|him|her)|gone|missing|never see|don't see|not a penny|if i ask)\b/,
    ],
    unless: /\b(?:pays (?:my|the) bills|asked (?:him|her) to|helps me)\b/,
  },
  {
    topic: 'abuse',
    clarity: 'vague',
    words: [/\bused to\b/, /\b(?:knock|beat|hit|hurt|slap|touch|lock)\b/, /\b(?:me|us)\b/],
    unless: /\b(?:chess|cards|golf|tennis)\b/,
  },
  {
    topic: 'abuse',
    clarity: 'vague',
    words: [
      /\bhandl(?:es?|ed) me|rough with me|like a sack|we have our moments|under a lot of strain|has a temper|keeps the keys\b/,
    ],
    unless: /\bnever mind\b/,
  },
  {
    topic: 'harm to others',
    clarity: 'plain',
    words: [
      /\bi\b/,
      /\b(?:tied|tie|strapped|restrained|pinned|locked|smack\w*|slap\w*|hit)\b/,
      /\b(?:her|him|mum|mom|dad|gran|nan|mother|father|wife|husband)(?:'s)?\b/,
      /\b(?:to the (?:bed|chair)|hands|wrists|arms|twice|down|in (?:her|his) room)\b/,
    ],
    unless: /\b(?:laughed|game|shoes|laces|apron|physio|film|nurse showed|bandage)\b/,
  },
  {
    topic: 'harm to others',
    clarity: 'plain',
    words: [
      /\b(?:i've got|i have|i know|got|took|bought)\b/,
      /\b(?:bat|knife|gun|hammer|machete|crowbar|axe|petrol|acid)\b/,
      /\b(?:his|her|their) (?:address|house|place|car|work|face|head)\b|\bin the ground\b|\bwhen (?:he|she) (?:gets|comes)\b/,
    ],
    unless: /\b(?:cricket|baseball|kitchen|carpent\w*|lend|borrow\w*)\b/,
  },
  {
    topic: 'harm to others',
    clarity: 'vague',
    words: [
      /\b(?:slit|stab|shoot|cut|break|smash|burn)\b/,
      /\b(?:his|her|their|\w+'s|the) (?:throat|neck|face|legs|kneecaps|place down|house down|car)\b/,
      /\b(?:i'd|i'll|he'd|she'd|i could|going to|gonna|said|swear|would)\b/,
    ],
    unless: /\b(?:film|game|laughed|joke|joking|windscreen)\b/,
  },
]
