import { wordsOf } from '../language/words.ts'
import { plainText, type Term } from './safety-terms.ts'
import { relation } from './terms/parts.ts'

const before = /^.*(?:\bno|\bnot|\bnever|n't|\bwithout|\bden(?:y|ies|ied)|\bnor|\bneither)\b([^.;?!]*)$/s
const keepsMeaning =
  /^\s*(?:(?:\w+ ){0,2}(?:stop|help|know|sure|only|just|remember|deny|resist|trust|believe|understand|cope|handle|longer|about|keep|control|shake)\b|sleep(?:ing)?\b)/
const stillOpen =
  /\b(?:in|for|since)\s+(?:\w+\s+){0,3}(?:days?|weeks?|months?|years?|a while|then|january|february|march|april|may|june|july|august|september|october|november|december|\d{4}|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b|\bany\s?more\b|\bthis (?:week|month)\b|\byet\b|\b(?:today|lately|recently|right now|at the moment)\b/

/** `denied`: a negation up to six words before the phrase; `open`: one that leaves doubt, as `haven't … in two weeks`. */
export function negationOf(text: string, { start, end }: Pick<Term, 'start' | 'end'>): 'denied' | 'open' | null {
  const plain = plainText(text)
  const found = before.exec(plain.slice(0, start))
  if (!found) return null
  const between = found[1] ?? ''
  const isNear =
    !/^\s*,/.test(between) && wordsOf(between).length <= 6 && !/\b(?:but|because|so|though|although)\b/.test(between)
  if (!isNear || keepsMeaning.test(between)) return null
  return stillOpen.test(plain.slice(end)) || stillOpen.test(plain.slice(start, end)) ? 'open' : 'denied'
}

const longAgo =
  /\bused to\b|\b(?:years?|decades|long time|ages|a (?:long )?while) (?:ago|back)\b|\b(?:back )?in (?:19|20)\d\d\b|\b(?:when|since) i was (?:a |an |in |at |about |around |only |still )*(?:kid|child|little|young(?:er)?|teen\w*|student|school|college|high school|middle school|university|uni|\w+ grade|\d+|(?:five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty)(?:[- ]\w+)?)\b|\bas a (?:kid|child|teen\w*|boy|girl|student|young \w+)\b|\bin (?:high school|middle school|college|university|uni|\w+ grade|the (?:seventies|eighties|nineties)|my (?:teens|twenties|thirties|childhood|youth))\b|\b(?:growing up|back then|in those days|at the time|last (?:year|spring|summer|fall|autumn|winter))\b|\bthat was (?:before|years|back|when|in)\b|\bonce,? (?:when|years|back)\b/
const untilNow =
  /\b(?:still|again|ever since|these days|nowadays|to this day|since then|it's back|came back|now|today|tonight|this (?:week|month|morning)|last (?:night|week)|yesterday)\b/

/** Whether a sentence speaks of a time long past, and of that time only. */
export function isLongAgo(text: string): boolean {
  const plain = plainText(text)
  return longAgo.test(plain) && !untilNow.test(plain)
}

const supposing =
  /\b(?:if(?! (?:i've|i have|i'm|i am|i) (?:understood|understand|heard|hearing|got|following|right))|unless|i could|in case|suppose|supposing|hypothetically|what if|would (?:i|you) (?:ever )?|might|could have|would have|would've|could've)\b/
/** Passive wishes are told as suppositions: `if I didn't wake up, that would be okay`. */
const wish =
  /\b(?:mind|care|okay|ok|fine|better|easier|relie\w+|good|nice|happier|hop(?:e|ing)|wish|so bad|afraid|scared|find|see|get)\b/

/** A threat is made, whatever it depends on. */
const threat = /\b(?:said|says|told|swore|swears|threaten\w*|promised)\b/

/** Whether a sentence supposes what it names. */
export function isSupposed(text: string, { start, end }: Pick<Term, 'start' | 'end'>): boolean {
  const plain = plainText(text)
  return (
    supposing.test(plain.slice(0, start) + plain.slice(end)) && !wish.test(plain) && !threat.test(plain.slice(0, end))
  )
}

const own = /\b(?:i|im|ive|me|my|mine|myself|we|us|you|your|yourself)\b/
const reflexive = /\b(?:him|her|them)\s?sel(?:f|ves)\b|\b(?:his|her|their) own li(?:fe|ves)\b/
const relations = new RegExp(relation, 'g')
const person = new RegExp(
  String.raw`(${relation}|\b(?:a|the|this|that|some|one) (?:\w+ )?(?:man|woman|guy|girl|boy|lady|person|neighbou?r|patient|colleague|character|actor|friend|kid)\b|\b(?:he|she|they|people|somebody|his|her|their)\b)|\b(?:i|im|ive|me|my|we|us|you|your)\b`,
  'g',
)
const named =
  /\b(?!I\b|It\b|This\b|That\b|There\b|What\b|Life\b|Everything\b|Nothing\b|Something\b|Who\b|How\b|Yesterday\b|Today\b|Work\b|Sleep\b|Christmas\b|Friday\b|Saturday\b|Sunday\b|Monday\b|Tuesday\b|Wednesday\b|Thursday\b)\p{Lu}\p{Ll}+ (?:is|was|has|had|wants|wanted|tried|took|hears|heard|drinks|drank|uses|used|got|went|cuts|said|says)\b/u

/** Whether a sentence says this of somebody else than the one who speaks or is spoken to. */
export function isOfAnother(text: string, { topic, start, end }: Term): boolean {
  const plain = plainText(text)
  const phrase = plain.slice(start, end)
  if (topic === 'child safety') return false
  if (topic === 'abuse') return isOfAnotherVictim(phrase)
  if (reflexive.test(phrase)) return true
  if (/\b(?:no one|nobody|no-one) else\b/.test(phrase)) return false
  if (own.test(phrase.replace(relations, ''))) return false
  if (/^(?:he|she|they)\b/.test(phrase)) return topic !== 'psychosis'
  const subject = plain
    .slice(0, start)
    .split(/[,;:.!?]|\b(?:and|but|because|so|when|while|then|since)\b/)
    .map((piece) => Array.from(piece.matchAll(person)).at(-1))
    .findLast((found) => found !== undefined)
  if (subject) return subject[1] !== undefined
  return named.test(text.slice(0, end))
}

const otherVictim = new RegExp(String.raw`(?:${relation}|\b(?:him|her|them|the kids|children|his \w+|her \w+))$`)

function isOfAnotherVictim(phrase: string): boolean {
  return (
    otherVictim.test(phrase.trim()) &&
    !/\b(?:me|us|myself|afraid|scared|terrified|frightened|fear\w*|eggshells)\b/.test(phrase)
  )
}
