import { blade, limb, pills } from './parts.ts'
import type { Cooccurrence } from './co-occurrence.ts'

const accidentPattern =
  /\b(?:accident\w*|by mistake|slipp?ed|tripped|fell|cook\w*|kitchen|oven|stove|shav\w*|garden\w*|barbed|fence|work(?:shop|ing)|craft|doctor|nurse|surg\w*|physio\w*|vet|dentist|cat|dog|football|rugby|gym|game|film|movie|book|laughed)\b/
const toolPattern = new RegExp(
  String.raw`\b(?:${blade}|compass|sharpener|lighter|matches|pins?|needles?|broken glass|shard|stapler)\b`,
)

const minePattern = /\b(?:i|i'm|i've|my|me|myself)\b/
const ownBody = new RegExp(String.raw`\b(?:my|the) (?:\w+ )?(?:${limb}|skin|head|face|body)\b|\bof my ${limb}\b`)
const onPurpose =
  /\b(?:on purpose|bleed\w*|blood|wanted (?:it )?to (?:hurt|bleed|feel)|deeper|usual|anger|feeling|feel (?:something|better)|calm\w*|punish\w*|again|many times|over and over|numb)\b/

/** Suicide and self-harm. */
export const aboutOneself: readonly Cooccurrence[] = [
  {
    topic: 'suicide',
    clarity: 'plain',
    words: [
      /\b(?:i|me)\b/,
      /\b(?:want\w*|wish\w*|would like|ask|pray\w*|hope|beg|need|because i'll|i'll)\b/,
      /\b(?:be|i mean|going to be) dead\b|\bswitched off\b|\bfinish everything\b|\b(?:not|n't|no) (?:\w+ ){0,4}(?:on (?:the|this) earth|in this world|on this planet)\b|\blet me go\b|\btake me (?:home|too|now)\b/,
    ],
    unless: /\b(?:tired|battery|phone|early|boss|manager|meeting|run|gym|work late|on time|leave early|laugh\w*)\b/,
  },
  {
    topic: 'suicide',
    clarity: 'plain',
    words: [
      /\bi\b/,
      /\b(?:stand|stood|sit|sat|go up|went up|climb\w*|walk\w*|drive|drove)\b/,
      /\b(?:edge|roof|rooftop|multi-?\s?storey|ledge|balcony|platform|railings?|parapet|overpass|viaduct|cliffs?)\b/,
      /\b(?:count|think of|thinking|thought|look down|looking down|jump|one step|step off|go home|wait for|end it|let go|what if|the train)\b/,
    ],
    unless:
      /\b(?:view|photo\w*|picnic|birds?|fix\w*|gutter|builder|roofer|smok\w*|commut\w*|late|bed|seat|town|holiday|bbq)\b/,
  },
  {
    topic: 'suicide',
    clarity: 'plain',
    words: [
      /\b(?:bag|plastic bag|hose|noose|rope|belt|cord)\b/,
      /\b(?:over|round|around|on) (?:my|his|her) (?:head|neck)\b/,
      /\b(?:my|me|i)\b/,
    ],
    unless: /\b(?:rain|shower|scarf|game|costume|climb\w*|waist)\b/,
  },
  {
    topic: 'self-harm',
    clarity: 'plain',
    words: [
      /\b(?:i|my|i've)\b/,
      /\b(?:burn(?:ed|t|ing)?|cut|cutting|scratch\w*|dig|dug|slic\w*|carv\w*|stub\w*|took)\b/,
      /\b(?:cigarettes?|scissors|lighter|razors?|blades?|broken glass|compass|sharpener|my nails|knife)\b/,
      /\b(?:here|thigh|arms?|wrists?|legs?|skin|bleed\w*|blood|nobody knows|hide|cleaned it)\b/,
    ],
    unless: accidentPattern,
  },
  {
    topic: 'self-harm',
    clarity: 'plain',
    words: [
      /\bi\b/,
      /\b(?:hit|hits|bang\w*|smash\w*|bite|bit|scratch\w*|cut|burn\w*|put|stick|stuck)\b/,
      /\b(?:the|my|own) (?:head|hand|arm|wrist|leg|skin|face)\b|\bin it\b/,
      /\b(?:wall|many times|again and again|wanted it to bleed|until|on purpose)\b/,
    ],
    unless: accidentPattern,
  },
  {
    topic: 'self-harm',
    clarity: 'plain',
    words: [
      /\bcut (?:it|them|again|myself|and it|until)\b/,
      /\bdeeper|deep enough|bleed\w*|blood|bathroom|razor|blade\b/,
      /\bi\b/,
    ],
    unless: accidentPattern,
  },
  {
    topic: 'self-harm',
    clarity: 'vague',
    words: [
      toolPattern,
      /\b(?:my|her|his|their) (?:\w+ )?(?:arms?|wrists?|thighs?|legs?|skin)\b|\b(?:her|him|them)selves?\b|\b(?:her|him)self\b/,
    ],
    unless: accidentPattern,
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
    topic: 'self-harm',
    clarity: 'plain',
    words: [minePattern, toolPattern, ownBody, onPurpose],
    unless: accidentPattern,
  },
]
