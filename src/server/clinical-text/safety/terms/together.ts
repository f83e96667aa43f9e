import type { SafetyTopic } from '../finding.ts'
import { blade, limb, pills } from './parts.ts'

/** Words that speak of a topic where they stand together, in whatever order and distance. */
export interface Together {
  topic: SafetyTopic
  clarity: 'plain' | 'vague'
  words: readonly RegExp[]
  /** Tells of something else. */
  unless: RegExp
}

const mine = /\b(?:i|i'm|i've|my|me|myself)\b/
const accident =
  /\b(?:accident\w*|by mistake|slipp?ed|tripped|fell|cook\w*|kitchen|oven|stove|shav\w*|garden\w*|barbed|fence|work(?:shop|ing)|craft|doctor|nurse|surg\w*|physio\w*|vet|dentist|cat|dog|football|rugby|gym|game|film|movie|book|laughed)\b/
const tool = new RegExp(
  String.raw`\b(?:${blade}|compass|sharpener|lighter|matches|pins?|needles?|broken glass|shard|stapler)\b`,
)
const ownBody = new RegExp(String.raw`\b(?:my|the) (?:\w+ )?(?:${limb}|skin|head|face|body)\b|\bof my ${limb}\b`)
const onPurpose =
  /\b(?:on purpose|bleed\w*|blood|wanted (?:it )?to (?:hurt|bleed|feel)|deeper|usual|anger|feeling|feel (?:something|better)|calm\w*|punish\w*|again|many times|over and over|numb)\b/
const act =
  /\b(?:hit|hits|hitting|beat\w*|slap\w*|smack\w*|punch\w*|kick\w*|pinch\w*|chok\w*|strangl\w*|shov\w*|did it|does it|burn\w*|whip\w*|knock(?:s|ed)? me about|handles? me)\b/
const stick =
  /\b(?:belt|buckle|cable|cord|stick|cane|slipper|shoe|spoon|hanger|fists?|pan|hose|whip|switch|back of (?:his|her) hand)\b/
const otherPerson =
  /\b(?:he|she|they|dad|daddy|mum|mummy|mom|mommy|father|mother|stepdad|uncle|husband|wife|partner|boyfriend|girlfriend|brother|son|daughter|carer|carers|nurse|one|ex|@+)\b/
const machine =
  /\b(?:machine|device|camera|chip|implant|antenna|waves?|rays?|beam|signal|satellite|laser|wire|speaker|microphone|router|sockets?|ceiling|walls?|vents?)\b/
const meant = /\b(?:message|sign|signal|code|meant|means|warning|showing|telling|sending|address\w*|chosen)\b/

