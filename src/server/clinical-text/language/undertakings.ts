import { splitSentences } from '#shared/rules/sentences.ts'

export type Undertaking = 'planned' | 'suggested'

const list = (words: string) => words.trim().replace(/\s+/g, '|')

/** Opening words that do not affect who undertakes what. */
const lead = String.raw`^\W*(?:(?:and|so|but|okay|ok|yeah|yes|yep|sure|well|now|then|also|right|all right|alright|good|great|um|uh|er|you know|i mean|i think|i guess|that's (?:cool|fine|good|great|fair)|that makes sense|sounds good|first|second|in the meantime|until then|please|actually|of course|definitely|absolutely|next (?:time|week|session|month)|this (?:week|weekend|month|evening)|today|tonight|tomorrow(?: morning| night)?|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|after (?:work|school|lunch|this)|before bed|every (?:morning|evening|night|day))[\s,.–-]+)*`
const adverb = String.raw`(?:(?:also|just|definitely|then|really|actually|first|still|go ahead and|go and|try to|try and|start to) )*`

/** Verbs of undertakings. States (`be`, `feel`), losses and passive events are excluded. */
const actions =
  list(`try talk call phone text email message write note ask tell start begin stop quit cut keep continue practice do make
  set put take bring give send get find come walk run exercise eat cook sleep read listen meet see visit join attend
  sign book schedule arrange plan check follow track log record use apply work study finish limit reduce avoid increase decrease
  leave move return add change adjust order prescribe refer increase lower raise taper switch review discuss share invite
  help teach show draw draft fill pick pay save throw turn close open remove delete buy wait reach contact connect speak stay
  sit spend tidy clean focus raise touch stick complete schedule drop`)
const act = String.raw`(?:(?:${actions})\b|(?:look (?:for|into|at|up|over)|go (?:to|back|for|and|with|over|through|out))\b)`

const intends = String.raw`(?:i(?:'ll| will)|we(?:'ll| will)|i(?:'m| am) (?:also |just )?(?:going to|gonna|planning to)|we(?:'re| are) (?:also |just )?(?:going to|gonna)|i (?:plan|intend|promise|agree) to|i promise(?: that)? i(?:'ll| will)|i(?:'ve| have) decided to|my (?:\w+ )?\w+ and i (?:will|are going to))`
const planned = new RegExp(String.raw`${lead}${intends} ${adverb}${act}`)
/** Something the client can do is a plan if it has a time. */
const canDo = new RegExp(
  String.raw`${lead}i (?:can|could) ${adverb}${act}.*\b(?:tomorrow|tonight|next|this (?:week|evening|weekend)|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|every|each|before (?:bed|work|our))\b`,
)
const agreed = new RegExp(
  String.raw`${lead}(?:the plan (?:for (?:this|next) \w+ )?is(?: that we| to)\b|(?:our|your|the) next (?:session|appointment|visit|meeting) (?:is|will be)\b|(?:i(?:'ll| will) )?see you (?:again )?(?:next (?!time)|on|in (?:a|two|three|four|\d)|tomorrow|this|mon|tues|wednes|thurs|fri|satur|sun)|same time next week)`,
)

const requests = new RegExp(
  String.raw`${lead}(?:i(?:'d| would| do)? (?:also |really )?(?:like|want|love|encourage|invite|advise|ask) (?:you|for you) to (?:also |just )?(?:not \w+|${act})|(?:what )?i(?:'d| would)? (?:also |really )?(?:recommend|suggest|advise)\b(?! (?:you|that you) (?:are|were|feel|have been))|(?:my|your) (?:homework|suggestion|advice|recommendation)(?: for \w+(?: \w+)?)? (?:is|would be)\b|you (?:should|may want to|might want to) (?:also |just |maybe )?${act}|you (?:could|can|might) (?:also |just |maybe )?(?:try|call|ask|write|start|talk|bring|use|practice|keep|join|continue|check|leave|tell|set|put|book|walk|go ahead)\b|let's (?:also |just )?${act}|make sure (?:you|to|that you)\b|be sure to\b|remember to\b|try to ${act})`,
)
const asking = new RegExp(
  String.raw`${lead}(?:how about (?:we|you|i|if (?:we|you|i)|trying)\b|why don't (?:we|you)\b|shall we\b|(?:would|could) you (?:be (?:willing|open) to|like to try|try to?)\b)`,
)
/** Verbs that are orders in any reading. */
const imperative = new RegExp(
  String.raw`${lead}(?:(?:if|when) [^,]+, (?:please |just )?)?(?:take|avoid|continue|keep|use|call|write|practice|bring|stay|start|stop|try|check|go ahead and|come back|drink|reduce|increase) (?:[\w'-]+[\s,]+){2,}`,
)

