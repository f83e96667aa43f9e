import { splitSentences } from '#shared/rules/sentences.ts'
import { wordsOf } from '../language/words.ts'
import { plainText, type Term } from './safety-terms.ts'
import { relation, youngRelation } from './terms/parts.ts'
import { strikes } from './terms/violence.ts'

const beforePattern =
  /^.*(?:\bno|\bnot|\bnever|n't|\b(?:do|does|did|is|was|would|could|have|has|ca|wo)nt|\b(?:nobody|no one|no-one|none|hardly|barely)(?:'s)?|\bwithout|\bden(?:y|ies|ied)|\bnor|\bneither)\b([^.;?!]*)$/s
const keepsMeaning =
  /^\s*(?:(?:\w+ ){0,2}(?:stop|help|know|sure|only|just|remember|deny|resist|trust|believe|understand|cope|handle|longer|about|keep|control|shake)\b|sleep(?:ing)?\b)/
const stillOpen =
  /\b(?:in|for|since)\s+(?:\w+\s+){0,3}(?:days?|weeks?|months?|years?|a while|then|january|february|march|april|may|june|july|august|september|october|november|december|\d{4}|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b|\bany\s?more\b|\bthis (?:week|month)\b|\byet\b|\b(?:today|lately|recently|right now|at the moment)\b/

const negatedAct = new RegExp(
  String.raw`(?:\bnever|\bnot|n't|\b(?:do|does|did|is|was|has|have)nt|\bnobody(?:'s)?|\bno one(?:'s)?) (?:\w+ ){0,2}?(?:${strikes}|violent|abusive|physical|aggressive|threatened|touched|forced|pushed|grabbed)\b`,
)
/** True for a negation inside a phrase that names an act: `he's never hit me`. */
const isNegatedAct = (phrase: string) => negatedAct.test(phrase) && !/\b(?:but|and|until|because)\b/.test(phrase)

/**
 * `denied`: a negation in the phrase, or up to six words before it. `open`: one that leaves doubt, as in `haven't … in two
 * weeks`.
 */
export function negationOf(text: string, { start, end }: Pick<Term, 'start' | 'end'>): 'denied' | 'open' | null {
  const plain = plainText(text)
  // `No he broke my phone`: the no is an answer, not a negation.
  const said = plain.replace(/^\W*(?:(?:oh|well|um|uh) )?no(?=,? (?:i|he|she|they|it|we|my)\b)/, (no) =>
    ' '.repeat(no.length),
  )
  const found = beforePattern.exec(said.slice(0, start))
  if (isNegatedAct(plain.slice(start, end))) return 'denied'
  if (!found) return null
  const between = found[1] ?? ''
  const isNear =
    !isOwnClause(between, plain.slice(start, end)) &&
    !/^\s*,(?! ?(?:like|um|uh|you know|i mean),)/.test(between) &&
    wordsOf(between).length <= 6 &&
    !/\b(?:but|because|so|though|although)\b/.test(between)
  if (!isNear || keepsMeaning.test(between)) return null
  return stillOpen.test(plain.slice(end)) || stillOpen.test(plain.slice(start, end)) ? 'open' : 'denied'
}

/** True if the phrase begins a new clause, which is not negated: `I haven't slept for days and God talks to me`. */
const isOwnClause = (between: string, phrase: string) =>
  (/\b(?:and|then|so)\s*$/.test(between) &&
    /^(?:i|he|she|they|we|it|god|the|my|his|her|people|someone)\b/.test(phrase)) ||
  (/\band (?:the|my|his|her) $/.test(between) && stillOpen.test(between))

const longAgo =
  /\bused to\b|\b(?:years?|decades|long time|ages|a (?:long )?while) (?:ago|back)\b|\b(?:back )?in (?:19|20)\d\d\b|\b(?:when|since) (?:i was|you were) (?:a |an |in |at |about |around |only |still )*(?:kid|child|little|young(?:er)?|teen\w*|student|school|college|high school|middle school|university|uni|\w+ grade|\d+|(?:five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty)(?:[- ]\w+)?)\b|\bas a (?:kid|child|teen\w*|boy|girl|student|young \w+)\b|\bin (?:high school|middle school|primary school|secondary school|school|college|university|uni|\w+ grade|the (?:seventies|eighties|nineties)|my (?:teens|twenties|thirties|childhood|youth))\b|\bin (?:my|your|the|that) (?:last|first|previous|former|old|earlier) (?:marriage|relationship|job|home|house|flat|family|school|foster \w+)\b|\b(?:growing up|back then|in those days|at the time|last (?:year|spring|summer|fall|autumn|winter))\b|\bthat was (?:before|years|back|when|in)\b|\bonce,? (?:when|years|back)\b/
const untilNow =
  /\b(?:still|again|ever since|these days|nowadays|to this day|since then|it's back|came back|now|today|tonight|this (?:week|month|morning)|last (?:night|week)|yesterday)\b/

/** A following sentence that places the statement in the past: `He's been dead since 1998.` */
const closedPattern =
  /^\W*(?:i've|i have|i'm|im|ive) (?:been |now )*(?:clean|sober|dry|off it) (?:since|for|\w+ (?:years|months))\b|^\W*(?:(?:but|and|well|though|it|that|this)\s+)*(?:(?:that |it |this |all )?(?:was|were|happened|is|'s)(?: all| only| a)?(?: about)? (?:\w+ ){0,3}(?:years?|decades|life(?:time)?) (?:ago|back)|(?:it|that)'s (?:\w+ )?\w+ years\b|that's \w+ years|that was (?:[^.?!]{0,40}\b(?:years|ages|decades) ago|a different|another|back|before|in (?:19|20)|when)|(?:i was|we were) (?:\w+ )?(?:\w+teen|small|little|young|a kid|kids|children|\w+ (?:or|years)|five|six|seven|eight|nine|ten|eleven|twelve|twenty)\b|(?:he|she)(?:'s| has| is|'d)? (?:been )?(?:dead|died|gone)\b|(?:i |we )?(?:haven't|have not|never|not)(?: \w+){0,3} (?:since|for (?:\w+ )?(?:\w+ )?years|in (?:\w+ )?years)\b|(?:never|not) (?:since|again)\b)/

/** True if the text after a sentence says that the fact in the sentence is long over. */
export function saysItIsOver(rest: string): boolean {
  const [next = ''] = splitSentences(rest)
  return closedPattern.test(plainText(next)) && !untilNow.test(plainText(next).replace(/\b(?:again|now)\b/g, ''))
}

/** True if a sentence is only about a distant past. */
export function isLongAgo(text: string): boolean {
  const plain = plainText(text)
  return longAgo.test(plain) && !untilNow.test(plain)
}

const supposingPattern =
  /\b(?:if(?! (?:i've|i have|i'm|i am|i) (?:understood|understand|heard|hearing|got|following|right))|unless|i could|in case|suppose|supposing|hypothetically|what if|would (?:i|you) (?:ever )?|might|in case|could have|would have|would've|could've)\b/
/** Passive wishes take the form of suppositions: `if I didn't wake up, that would be okay`. */
const wishPattern =
  /\b(?:mind|care|okay|ok|fine|better|easier|relie\w+|good|nice|happier|hop(?:e|ing)|wish|so bad|afraid|scared|find|see|get)\b/

/** A conditional threat is still a threat. */
const threatPattern = /\b(?:said|says?|saying|warn\w*|told|swore|swears|threaten\w*|promised)\b/

/** True if a sentence states the phrase only as a hypothesis. */
export function isHypothetical(text: string, { topic, start, end }: Pick<Term, 'topic' | 'start' | 'end'>): boolean {
  const plain = plainText(text)
  // `She gives me no dinner if I wet the bed` describes a habit.
  const isHabit =
    (topic === 'abuse' || topic === 'substance use') &&
    !/\b(?:would|could|might|will|may|in case|what if|suppose|supposing|if (?:i|he|she|they|you) (?:was|were))\b|'(?:d|ll)\b/.test(
      plain,
    )
  return (
    !isHabit &&
    supposingPattern.test(plain.slice(0, start) + plain.slice(end)) &&
    !wishPattern.test(plain) &&
    !threatPattern.test(plain.slice(0, end))
  )
}

const ownPattern = /\b(?:i|im|ive|me|my|mine|myself|we|us|you|your|yourself)\b/
const perceivesPattern =
  /^(?:hear|see|saw|seen|smell|feel|felt|hallucinat|paranoi|psychosis|psychotic|delusion|schizo|voices?|(?:the|his|her|their) voices?|visions|thinks?|believes?|convinced)\w*/
const reflexivePattern = /\b(?:him|her|them)\s?sel(?:f|ves)\b|\b(?:his|her|their) own li(?:fe|ves)\b/
const relationsPattern = new RegExp(String.raw`${relation}|${youngRelation}`, 'g')
/** Matches `anyone in your family`. */
const anyoneOfTheirs = String.raw`\b(?:anyone|anybody|someone|somebody|people|members?) (?:else )?(?:in (?:the|your) (?:\w+ )?(?:family|household|circle|life)|of (?:the|your) family|(?:close|near|dear|important) to you|(?:that |who )?you (?:know|love|knew|care about)|around you)\b`
const personPattern = new RegExp(
  String.raw`(${anyoneOfTheirs}|${relation}|${youngRelation}|\b(?:a|the|this|that|some|one) (?:\w+ )?(?:man|woman|guy|girl|boy|lady|person|neighbou?r|patient|colleague|character|actor|friend|kid)\b|\b(?:he|she|they|people|somebody|someone|everybody|everyone|his|her|their)\b)|\b(?:i|im|ive|me|my|we|us|you|your)\b`,
  'g',
)
const namedPattern =
  /\b(?!I\b|It\b|This\b|That\b|There\b|What\b|Life\b|Everything\b|Nothing\b|Something\b|Who\b|How\b|Yesterday\b|Today\b|Work\b|Sleep\b|Christmas\b|Friday\b|Saturday\b|Sunday\b|Monday\b|Tuesday\b|Wednesday\b|Thursday\b)\p{Lu}\p{Ll}+ (?:is|was|has|had|wants|wanted|tried|took|hears|heard|drinks|drank|uses|used|got|went|cuts|said|says)\b/u

/** Matches voices that speak to someone else. */
const othersVoices = new RegExp(
  String.raw`^(?:(?:the|those|these|his|her|their) )?voices?\b[^.?!]{0,40}?\b(?:tell|tells|told|telling|say|says|said|talk\w*|speak\w*|stop|for|to) (?:to |for )?(?:him|her|them|${relation}|${youngRelation})\b`,
)
const isAboutOthersVoices = (plain: string) =>
  othersVoices.test(plain) && !/\b(?:i|me|my|myself)\b/.test(plain.replace(relationsPattern, ''))

/** True if a sentence is about someone other than speaker and listener. */
export function isAboutSomeoneElse(text: string, { topic, start, end }: Term): boolean {
  const plain = plainText(text)
  const phrase = plain.slice(start, end)
  if (topic === 'child safety') return false
  if (topic === 'abuse') return isAboutOtherVictim(phrase)
  if (reflexivePattern.test(phrase)) return true
  if (topic === 'psychosis' && isAboutOthersVoices(plain.slice(start))) return true
  if (/\b(?:no one|nobody|no-one) else\b/.test(phrase)) return false
  // A belief about acts of others is the client's own. A perception belongs to the person who has it.
  if (topic === 'psychosis' && !perceivesPattern.test(phrase))
    return /\b(?:him|his|her)\b/.test(phrase) && !ownPattern.test(phrase)
  if (ownPattern.test(phrase.replace(relationsPattern, ''))) return false
  if (/^(?:he|she|they)\b/.test(phrase)) return topic !== 'psychosis'
  const subject = plain
    .slice(0, start)
    .split(/[,;:.!?]|\b(?:and|but|because|so|when|while|then|since)\b/)
    .map((piece) => Array.from(piece.matchAll(personPattern)).at(-1))
    .findLast((found) => found !== undefined)
  if (subject) return subject[1] !== undefined
  return namedPattern.test(text.slice(0, end))
}

/** Matches the verb of `He wishes I was dead.` */
const wishVerb = /^wish(?:es|ed)?\b/
const othersWish = new RegExp(String.raw`(?:${relation}|\b(?:he|she|they|@+)) (?:just |only |also )?$`)

const sayingPattern = String.raw`(?:keeps? |kept |always |just |only |also |already |even )*(?:says?|said|saying|thinks?|thought|tells?|told|telling|believes?|reckons?|claims?|accuse[sd]|worr(?:y|ies|ied)|convinced|afraid|scared|is (?:afraid|worried|convinced|scared))`
const reportedPattern = new RegExp(
  String.raw`(?:${relation}|${youngRelation}|\b(?:he|she|they|everyone|everybody|people|my family|my (?:gp|doctor|friends)|a friend|this friend))(?:'s| is| was| are| were| who| that)* ${sayingPattern}\b(?! to me\b)[^.?!]{0,40}$`,
)

/** True if another person says the phrase about the speaker: `My mother says I'm going to end up killing myself.` */
export function isReported(text: string, { topic, start, end }: Term): boolean {
  if (topic === 'abuse' || topic === 'psychosis' || topic === 'child safety') return false
  const plain = plainText(text)
  const saidBefore = plain.slice(0, start)
  if (wishVerb.test(plain.slice(start, end)) && othersWish.test(saidBefore)) return true
  return (
    reportedPattern.test(saidBefore) &&
    !/\b(?:i|i'm|i've) (?:\w+ )?(?:think|say|said|told|admit|know)\b[^.?!]*$/.test(saidBefore)
  )
}

const ownActStart = /\bi(?:'ve|'d| have| had| just| also| then| nearly| almost| once| only| even| actually)* $/

/** True for what the client did to another person: `I slapped her`. */
export function isOwnAct(text: string, { topic, start, end }: Term): boolean {
  const plain = plainText(text)
  return topic === 'abuse' && ownActStart.test(plain.slice(0, start)) && isAboutOtherVictim(plain.slice(start, end))
}

/** True if a sentence names suicide and no one of the session: `It was suicide.` */
export function isImpersonalMention(text: string, { topic, start, end }: Term): boolean {
  const plain = plainText(text)
  return (
    topic === 'suicide' &&
    /^suicid\w*$/.test(plain.slice(start, end)) &&
    /\w+ (?:is|was|be) (?:\w+ )?$/.test(plain.slice(0, start)) &&
    !ownPattern.test(plain)
  )
}

const otherVictim = new RegExp(String.raw`(?:${relation}|\b(?:him|her|them|the kids|children|his \w+|her \w+))$`)

function isAboutOtherVictim(phrase: string): boolean {
  return (
    otherVictim.test(phrase.trim()) &&
    !/\b(?:me|us|myself|afraid|scared|terrified|frightened|fear\w*|eggshells)\b/.test(phrase)
  )
}