export const together: readonly Together[] = [
  { topic: 'self-harm', clarity: 'plain', words: [mine, tool, ownBody, onPurpose], unless: accident },
  {
    topic: 'self-harm',
    clarity: 'plain',
    words: [
      /\bi\b/,
      /\b(?:hit|hits|bang\w*|smash\w*|bite|bit|scratch\w*|cut|burn\w*|put|stick|stuck)\b/,
      /\b(?:the|my|own) (?:head|hand|arm|wrist|leg|skin|face)\b|\bin it\b/,
      /\b(?:wall|many times|again and again|wanted it to bleed|until|on purpose)\b/,
    ],
    unless: accident,
  },
  {
    topic: 'self-harm',
    clarity: 'plain',
    words: [
      /\bcut (?:it|them|again|myself|and it|until)\b/,
      /\bdeeper|deep enough|bleed\w*|blood|bathroom|razor|blade\b/,
      /\bi\b/,
    ],
    unless: accident,
  },
  {
    topic: 'self-harm',
    clarity: 'vague',
    words: [
      tool,
      /\b(?:my|her|his|their) (?:\w+ )?(?:arms?|wrists?|thighs?|legs?|skin)\b|\b(?:her|him|them)selves?\b|\b(?:her|him)self\b/,
    ],
    unless: accident,
  },
  {
    topic: 'abuse',
    clarity: 'plain',
    words: [otherPerson, act, stick, /\b(?:me|us|my)\b|\bbecause i\b/],
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
    topic: 'suicide',
    clarity: 'plain',
    words: [
      /\bi\b/,
      /\b(?:stopp?(?:ed|ing)?|quit|skip\w*|refus\w*|not taking|won't take)\b/,
      /\b(?:insulin|dialysis|heart (?:pills|tablets)|eating|medic\w+|tablets|pills|chemo)\b/,
      /\b(?:so it (?:goes|ends|is over)|faster|to die|let (?:it|nature)|get it over|i've had enough|over with)\b/,
    ],
    unless: /\b(?:side effects|weight|nausea)\b/,
  },
  {
    topic: 'suicide',
    clarity: 'plain',
    words: [
      /\b(?:how many|how much|look\w* up|googl\w*|search\w*|calculat\w*|work(?:ed|ing) out|count\w*)\b/,
      new RegExp(String.raw`\b(?:${pills}|insulin|metres|height|dose)\b`),
      /\b(?:it would take|would take|to die|be enough|kill|lethal|fatal)\b/,
    ],
    unless: /\b(?:the doctor|pharmacist|nurse|headache)\b/,
  },
  {
    topic: 'suicide',
    clarity: 'plain',
    words: [
      /\b(?:better|best|easier|good) (?:to|if i|that i) (?:\w+ )?(?:die|dead|not (?:be |to be )?(?:alive|live|exist))|to (?:just )?not be alive\b/,
    ],
    unless: /\b(?:for him|for her|the dog|the cat|than suffer)\b/,
  },
  {
    topic: 'suicide',
    clarity: 'plain',
    words: [
      /\b(?:driv\w*|walk\w*|step\w*|jump\w*|swim\w*|fall\w*|roll\w*|let)\b/,
      /\boff (?:the|a) (?:pier|bridge|cliff|roof|edge|balcony|quay|dock|multi-?storey|car park|platform|motorway)|into (?:the|a) (?:sea|river|water|canal|lorry|truck|lake|oncoming)\b/,
      /\b(?:water come in|let (?:go|it)|end|over|just|nobody|pictur\w+|imagin\w+|never|peace|quiet)\b/,
    ],
    unless: /\b(?:dog|kids|holiday|swam|wetsuit|school|fishing|dive|diving|game|film)\b/,
  },
  {
    topic: 'suicide',
    clarity: 'vague',
    words: [
      /\b(?:pumped my stomach|stomach pumped|(?:took|taken|swallowed) (?:the |some |all |my |a lot of )*(?:pills|tablets)\b[^.?!]*\b(?:hospital|ambulance|stomach|woke))\b/,
    ],
    unless: /\b(?:food poisoning|alcohol)\b/,
  },
  {
    topic: 'suicide',
    clarity: 'vague',
    words: [
      /\b(?:chose|chosen|picked|set|know|decided) (?:on )?(?:the|a|my) (?:day|date|place|spot|bridge|way|tree|method)\b/,
    ],
    unless: /\b(?:wedding|party|holiday|trip|meeting|venue|exam|move|christening|bbq|barbecue)\b/,
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
  {
    topic: 'psychosis',
    clarity: 'plain',
    words: [
      /\b(?:they|people|neighbou?rs|someone|somebody|he|she|it)\b/,
      machine,
      /\b(?:makes? me|making me|into my|in my (?:head|brain)|my (?:thoughts|mind|head|brain)|control\w*|think bad|through me|at me|listen\w*)\b/,
    ],
    unless: /\b(?:police|council|landlord|repair\w*|plumber|heating|mri|scan|music|dj|washing)\b/,
  },
  {
    topic: 'psychosis',
    clarity: 'plain',
    words: [
      /\b(?:number|numbers|plates?|colou?rs?|scarf|song|lyrics|tv|radio|news|card|birds?|clouds?|lights?|adverts?|posters?|licen[cs]e)\b/,
      meant,
      /\b(?:for me|to me|they know|about me|i know what|only i|showing me|secret)\b/,
    ],
    unless: /\b(?:text(?:ed)?|email\w*|whatsapp|voicemail|phone|boss|teacher|sale|parking|brother says|thank|god)\b/,
  },
  {
    topic: 'psychosis',
    clarity: 'plain',
    words: [
      /\b(?:it|he|she|they|voices?|the dead|dead ones|the man|the woman)\b/,
      /\b(?:hear|hears|whisper\w*|goes on and on|won't stop|says?|say|speak\w*|talk\w*)\b/,
      /\b(?:wants me to|tells me to|they say come|say come|clear like|the dead ones|clear as|burn the|until i (?:do|obey))\b/,
    ],
    unless: /\b(?:radio host|teacher|boss|mum|mom|dad|wife|husband|doctor|church|sermon)\b/,
  },
  {
    topic: 'psychosis',
    clarity: 'vague',
    words: [/\b(?:wants|want|tells|told|orders?) me to\b/, /\b(?:burn|jump|hurt|cut|kill|break|hit|obey|run away)\b/],
    unless: /\b(?:coach|teacher|boss|mum|mom|dad|wife|husband|doctor|physio|friend|the cord|calories)\b/,
  },
  {
    topic: 'substance use',
    clarity: 'plain',
    words: [
      /\bi\b/,
      /\b(?:shak\w*|sweat\w*|trembl\w*|retch\w*|sick)\b/,
      /\b(?:until|till|before|unless|without)\b/,
      /\b(?:i've had (?:two|one|a few|some|my|a)|a drink|the first|a can|some in me|i drink|my fix|i use)\b/,
    ],
    unless: /\b(?:coffee|tea|breakfast|insulin|water|sugar|food)\b/,
  },
  {
    topic: 'substance use',
    clarity: 'plain',
    words: [
      /\b(?:finish|run out|ran out|go through|went through|get through|gone)\b/,
      /\b(?:box|script|prescription|pack|month's|bottle|week's|them|painkillers|tablets)\b/,
      /\b(?:early|in (?:two|one|a) (?:weeks?|days?)|by the (?:tenth|second|middle)|borrow|before the month|off (?:the )?(?:street|internet))\b/,
    ],
    unless: /\b(?:cereal|nappies|milk|printer|money|shampoo)\b/,
  },
]