/** Refers to the present moment, or is an idiom: nothing is left to do afterwards. */
const ofTheMoment = new RegExp(
  String.raw`\b(?:(?:tell|ask|give|show) (?:me|you (?:a (?:few|couple)|some|more|one|about|what|something))|let you know|say|imagine|picture|pretend|suppose|assume|close your eyes|think (?:of|about|back)|notice|rate|bring (?:it |that )?to mind|your time|(?:deep|slow|big|another|few|nice) breaths?|keep (?:going|in mind|talking)|go back (?:to (?:what|that|when))|talk (?:a (?:little|bit)|about (?:that|this|it|what|how|why|your))|start (?:with|from|by|over|wherever)|look at (?:me|that|this|what|how|the (?:good|bad|other))|take (?:a (?:look|step back|moment|minute|second)|it from|care of|that as|stock)|hold (?:that|it|on)|call it|stop (?:you|me|there|right there)|check (?:your|in with)|listen to|follow (?:my|the light)|put (?:it|that|yourself) (?:in|another|this)|come back to (?:that|this)|get (?:to|back to|into) (?:that|this|know)|(?:let's|we'll|i'll) see (?:if|what|how|where|whether)|see you as|do you mean|make sure (?:i|we) (?:understand|have|get)|be (?:honest|proud|kind)|ask you|try to understand|move on|turn to|use your (?:words|own)|read (?:you|this|that|some)|take (?:care|me)|sit with|stay with (?:the|that|it|this)|leave (?:her|him|it|them|that) (?:there|here)|let's check in|lie (?:down|back)|(?:sit|stand) up|(?:just )?go over (?:a little|my|the results)|(?:take a )?quick look)\b|\bsee\W*$`,
)

/** Doubt, habit, condition, report: it is uncertain who undertakes what. */
const uncertain =
  /["“”]|^\W*'|\b(?:maybe|perhaps|probably|sometimes|usually|often|normally|typically|whenever|every time|most (?:days|nights|times|of the time)|at times|would have|could have|was going to|were going to|afraid|scared|worried|i (?:hope|wish|doubt|wonder|thought|said|told|guess i was|feel like|keep thinking)|(?:you|he|she|they|people|we) (?:said|says|say|told|tell (?:yourself|themselves)|thought)|tell yourself|on (?:the )?(?:one|other) hand|like every|don't know)\b/
const conditional = /^\W*(?:(?:and|so|but|well|okay)[\s,]+)*(?:if|unless|even if|in case|when|once)\b/
/** `If it gets worse, call …` is a request nevertheless. */
const conditionalRequest =
  /^[^,]*, (?:please |just |then )?(?:call|text|go|come|use|take|reach|try|tell|bring|stop|write)\b/
/** Topics that are not part of a treatment plan. */
const harm =
  /\b(?:kill|die|dead|overdose|suicid\w*|hurt (?:him|her|them|my|someone)|cut (?:my|deep)|hang (?:my|it)|end (?:it|my)|gun|all (?:of )?(?:my|the|those) (?:pills|tablets|meds|medication)|jump (?:off|from|in front)|beat|punch|hit (?:him|her|them)|get (?:drunk|high))\b/
const seeksHelp = /\b(?:call|text|tell|go to|talk to|reach)\b/

const flat = (text: string) => text.toLowerCase().replace(/[’‘ʼ]/g, "'").replace(/\s+/g, ' ').trim()
/** `…, okay?` is not a question. */
const tag = /,?\s*\b(?:okay|ok|all right|alright|right|you know|yeah)\s*\?$/

/**
 * Detects an undertaking or proposal of the speaker: a commitment of their own (`planned`), or a therapist's request or proposal
 * (`suggested`). Null for everything else: a summary of the other person's wishes, a question, a hypothetical, and statements
 * that are negated, past, habitual, doubted or about someone else.
 */
export function undertakingIn(text: string, speaker: 'therapist' | 'client'): Undertaking | null {
  return splitSentences(text).reduce<Undertaking | null>((found, one) => found ?? inSentence(flat(one), speaker), null)
}

function inSentence(sentence: string, speaker: 'therapist' | 'client'): Undertaking | null {
  const plain = sentence.replace(tag, '.')
  if (uncertain.test(plain) || ofTheMoment.test(plain)) return null
  if (harm.test(plain) && !seeksHelp.test(plain)) return null
  if (conditional.test(plain))
    return speaker === 'therapist' && conditionalRequest.test(plain) && imperative.test(plain) ? 'suggested' : null
  if (plain.endsWith('?')) return speaker === 'therapist' && asking.test(plain) ? 'suggested' : null
  if (planned.test(plain) || (speaker === 'therapist' && agreed.test(plain)))
    return /\bgoing to (?:the|my|a|an|her|his|their|school|work|bed|church)\b/.test(plain) ? null : 'planned'
  if (speaker === 'client') return canDo.test(plain) ? 'planned' : null
  return requests.test(plain) || imperative.test(plain) ? 'suggested' : null
}
