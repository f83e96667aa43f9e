import { isNegated } from './negation.ts'
import { wordsOf } from './words.ts'

const reassuresPattern =
  /\bnot (?:even )?once\b|\bi (?:really )?(?:want to (?:live|be here|see my \w+ grow up)|love (?:my )?life|like (?:my )?life)\b|\b(?:they['’]re|they are|(?:he|she)(?:['’]s| is)|everyone(?:['’]s| is)) (?:all |both |very |really |always |only )*(?:lovely|kind|good|nice|gentle|great|wonderful|sweet)(?: to (?:me|us))?\b|\bthank(?:s| you) for asking\b/i

/** A text without the words that reassure: `I want to live`. */
export const withoutReassurance = (text: string) => text.replace(reassuresPattern, '')

const listed = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

/** Words that add nothing to a no: fillers, forms of address, thanks, and words that stress it. */
const emptyWords = listed(
  `good lord heavens christ jesus gosh my uh um er oh mm hmm so okay well like honestly of course absolutely definitely certainly god goodness heaven hell thank thanks you
  doctor sir maam my dear darling love mate please sorry im and to in way sort kind at all ever whatsoever any anybody anyone anything`,
)

/** Words that a repeated topic may have besides the words of the question. */
const topicWords = listed('a the any my me myself of to')

/** The no of `no he hits me` and `no my mother`, which negates nothing in its part. */
const leadingNo =
  /^\W*(?:(?:no|nope|nah)\W+)+(?=(?:i|i['’]\w+|he|she|they|it|we|(?:he|she|they|it|we)['’]\w+|my|the|some|some(?:body|one|times)|just|only)\b)/i

/** Starts a new part: `no and he hits me`, `I don't my mother does`. */
const jointPattern =
  /\s+(?=and\s+(?:(?:i|he|she|they|it|we)(?:['’]\w+)?\s|my\s+\w+\s+\w))|(?<=\bn['’]t|n['’]t|\bnot)\s+(?=(?:he|she|they|we|my)\s)/i

const negationIn = /\b(?:no|not|never|none|nothing|nobody)\b|n['’]t\b/i
const thoughts = 'think|thought|want|wanted|feel|felt|believe|know|say|said|hope|wish|mean|like'
const joins = 'that|if|when|where|what|how|why|who|than|as|and|or|nor|because|since'
const auxiliaries = 'do|does|did|have|has|had|am|is|are|was|were|would|could|can|will'
const family =
  'mum|mom|mam|mummy|dad|daddy|mother|father|parents|brother|sister|son|daughter|husband|wife|partner|boyfriend|girlfriend|uncle|aunt|cousin|gran|grandma|grandpa|grandad|grandmother|grandfather|stepdad|stepmum|stepmom|stepfather|stepmother|ex'
const relatedTo = 'something|anything|nothing|one|anyone|anybody|someone|somebody|way'
/** Starts a new part after a negation, without punctuation: `it wasn't him it was my mother`, `I don't drink I use drugs`. */
const laterSubject = new RegExp(
  String.raw`(?<!\b(?:${thoughts}|${joins}|(?:nor|neither) (?:${auxiliaries})|${relatedTo}))\s+(?=(?:(?:i|he|she|they|we)(?:['’]\w+)?|it['’]\w+)\s+\w|it (?:is|was|has|had|does|did|happens|hurts)\b)|(?<=\b(?:me|him|her|them|us|${family}))\s+(?=my\s+\w)`,
  'i',
)

/** The parts of a text in which a new subject follows a negation, so that each must say no. */
function partsAfterNo(text: string): string[] {
  const at = text.search(negationIn)
  if (at < 0) return [text]
  const [first = '', ...others] = text.slice(at).split(laterSubject)
  return [text.slice(0, at) + first, ...others]
}

/** A no for one person, place or thing implies the others: `Never at home`, `Not my father`. */
const limitedPart =
  /^\W*(?:(?:no|nope|nah|and|but)\W+)*(?:not|never|nobody|no one|none|nothing)\s+(?:(?:else|him|her|them|he|she|they|his|their|my|our|the|those|these)\b|(?:by|with|from|on|around|at|in)\b(?! (?:any|all\b|the (?:least|slightest)\b|my (?:whole )?life\b)))/i

const opensWithNo = /^\W*(?:no|nope|nah|not|never|none|nothing|nobody)\b/i

const verbalPattern = /\b(?:i|i['’]m|i['’]ve|it|they|he|she|we)\b/i
/** A negation that a list continues: `I've never cut, hit or hurt myself`. */
const listsAfter = /n['’]t\b|\b(?:not|never|no \w+)\b/i
const opensWithOwner = /^\W*(?:my|his|her|our|their)\b/i

/** True for a later item of a negated list that ends with `or`. */
function isListed(parts: readonly string[], at: number): boolean {
  const negated = parts.slice(0, at).findLastIndex(isNegated)
  const items = parts.slice(negated + 1, at + 1)
  return (
    negated >= 0 &&
    listsAfter.test(parts[negated] ?? '') &&
    parts.slice(at).some((part) => /\b(?:or|nor)\b/i.test(part)) &&
    items.every((item) => !verbalPattern.test(item) && !opensWithOwner.test(item))
  )
}

const hasOnly = (part: string, isAllowed: (word: string) => boolean) =>
  wordsOf(part).every(({ text }) => isAllowed(text))

/**
 * True if every part of a sentence says no, continues a negated list, reassures, adds nothing or repeats the topic of the question
 * before a no (`Voices, no.`). False for `No, my mother.`, although all its words are plain.
 * @param isAsked true for words of the question
 */
export function everyPartSaysNo(sentence: string, isAsked: (word: string) => boolean): boolean {
  const parts = sentence
    .split(/[,;:–—]|\.{2,}|…/)
    .flatMap((part) => part.replace(leadingNo, '').split(jointPattern))
    .flatMap(partsAfterNo)
    .filter((part) => wordsOf(part).length > 0)
  const isTopic = (part: string, next: string | undefined) =>
    !verbalPattern.test(part) &&
    (next === undefined ? sentence.trimEnd().endsWith('?') : opensWithNo.test(next)) &&
    hasOnly(part, (word) => isAsked(word) || topicWords.has(word))
  return parts.every((part, at) => {
    if (isNegated(part)) return !limitedPart.test(part)
    return (
      reassuresPattern.test(part) ||
      hasOnly(part, (word) => emptyWords.has(word)) ||
      isTopic(part, parts[at + 1]) ||
      isListed(parts, at)
    )
  })
}
