/** Things that a person touches. With any other object, holding or pulling may be a figure of speech. */
const thingsPattern = String.raw`(?:[\w']+ )?(?:hands?|arms?|sleeves?|cuffs?|fists?|nails?|skin|face|eyes|mouth|lips?|hair|knees?|legs?|foot|feet|toes?|fingers?|thumbs?|jaw|teeth|head|chest|stomach|ring|chair|armrests?|cushion|pillow|bag|tissues?|watch|phone|seat|table)\b(?! full\b)`
/** Visible or audible acts of a person in the room. */
const actsPattern = String.raw`(?:tear(?:ing|y)? up|(?:cry|sobb?|smil|laugh|giggl|grin|frown|blush|shak|trembl|shiver|fidget|pac|rock|sigh|yawn|sweat|winc|slump|nodd?|shrugg?|star|whisper|stutter|squirm|grimac|sniff|slouch)(?:ing|e[ds]?|s)?\b(?! (?:out (?:for|to|at|of)|through (?:it|this|everything)|the (?!room|floor|chair|window|wall|door)))|cried|shook|(?:clench|wring|gripp?|tapp?|bounc|rubb?|cross|fold|pick|twist|bit|chew|squeez|pull|hold|hug|cover)(?:ing|e[ds]?|s)? (?:at )?(?:your|the) ${thingsPattern}|(?:shift|lean|turn)(?:ing|ed|s)? (?:[\w']+ )?(?:in|away|back|forward|toward|towards)|look(?:ing|ed|s)? (?:away|down|up|at the)|(?:speak|talk|mov|breath)(?:ing|es?|s) (?:[\w']+ )?(?:fast\w*|quick\w*|slow\w*|quiet\w*|loud\w*|soft\w*|low\w*)\b(?! than)|(?:sit(?:ting)?|sat) (?:[\w']+ )?(?:up|back|down|forward|still)|(?:hid|hiding)|(?:go(?:ne|ing)?|went|turn(?:ed)?|got(?:ten)?) (?:[\w']+ )?(?:pale|red|white|quiet\w*|silent|still|stiff)|(?:ma[kd]e|making|avoid(?:ing|ed)?) (?:[\w']+ ){0,4}eye contact)`
/** Visible or audible signs of a person in the room. */
const signsPattern = String.raw`(?:${actsPattern}|tear\w*|clench\w*|tapping|restless|limp\w*|pale|flushed|sitting(?! (?:room|area|duck)s?\b)|lean\w*|eye contact|voice|eyes|face|hands?|fists?|shoulders?|jaw|foot|feet|legs?|breath\w*|posture|quiet\w*|silent|slow\w*|fast\w*)`
const statesPattern = String.raw`(?:tired|exhausted|sleepy|sad|down|upset|angry|tense|calm\w*|relaxed|relieved|anxious|nervous|worried|scared|uncomfortable|comfortable|restless|distracted|agitated|withdrawn|brighter|lighter|better|worse|happier|happy|sadder|well|unwell|pale|flat|energetic|alert|drowsy|confused|tearful|quiet\w*|good|great)`
const degreePattern = String.raw`(?:(?:a (?:little|bit|lot)|kind of|really|very|so|more|much|quite|pretty|less|rather|as|like you(?:'re| are)(?: about)?(?: to)?) )*`
const leadPattern = String.raw`^\W*(?:(?:and|so|but|okay|well|now|um|uh|yeah|right|just now|today|[\w'-]+,(?= (?:i|i'm|you|you've|you're|your)\b))[\s,]+)*`
const adverbPattern = String.raw`(?:(?!not\b)[\w']+ ){0,2}`
/** Words that place an act in this session. Without them the act may be older, so it is not an observation. */
const inTheRoom = String.raw`(?:just (?:then|now)|(?:a (?:little|bit)|right|just) there|today|(?:a|this) (?:moment|minute|second) ago|when i (?:said|asked|mentioned|brought|read)|as (?:you|i) (?:said|say|spoke|talk\w*|mention\w*)|when you (?:said|say|mention\w*|talk\w* about) (?:that|it|this|him|her|the|your)|since you (?:sat|came|walked|got here|arrived)|in the waiting room|this (?:whole|entire) (?:session|time|hour)|in here|over there)`

const bodyPattern = String.raw`(?:voice|eyes|face|hands?|fists?|shoulders?|jaw|feet|foot|legs?|arms?|breathing|posture|hair|clothes|shirt)`
/** Figures of speech and judgements about a part of the body: `Your hands are tied`. */
const figurePattern = String.raw`(?:tied|needed|wanted|welcome|full(?! of tears)|clean(?!\W*$| (?:today|now))|important|heard|valid|powerful|valuable|beautiful|enough|allowed|bigger|yours|hers|his|mine|the|your|my|not|never|what|how|where|why|an?(?! (?:little|bit|lot|mess)\b)|one of|part of|on (?!fire)\w+|like (?:your|his|her|an?)\b|(?:going|losing|doing|getting|carrying|holding|giving|telling|saying)|to\b)`
/** Figures of speech about the past or the worth of a part of the body: `Your shoulders have carried this`. */
const biographyPattern = String.raw`(?:(?:just|always|never|already) )?(?:carried|held|done|seen|been|built|made|worked|had|given|taken|saved|fed|killed|heard|won|earned|power|value|meaning|weight|always|never|no|nothing|to|your|the)`

