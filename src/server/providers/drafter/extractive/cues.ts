/** What a sentence speaks of, as far as its words tell. */
const patterns = {
  symptom:
    /\b(?:pain\w*|hurt\w*|ach\w+|sore|headaches?|migraines?|dizz\w+|nause\w+|vomit\w*|cough\w*|fever|rash|swell\w*|bleed\w*|short(?:ness)? of breath|breath\w*|sleep\w*|slept|insomnia|tired|fatigue\w*|exhaust\w*|anxi\w+|depress\w+|stress\w*|sad\w*|worr\w+|panic\w*|ang(?:er|ry)|irritab\w*|overwhelm\w*|hopeless\w*|lonel\w+|guilt\w*|asham\w*|cry\w*|cried|nightmares?|flashbacks?|appetite|weight|crav\w+|withdrawal\w*|suicid\w*|cutting|sick|numb\w*|afraid|scared|fear\w*|symptoms?|pressure|discomfort|itch\w*|burn\w*|constipat\w*|diarrh\w*|blood)\b/,
  feeling:
    /\b(?:feel\w*|felt|emotion\w*|mood|happy|joy\w*|glad|proud|upset|frustrat\w*|hurt|love\w*|hate\w*|enjoy\w*|miss|mad|resent\w*|nervous|calm|relie\w+|sad\w*|ang(?:ry|er)|ashamed|guilty|hopeful|afraid|scared|worried|stressed|anxious|depressed|lonely|tired)\b/,
  problem:
    /\b(?:problem\w*|issues?|troubl\w+|struggl\w+|difficult\w*|hard|can't|cannot|couldn't|los[et]|worse|fight\w*|argu\w+|bad\w*|risk\w*|concern\w*|late|fail\w*|drink\w*|drunk|us(?:e|ing) (?:heroin|drugs|cocaine)|heroin|alcohol|smok\w+|gamb\w+|out of control|never|stuck|burden)\b/,
  future:
    /\b(?:will|'ll|going to|gonna|gon na|plan\w*|next (?:time|week|month|session|visit|appointment)|tomorrow|tonight|later|soon|follow[- ]?up|appointment|homework|schedul\w+|see you (?:again|next|in)|come back|try (?:to|and|it)|start\w* (?:to|with)|in (?:\w+ )?(?:\w+ )?(?:days?|weeks?|months?))\b/,
  task: /\b(?:i(?:'d| would)? (?:want|like) you to|i wan na|you (?:should|need to|can|could|may|might want)|let's|let us|recommend\w*|suggest\w*|prescri\w+|refer\w*|order\w*|schedul\w+|continue|go ahead|take|avoid|increase|decrease|start\w*|stop|keep|check (?:in|on)|call me|give me a call|email|handout|exercise\w*|practice|monitor|mg|milligrams?|therapy|counsel\w+|make sure|we'll|we're gon|i'll|i will|i'm gon)\b/,
  goal: /\b(?:goals?|want(?:ed|s)?(?: to)?|wanna|hop(?:e|ing)|wish|would like|i'd like|need to|important|value\w*|change\w*|aim|ready|improve|better|working on|get back|quit|cut (?:back|down))\b/,
  response:
    /\b(?:realiz\w+|realis\w+|understand|understood|makes? sense|help(?:s|ed|ful|ing)?|better|agree\w*|i can|i could|i'll try|try|sounds? good|exactly|that's (?:right|true|fine|great)|i see|i didn't know|i never thought|thank\w*|learn\w*|notic\w+|aware\w*|i think (?:so|i)|ready|confident|maybe|i guess|not sure|don't know|good idea|think about)\b/,
  observed:
    /\b(?:look(?:s|ing)? (?:like|at|down|sad|tired|upset|good|great|better|worse|a little)|looked|you (?:seem|look|appear|sound)|(?:i|i'm|i can) (?:see|hear|notic\w*)|tear\w*|crying|cried|smil\w+|laugh\w*|voice|eye contact|exam\w*|x-?rays?|scan|mri|ct|ekg|echo\w*|labs?|blood pressure|temperature|pulse|heart rate|oxygen|vitals?|lungs?|murmurs?|swelling|range of motion|tender\w*|palpat\w+|redness|a1c|hemoglobin|results?|normal|form|questionnaire|score|scale|screen\w*|grade|average|shaking|trembl\w+|quiet|restless|pac(?:ed|ing))\b|\[(?:cr|laugh|chuckl|sigh|sniff|pause|sob)\w*/,
  judged:
    /\b(?:diagnos\w+|assessment|impression|i think|i believe|it sounds like|sounds? (?:like|as)|it seems|seems like|so you|on (?:the )?one hand|consistent with|likely|probably|because|pattern|disorder|syndrome|scale|rate|out of|risk|problem|mild|moderate|severe|stable|controlled|due to|caus\w+|ready|confident|confidence|ambivalen\w*|insight|normal|improv\w+|wors\w+|important)\b/,
  history:
    /\b(?:ago|used to|when i was|when you were|history|years?|since|childhood|as a (?:kid|child|teen\w*)|mother|mom|mum|father|dad|parents?|brother|sister|family|grew up|married|divorc\w+|before|surger\w+|operation|diagnosed|past|first time|in the past|previous\w*|medications?|allerg\w+|wife|husband|kids|children|school|college|job|lived?|born|smok\w+|hospital\w*|ever)\b/,
  mental:
    /\b(?:mood|feel\w*|felt|memory|remember|concentrat\w*|focus\w*|orient\w*|sleep\w*|appetite|thoughts?|thinking|hear(?:ing)? voices|suicid\w*|hallucinat\w*|affect|energy|motivat\w*|willpower|hopeless\w*|stupid|idiot|worthless|anxi\w+|depress\w+|nervous|panic|mind|emotions?|calm|cry\w*|sad|angry|stressed|confus\w*)\b/,
  diagnosis:
    /\b(?:diagnos\w+|disorder\w*|depression|anxiety|ptsd|adhd|ocd|bipolar|schizo\w+|autis\w+|syndrome|diabetes|hypertension|asthma|migraines?|arthritis|cancer|infection|virus|viral|chondromalacia|criteria|you have what|call(?:ed)?|consistent with|dependence|addict\w*|alcoholi\w+|abuse|binge)\b/,
  parts:
    /\b(?:part of (?:me|you|him|her)|parts?|protect\w*|exile\w*|inner|critic\w*|manager|firefighter|younger|little (?:girl|boy|me)|voice (?:inside|in)|self|blend\w*|unburden\w*|one side|on (?:the )?one hand|on the other hand)\b/,
  memory:
    /\b(?:memor\w+|remember\w*|image|picture|happened|accident|attack\w*|nightmares?|flashbacks?|trauma\w*|worst|incident|that (?:day|night|time)|when i was|abus\w+|scene|saw|died|death|shock\w*|childhood)\b/,
  processing:
    /\b(?:notic\w+|go with (?:that|it)|comes? up|coming up|what (?:do|are) you (?:get\w*|notic\w+|feel\w*|see\w*)|distress|disturb\w*|suds?|zero to ten|0 to 10|scale|eye movements?|tapping|tappers?|bilateral|sets?|process\w*|realiz\w+|changed?|shift\w*|feel\w* (?:less|more|better|lighter)|now i)\b/,
  belief:
    /\b(?:believ\w+|belief|positive|true|validity|voc|i am (?:safe|strong|good|enough|worth\w*|lovable|capable)|i can|i matter|i count|self-(?:respect|esteem|worth)|worth\w*|safe now|in control|confiden\w+|hopeful|deserve\w*|proud|strong\w*)\b/,
  body: /\b(?:body|chest|stomach|shoulders?|neck|jaw|throat|tens\w+|tight\w*|breath\w*|heart|head(?:aches?)?|hands?|arms?|legs?|back|knees?|stiff\w*|shak\w+|heav(?:y|iness)|numb\w*|tingl\w+|sensations?|physical\w*|pain\w*|hurts?|aches?|muscles?|skin|gut|chills)\b/,
  closing:
    /\b(?:calm\w*|safe place|container|breath\w*|wrap(?:ping)? up|finish\w*|before (?:we|you) (?:end|stop|finish|go|leave)|see you|next (?:time|week|session)|take care|thank\w*|how (?:are|do) you feel(?:ing)? now|feel better|good (?:bye|night)|bye|great job|for today|any(?:thing)? (?:else|questions?))\b/,
  service:
    /\b(?:hous\w+|apartment|rent|shelter|roommate|landlord|jobs?|employ\w*|work|boss|income|money|pay\w*|insurance|medica\w+|transport\w*|bus|car|license|food|benefits?|refer\w*|agency|program|appointment|court|probation|parole|judge|lawyer|school|classes|grades?|doctor|clinic|hospital|pharmacy|exchange|childcare|kids|support|services?|resources?|meeting|group)\b/,
  followed:
    /\b(?:check(?:ing)? (?:in|on|up)|follow[- ]?up|next (?:time|week|month|session|visit)|progress|how (?:did|has|have|is|are|was|often|much|many|long)|track\w*|log|diary|weekly|daily|attendance|scale|scor\w+|rate|still|so far|since (?:last|then|we)|going (?:well|good|okay)|doing|improv\w+|better|worse|times? (?:a|per)|days? (?:a|per)|come back|see you|weeks?|months?)\b/,
  situation:
    /\b(?:happen\w*|last (?:week|night|month|time)|yesterday|today|this (?:week|morning|past)|came (?:in|here|to)|come (?:in|here|to see)|here (?:because|for)|reason|called|told (?:me|him|her)|said|went|got|started|because|at (?:work|home|school)|friends?|family|when|weekend|recently|lately|right now)\b/,
} as const satisfies Readonly<Record<string, RegExp>>

export type Cue = keyof typeof patterns

const all = Object.entries(patterns) as readonly (readonly [Cue, RegExp])[]

/** The cues in a text. */
export function cuesIn(text: string): ReadonlySet<Cue> {
  const plain = text.toLowerCase().replace(/[’‘ʼ]/g, "'")
  return new Set(all.flatMap(([cue, pattern]) => (pattern.test(plain) ? [cue] : [])))
}

/** What a therapist does with a sentence. */
export type Move = 'asked' | 'reflected' | 'affirmed' | 'advised' | 'informed' | 'observed' | 'planned' | 'social'

const moves: readonly (readonly [Move, RegExp])[] = [
  [
    'social',
    /^(?:\W*(?:hi|hello|hey|good (?:morning|afternoon|evening)|nice to (?:see|meet)|thank(?:s| you)|bye|goodbye|see you|take care|you're welcome|have a|come in|i'm (?:dr|doctor)|my name)\b)/,
  ],
  ['asked', /\?\s*$/],
  [
    'planned',
    /\b(?:next (?:time|week|month|session|visit|appointment)|follow[- ]?up|come back|see you (?:again|in|next)|i'll (?:see|call|email|send|refer|schedule|order|prescribe|put|get|have|give)|i will|we'll|we will|we're go(?:ing|n)|i'm gon\w*|i'm going to (?:order|refer|prescribe|send|give|put|have|get)|schedule)\b/,
  ],
  [
    'advised',
    /\b(?:you (?:should|need to|have to|can|could|may want|might want)|i(?:'d| would)? (?:want|like) you to|i wan na|recommend|suggest|advise|try to|make sure|go ahead and|take (?:some|a|one|two|it|this)|avoid|let's|how about|what if)\b/,
  ],
  [
    'reflected',
    /\b(?:(?:it )?sounds? (?:like|as)|so you|you(?:'re| are) (?:saying|feeling|tired|stressed|worried|frustrated|not)|you(?:'ve| have)|you feel|you felt|you (?:don't )?want|you said|you told|it seems|seems like|on (?:the )?one hand|what i(?:'m| am) hearing|i(?:'m)? hear(?:ing)?|you mentioned|because you)\b/,
  ],
  [
    'affirmed',
    /\b(?:great|good (?:job|for you|idea|work)|wonderful|excellent|i(?:'m| am) (?:glad|proud|impressed|happy)|i (?:really )?(?:appreciate|applaud|admire)|that(?:'s| is) (?:great|good|awesome|amazing|wonderful|important)|that (?:shows|takes)|you(?:'re| are) (?:doing|not alone|very)|well done|congratulations|i understand|i(?:'m| am) sorry)\b/,
  ],
  [
    'observed',
    /\b(?:i (?:see|notice|don't see|noticed|can see)|you (?:look|seem|appear)|looks? like|exam|x-?ray|lungs?|blood pressure|your (?:heart|knee|scores?|results?|labs?|form|screen\w*))\b/,
  ],
]

/** The first move whose marks a therapist's sentence bears; telling something otherwise. */
export function moveOf(sentence: string): Move {
  const plain = sentence.toLowerCase().replace(/[’‘ʼ]/g, "'")
  return moves.find(([, pattern]) => pattern.test(plain))?.[0] ?? 'informed'
}
