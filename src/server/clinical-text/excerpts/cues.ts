import { SafetyPassage } from '#shared/contract/notes.ts'
import { namesTopic } from '../safety/safety-terms.ts'

const names = [
  'symptom',
  'feeling',
  'problem',
  'future',
  'task',
  'goal',
  'response',
  'observed',
  'judged',
  'history',
  'mental',
  'diagnosis',
  'parts',
  'memory',
  'processing',
  'belief',
  'rated',
  'body',
  'closing',
  'service',
  'followed',
  'situation',
  'risk',
] as const

/** A subject of a sentence, recognized by its words. */
export type Cue = (typeof names)[number]

const patterns: Readonly<Record<Exclude<Cue, 'risk'>, RegExp>> = {
  symptom:
    /\b(?:pain\w*|hurt\w*|ach\w+|sore|headaches?|migraines?|dizz\w+|nause\w+|vomit\w*|cough\w*|fever|rash|swell\w*|bleed\w*|short(?:ness)? of breath|breath\w*|sleep\w*|slept|insomnia|tired|fatigue\w*|exhaust\w*|anxi\w+|depress\w+|stress\w*|sad\w*|worr\w+|panic\w*|ang(?:er|ry)|irritab\w*|overwhelm\w*|hopeless\w*|lonel\w+|guilt\w*|asham\w*|cry\w*|cried|nightmares?|flashbacks?|appetite|weight|crav\w+|withdrawal\w*|suicid\w*|cutting|sick|numb\w*|afraid|scared|fear\w*|symptoms?|pressure|discomfort|itch\w*|burn\w*|constipat\w*|diarrh\w*|blood)\b/,
  feeling:
    /\b(?:feel\w*|felt|emotion\w*|mood|happy|joy\w*|glad|proud|upset|frustrat\w*|hurt|love\w*|hate\w*|enjoy\w*|miss|mad|resent\w*|nervous|calm|relie\w+|sad\w*|ang(?:ry|er)|ashamed|guilty|hopeful|afraid|scared|worried|stressed|anxious|depressed|lonely|tired)\b/,
  problem:
    /\b(?:problem\w*|issues?|troubl\w+|struggl\w+|difficult\w*|hard|can't|cannot|couldn't|los[et]|worse|fight\w*|argu\w+|bad\w*|risk\w*|concern\w*|late|fail\w*|drink\w*|drunk|us(?:e|ing) (?:heroin|drugs|cocaine)|heroin|alcohol|smok\w+|gamb\w+|out of control|never|stuck|burden)\b/,
  future:
    /\b(?:will|'ll|going to|gonna|gon na|plan\w*|next (?:time|week|month|session|visit|appointment)|tomorrow|tonight|later|soon|follow[- ]?up|appointment|homework|schedul\w+|see you (?:again|next|in)|come back|try (?:to|and|it)|start\w* (?:to|with)|in (?:\w+ )?(?:\w+ )?(?:days?|weeks?|months?))\b/,
  task: /\b(?:i(?:'d| do| would)? (?:want|wanna|like) you to(?! know)|you (?:should|need to|might want|may want)|let's (?:meet|have|write|plan|check|see each|talk (?:again|about it next)|put)|recommend\w*|suggest\w*|prescri\w+|refer\w*|order(?:ed|ing)?|schedul\w+|go ahead|^take|take (?:some|a|one|two|it|this)|avoid|increase|decrease|call me|give me a call|email|handout|exercises?|homework|write (?:it |that |them )?down|(?:once|twice) a (?:day|week)|practice|monitor|mg|milligrams?|make sure|we're (?:gonna|going to)|i'll|i will|i'm (?:gonna|going to)|can help you find|try to)\b/,
  goal: /\b(?:goals?|want(?:ed|s)?(?: to)?|wanna|hop(?:e|ing)|wish|would like|i'd like|need to|important|value\w*|change\w*|aim|ready|improve|better|working on|get back|quit|cut (?:back|down))\b/,
  response:
    /\b(?:realiz\w+|realis\w+|understand|understood|makes? sense|help(?:s|ed|ful|ing)?|better|agree\w*|i can|i could|i'll try|try|sounds? good|exactly|that's (?:right|true|fine|great)|i see|i didn't know|i never thought|thank\w*|learn\w*|notic\w+|aware\w*|i think (?:so|i)|ready|confident|maybe|i guess|not sure|don't know|good idea|think about)\b/,
  observed:
    /\b(?:look(?:s|ing)? (?:like|at|down|sad|tired|upset|good|great|better|worse|a little)|looked|you (?:seem|look|appear|sound)|(?:i|i'm|i can) (?:see|hear|notic\w*)|tear\w*|crying|cried|smil\w+|laugh\w*|voice|eye contact|exam\w*|x-?rays?|scan|mri|ct|ekg|echo\w*|labs?|blood pressure|temperature|pulse|heart rate|oxygen|vitals?|lungs?|murmurs?|swelling|range of motion|tender\w*|palpat\w+|redness|a1c|hemoglobin|results?|normal|form|questionnaire|score|scale|screen\w*|grade|average|shaking|trembl\w+|quiet|restless|pac(?:ed|ing))\b|\[(?:cr|laugh|chuckl|sigh|sniff|pause|sob)\w*/,
  judged:
    /\b(?:you told me|diagnos\w+|assessment|impression|i think|i believe|it sounds like|sounds? (?:like|as)|it seems|seems like|so you|on (?:the )?one hand|consistent with|likely|probably|because|pattern|disorder|syndrome|scale|rate|out of (?:\d+|five|ten|a hundred)|risk|problem|mild|moderate|severe|stable|controlled|due to|caus\w+|ready|confident|confidence|ambivalen\w*|insight|normal|improv\w+|wors\w+|important)\b/,
  history:
    /\b(?:ago|used to|when i was|when you were|history|years?|since|childhood|as a (?:kid|child|teen\w*)|mother|mom|mum|father|dad|parents?|brother|sister|family|grew up|married|divorc\w+|before|surger\w+|operation|diagnosed|past|first time|in the past|previous\w*|medications?|allerg\w+|wife|husband|kids|children|school|college|job|lived?|born|smok\w+|hospital\w*|ever)\b/,
  mental:
    /\b(?:mood|feel\w*|felt|memory|remember|concentrat\w*|focus\w*|orient\w*|sleep\w*|appetite|thoughts?|thinking|hear(?:ing)? voices|suicid\w*|hallucinat\w*|affect|energy|motivat\w*|willpower|hopeless\w*|stupid|idiot|worthless|anxi\w+|depress\w+|nervous|panic|mind|emotions?|calm|cry\w*|sad|angry|stressed|confus\w*)\b/,
  diagnosis:
    /\b(?:diagnos\w+|disorder\w*|depression|anxiety|ptsd|adhd|ocd|bipolar|schizo\w+|autis\w+|syndrome|diabetes|hypertension|asthma|migraines?|arthritis|cancer|infection|virus|viral|criteria|you have what|consistent with|dependence|addict\w*|alcoholi\w+|use disorder)\b/,
  parts:
    /\bpart of (?:me|you|him|her|myself|yourself)\b(?! (?:body|life))|\b(?:a|one|this|that|another|other|each|every|some|any|which|scared|angry|little|young\w*|small|critical|critic|protective|sad|wounded|anxious|perfectionist|fed-up|loud\w*|tired|busy|exiled|manager|protector) part\b(?! (?:of|time|owner|where we|in (?:the|a|this) (?:play|show|movie|film|story|process))\b|-)|\bthe part (?:with|that|who|which|inside|holding|in (?:me|you))\b(?! (?:is|was) (?:hard|bad|good)\w*)|\b(?:these|those|your|other|all|both|different) parts\b(?! of (?:the|town|my (?:job|life|body)))|\b(?:the|my|your|an?|this|that) (?:inner )?(?:critic|perfectionist|protector|pleaser|caretaker|firefighter|exile|taskmaster)\b|\bprotectors?\b|\bexiles?\b|\binner (?:child|critic|voice|self)\b|\bmanagers? parts?\b|\bfirefighters\b|\bself-energy\b|\bfrom self\b|\bunburden\w*|\bblend(?:ed|ing)? (?:with|from)\b|\bunblend\w*|\bvoice (?:inside|in my head)\b|\bfeel (?:toward|towards) (?:it|that|this|the (?:little|small|young|scared|angry|critical) one)\b|\b(?:ask|tell|thank|let) (?:it|the (?:critic|little one|small one|young one|part))\b(?: (?:know|what|that|if|for|whether|how|why)\b)|\b(?:scared|little|fed-up|angry|small|young|protective|critical|sad|hurt) (?:\w+-year-old|one) (?:is|was|isn't|has|wants|needs|says|hides|feels|looks|sits|holds|would|can|behind|inside)\b(?! (?:in|on) (?:his|her|the) (?:class|photo))|\bstep back a little\b/,
  memory:
    /\b(?:memor(?:y|ies)|remember (?:when|that|the|it|being|him|her)|nightmares?|flashbacks?|traum\w+|worst (?:part|moment|memory)|incident|accident|attack(?:ed)?|assault\w*|abus(?:e|ed|ive)|died|when i was (?:a|little|young|\w+ years|\d+)|that (?:day|night)|childhood|as a (?:kid|child))\b/,
  processing:
    /\b(?:notic(?:e|ed|ing) (?:that|what|it|any)|go with (?:that|it)|com(?:es?|ing) up|suds?|zero to ten|0 to 10|1 to 10|eye movements?|tapp(?:ing|ers?)|bilateral|process(?:ed|ing)|realiz\w+|shift\w*|distress\w*|disturb\w*|feels? (?:less|lighter|better|different|stronger)|feeling (?:less|lighter|better|different))\b/,
  belief:
    /\b(?:believ\w+|beliefs?|validity|voc|i am (?:safe|strong|good|enough|worth\w*|lovable|capable)|i matter|i count|self-(?:respect|esteem|worth)|worth(?:y|while|less|it)|in control|confiden\w+|deserve\w*|proud|stronger)\b/,
  /** An EMDR scale, or the words and the picture that it rates. */
  rated:
    /\b(?:zero|0|one|1) to (?:ten|10|seven|7)\b|\bsuds?\b|\bvoc\b|\bhow (?:true|disturbing)\b|\bwhat (?:words|picture|feelings?|emotions?)\b/,
  body: /\b(?:body|chest|stomach|shoulders?|neck|jaw|throat|heart|head|hands?|arms?|legs?|back|knees?|muscles?|skin|gut)\b.*\b(?:tens\w+|tight\w*|breath\w*|rac(?:es|ing)|pound\w*|heav(?:y|iness)|numb\w*|tingl\w+|shak\w+|sensations?|pain\w*|hurt\w*|aches?|warm\w*|cold|sick|feels?|felt|stiff\w*|knots?)\b|\b(?:tens\w+|tight\w*|heav(?:y|iness)|numb\w*|pain\w*|hurt\w*|aches?|pressure|sensations?|feel\w*)\b.*\b(?:body|chest|stomach|shoulders?|neck|jaw|throat|heart|head|hands?|arms?|legs?|back|knees?|muscles?|skin|gut)\b|\b(?:headaches?|migraines?|chills|body aches)\b/,
  closing:
    /\b(?:calm\w*|safe place|container|breath\w*|wrap(?:ping)? up|finish\w*|before (?:we|you) (?:end|stop|finish|go|leave)|see you|next (?:time|week|session)|take care|thank\w*|how (?:are|do) you feel(?:ing)? now|feel better|good (?:bye|night)|bye|great job|for today|any(?:thing)? (?:else|questions?))\b/,
  service:
    /\b(?:hous\w+|apartment|rent|shelter|roommate|landlord|jobs?|employ\w*|work|boss|income|money|pay\w*|insurance|medica\w+|transport\w*|bus|car|license|food|benefits?|refer\w*|agency|program|appointment|court|probation|parole|judge|lawyer|school|classes|grades?|doctor|clinic|hospital|pharmacy|exchange|childcare|kids|support|services?|resources?|meeting|group)\b/,
  followed:
    /\b(?:check(?:ing)? (?:in|on|up)|follow[- ]?up|next (?:time|week|month|session|visit)|progress|how (?:did|has|have|is|are|was|often|much|many|long)|track\w*|log|diary|weekly|daily|attendance|scale|scor\w+|rate|still|so far|since (?:last|then|we)|going (?:well|good|okay)|doing|improv\w+|better|worse|times? (?:a|per)|days? (?:a|per)|come back|see you|weeks?|months?)\b/,
  situation:
    /\b(?:happen\w*|last (?:week|night|month|time)|yesterday|today|this (?:week|morning|past)|came (?:in|here|to)|come (?:in|here|to see)|here (?:because|for)|reason|called|told (?:me|him|her)|said|went|got|started|because|at (?:work|home|school)|friends?|family|when|weekend|recently|lately|right now)\b/,
}

const riskTopics = SafetyPassage.shape.topic.exclude(['substance use']).options

/** True if a text mentions a risk to life or safety. */
export function mentionsRisk(text: string): boolean {
  const plain = plainOf(text)
  return riskTopics.some((topic) => namesTopic(topic, plain))
}

const plainOf = (text: string) => text.toLowerCase().replace(/[’‘ʼ]/g, "'")

export function cuesIn(text: string): ReadonlySet<Cue> {
  const plain = plainOf(text)
  return new Set(names.filter((cue) => (cue === 'risk' ? mentionsRisk(plain) : patterns[cue].test(plain))))
}

/** A therapist’s conversational moves. */
export type Move =
  | 'asked'
  | 'reflected'
  | 'affirmed'
  | 'advised'
  | 'guided'
  | 'informed'
  | 'taught'
  | 'observed'
  | 'planned'
  | 'framed'
  | 'social'

const moves: readonly (readonly [Move, RegExp])[] = [
  ['planned', /\bwe can (?:also )?help you\b/],
  [
    'social',
    /^(?:\W*(?:hi|hello|hey|good (?:morning|afternoon|evening)|nice to (?:see|meet)|thank(?:s| you)|bye|goodbye|see you (?:next time|then|soon|later)(?=\W*$)|take (?:good )?care|you're welcome|have a|come in|i'm (?:dr|doctor)|my name)\b)|\bhey dragon\b/,
  ],
  ['asked', /\?\s*$/],
  [
    'framed',
    /\b(?:when (?:i|we) talk|i (?:like|did want|wanted|just want(?:ed)?) to (?:go over|talk|check|ask|hear|give)|my (?:job|role) is|what i can do|just so you know|i don't tell anyone|i'm not going to tell|is it (?:okay|ok) if|let me (?:see|ask|summari[sz]e|confirm)|i have (?:a couple|some|a few) (?:of )?(?:other )?questions|before (?:we|you) (?:end|leave|go|start)|i(?:'ll| will) (?:be asking|ask you (?:some|a few|many)))\b/,
  ],
  [
    'guided',
    /^(?:\W*(?:and|now|okay|so|just|then|good|yeah)[\s,]+)*(?:let (?:it|that|them|the \w+ (?:one|part)) (?:know|be|come|go)|(?:just )?notice|go with|stay with|thank (?:it|that|the)|ask (?:(?:it|that|the \w+) )?(?:if|what|whether|how)|tell (?:it|the \w+ (?:one|part))|take (?:a|another) (?:\w+ )?breath|breathe|close your eyes|picture|imagine|bring (?:it|that|the) (?:\w+ )?up|hold (?:that|it|the|them)|feel your|look around|scan your|think of (?:that|it|the))\b/,
  ],
  [
    'planned',
    /\b(?:next (?:time|week|month|session|visit|appointment)|follow[- ]?up|come back|see you (?:again|in|next)|i(?:'ll| will) (?:also )?(?:see|call|email|send|refer|schedule|order|prescribe|put|get|have|give|be)|we(?:'ll| will)|we're go(?:ing|n)|(?:i'm|we're|i am) (?:gonna|going to) (?:also )?(?:order|refer|prescribe|send|give|put|have|get|keep|start|increase|continue|do|go|see|check)|schedul\w+|i look forward|i'd like to hear|homework)\b|^\W*so: /,
  ],
  [
    'advised',
    /\b(?:you (?:should|need to|have to|(?:can|could|might) (?:try|take|use|call|talk|start|also)|may want|might want|want to avoid)|i(?:'d| do| would)? (?:want|wanna|like) you to(?! know)|recommend|suggest|advise|try to|make sure|go ahead and|avoid|let's|how about|what if|some (?:patients|people) (?:who|want|find)|other patients)\b|^take\b|\btake (?:some|a|one|two|it|this)\b/,
  ],
  ['affirmed', /\bsounds? (?:like )?(?:a )?(?:\w+ )?(?:good|great|wonderful|fair|lovely)\b/],
  [
    'reflected',
    /\b(?:(?:it )?sounds? (?:like|as)|so you|you(?:'re| are) (?:saying|feeling|tired|stressed|worried|frustrated|not alone|also)|you feel|you felt|you (?:don't |didn't )?want|it seems|seems like|you (?:told me|just told|just said|just opened)|on (?:the )?(?:one|other) hand|what i(?:'m| am) hearing|because you|so (?:it|that|what|how|if|right now|the|a|one)|and (?:you|that)|your health is important)\b/,
  ],
  [
    'affirmed',
    /\b(?:great|good (?:job|for you|idea|work)|wonderful|excellent|i(?:'m| am) (?:glad|proud|impressed|happy)|i (?:really )?(?:appreciate|applaud|admire)|that(?:'s| is) (?:great|good|awesome|amazing|wonderful|important)|that (?:shows|takes)|you(?:'re| are) (?:doing|very)|well done|congratulations|i understand|i(?:'m| am) sorry)\b/,
  ],
  [
    'observed',
    /\b(?:i (?:see|notice|don't see|noticed|can see|hear)|you (?:look|seem|appear|have|had|told|said|mentioned)|you've|looks? like|exam|x-?ray|lungs?|blood pressure|your\b|assessment)/,
  ],
]

/** The first move whose pattern matches a therapist's sentence; otherwise 'informed' or 'taught'. */
export function moveOf(sentence: string): Move {
  const plain = sentence.toLowerCase().replace(/[’‘ʼ]/g, "'")
  return (
    moves.find(([, pattern]) => pattern.test(plain))?.[0] ??
    (/\byou(?:r|'re|'ve)?\b/.test(plain) ? 'informed' : 'taught')
  )
}