const seenPattern = new RegExp(
  [
    String.raw`${leadPattern}i(?:'m| am| can| do)? (?:also )?(?:notic(?:e|ing)|see(?:ing)?|hear(?:ing)?|observ(?:e|ing)) (?:that )?(?:how )?(?:(?:some|the|a few|your|you|you're|you are|you've|you have|there(?:'s| is| are)) (?:[\w']+ ){0,4})?${signsPattern}\b`,
    String.raw`${leadPattern}you (?:do )?(?:look|seem|appear|sound) ${degreePattern}${statesPattern}\b(?! (?:of|with|about|because|that|at (?:him|her|your|them))\b)`,
    String.raw`${leadPattern}(?:i(?:'ve| have)? (?:just |also )?noticed (?:that )?)?you(?:'re| are| keep) ${adverbPattern}${actsPattern}`,
    String.raw`${leadPattern}i(?:'ve| have)? (?:just |also )?noticed (?:that )?you(?:'ve| have|r)? ${adverbPattern}(?:been )?(?:${actsPattern}|hands?|voice|eyes|shoulders?|breathing|jaw|foot|feet|legs?).*\b${inTheRoom}\b`,
    String.raw`${leadPattern}you(?:'ve| have)(?: just)? (?:gone|turned|got|gotten|started) ${adverbPattern}(?:pale|red|white|quiet\w*|silent|still|stiff|crying|shaking|trembling|smiling)\b`,
    String.raw`${leadPattern}you(?:'ve| have)? ${adverbPattern}(?:been )?${actsPattern}.*\b${inTheRoom}\b`,
    String.raw`${leadPattern}you haven't (?:looked (?:up|at me|away|down)|smiled|made eye contact|moved(?=\W*$)|(?:moved|looked)\b.*\b${inTheRoom})\b`,
    String.raw`${leadPattern}your ${bodyPattern} (?:(?:just|still|also) )?(?:(?:is|are|was just|were just|got|gets?|goes?|went|turned)\b(?! ${degreePattern}${figurePattern}\b)|(?:has|have)\b(?! ${biographyPattern}\b)|looks?|seems?|sounds?|dropped|tensed|tightened|relaxed|softened|cracked|drops?|tense|shakes?|shook|rose|lit)\b(?! (?:the|for years)\b)`,
  ].join('|'),
)
const measuredPattern =
  /\b(?:on (?:the |your |my )?(?:physical )?exam\w*,? |(?:your|the) (?:[\w-]+ ){0,3}(?:blood pressure|temperature|pulse|heart rate|oxygen|saturation|weight|a1c|hemoglobin|score|lungs|heart|x-?rays?|ekg|mri|labs?|results?|range of motion)\b(?: of (?:your|the) (?:[\w-]+ )?(?:test|scan|x-?ray|mri|labs?|exam|ekg|screening|questionnaire)s?)?(?: (?!of\b|for\b)[\w-]+){0,3} (?:is|are|was|were|shows?|showed|sounds?|looks?|came back|reads?)\b(?! (?:what|how|important|the\b(?! same\b)|your\b|one\b(?! (?:\d|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|zero|oh|point)\b))|an?\b(?! (?:(?:little|bit|touch|lot)\b|(?:\d|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|zero|oh|point)\b)))|(?:good|bad|better|worse) for\b)))/
const notSeen =
  /\?\s*$|["“”]|^\W*(?:if|when|whenever)\b|\b(?:should|would|could|will|might|must|(?<!than )last (?:week|time|month|session)|yesterday|used to|you (?:want|feel|think|were)|(?<!\b(?:when|as) )you (?:said|told|mentioned|say)|people|he|she|they|says?|i (?:heard|saw)|hands full|at (?:home|night|work|school)|forward|losing|every (?:night|day|time)|a lot at|in (?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|fall|winter|\d{4})|back then|since (?!you (?:sat|came|walked|got here|arrived)|(?:i|we) (?:mention\w*|asked|said|brought|started|began|talk\w*|spoke|sat)\b)\w+|(?<!\bas )you (?:describe|mention(?!\w* (?:your|him|her|the|that|it|this|my)\b))|sometimes|always|usually)\b/

/**
 * True if a therapist's sentence describes what is seen or measured now. What the client said, wants or feels is a
 * reflection, however it is introduced.
 */
export function isObservation(sentence: string): boolean {
  const plain = sentence.toLowerCase().replace(/[’‘ʼ]/g, "'").replace(/\s+/g, ' ')
  return !notSeen.test(plain) && (seenPattern.test(plain) || measuredPattern.test(plain))
}
