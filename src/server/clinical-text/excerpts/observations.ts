/** Visible or audible signs of a person in the room. */
const signs = String.raw`(?:tear\w*|cry\w*|sobb\w*|smil\w+|laugh\w*|grin\w*|frown\w*|blush\w*|shak\w+|trembl\w+|fidget\w*|pac(?:e|ing)|restless|rocking|wring\w*|clench\w*|tapping|sigh\w*|yawn\w*|pale|flushed|sweat\w*|limp\w*|winc\w+|slump\w*|sitting|lean\w*|look\w* (?:away|down|up|at the)|eye contact|voice|eyes|face|hands?|fists?|shoulders?|jaw|foot|feet|legs?|breath\w*|posture|quiet\w*|silent|slow\w*|fast\w*)`
const states = String.raw`(?:tired|exhausted|sleepy|sad|down|upset|angry|tense|calm\w*|relaxed|relieved|anxious|nervous|worried|scared|uncomfortable|comfortable|restless|distracted|agitated|withdrawn|brighter|lighter|better|worse|happier|happy|sadder|well|unwell|pale|flat|energetic|alert|drowsy|confused|tearful|quiet\w*|good|great)`
const degree = String.raw`(?:(?:a (?:little|bit|lot)|kind of|really|very|so|more|much|quite|pretty|less|rather|as|like you(?:'re| are)(?: about)?(?: to)?) )*`
const lead = String.raw`^\W*(?:(?:and|so|but|okay|well|now|um|uh|yeah|right|just now|today)[\s,]+)*`

const seen = new RegExp(
  [
    String.raw`${lead}i(?:'m| am| can| do)? (?:also )?(?:notic(?:e|ing)|see(?:ing)?|hear(?:ing)?|observ(?:e|ing)) (?:that )?(?:how )?(?:(?:some|the|a few|your|you|you're|you are|you've|you have|there(?:'s| is| are)) (?:[\w']+ ){0,4})?${signs}\b`,
    String.raw`${lead}you (?:do )?(?:look|seem|appear|sound) ${degree}${states}\b`,
    String.raw`${lead}(?:you(?:'re| are)) (?:[\w']+ ){0,2}(?:smiling|crying|shaking|trembling|tearing up|fidgeting|pacing|frowning|laughing|sobbing|sweating|wincing|clenching|looking (?:away|down|at the))\b`,
    String.raw`${lead}you haven't (?:looked|smiled|made eye contact|moved)\b`,
    String.raw`${lead}your (?:voice|eyes|face|hands?|fists?|shoulders?|jaw|feet|foot|legs?|breathing|posture) (?:(?:just|still|also) )?(?:is|are|was just|got|gets|went|has|have|looks?|seems?|sounds?|dropped|shakes?)\b`,
  ].join('|'),
)
const measured =
  /\b(?:on (?:the |your |my )?(?:physical )?exam\w*,? |(?:your|the) (?:[\w-]+ ){0,3}(?:blood pressure|temperature|pulse|heart rate|oxygen|saturation|weight|a1c|hemoglobin|score|lungs|heart|x-?rays?|ekg|mri|labs?|results?|range of motion)\b(?: [\w-]+){0,3} (?:is|are|was|were|shows?|showed|sounds?|looks?|came back|reads?)\b(?! (?:what|how|important)))/
const notSeen =
  /\?\s*$|["“”]|^\W*(?:if|when|whenever)\b|\b(?:should|would|could|will|might|must|(?<!than )last (?:week|time|month|session)|yesterday|used to|you (?:said|told|mentioned|say|want|feel|think|were)|people|he|she|they|says?|i (?:heard|saw)|at home|at night|forward|losing)\b/

/**
 * True if a therapist's sentence describes what is seen or measured now. What the client said, wants or feels is a
 * reflection, however it is introduced.
 */
export function isObservation(sentence: string): boolean {
  const plain = sentence.toLowerCase().replace(/[’‘ʼ]/g, "'").replace(/\s+/g, ' ')
  return !notSeen.test(plain) && (seen.test(plain) || measured.test(plain))
}
