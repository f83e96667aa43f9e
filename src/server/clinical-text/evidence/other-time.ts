import { month } from '../language/tense.ts'
import { type Claim, type Finding, textOf } from './claim.ts'
import { type SourceClause, saidIn } from './source-clauses.ts'

/** Times that a note states relative to the day of the session. */
const relativePattern =
  /\b(?:yesterday|today|tomorrow|tonight|this morning|this (?:week|month|year)|(?:last|next) (?:night|week|month|year|weekend))\b/gi
const explicitPattern = new RegExp(
  String.raw`\b(?:yesterday|today|tomorrow|tonight|this (?:morning|afternoon|evening|week|month|year)|(?:last|next) \w+|(?:in|since|until|before|after) (?:${month}|the (?:spring|summer|autumn|fall|winter))|\w+ (?:days?|weeks?|months?|years?) ago|in (?:19|20)\d\d)\b`,
  'i',
)

/** A time such as `last week` that was not said, while the passages name another one: `in August`. */
export function otherTime(claim: Claim, source: readonly SourceClause[]): Finding | null {
  const text = textOf(claim)
  const named = text.match(relativePattern) ?? []
  if (named.length === 0 || claim.at > 0) return null
  const cited = saidIn(source)
  const said = source.map(({ sentence }) => sentence.toLowerCase()).join(' ')
  const missing = named.find((time) => !said.includes(time.split(' ').at(-1) ?? time))
  const against = cited.find(({ sentence }) => explicitPattern.test(sentence))
  if (missing === undefined || !against) return null
  return { reason: `‘${missing}’ was not said; another time was.`, against }
}

const meeting = 'visit|session|appointment|time|check|review|meeting|step|week|month|year|night|weekend|term'
const pastPattern = new RegExp(
  String.raw`\b(?:last (?:${meeting})|previous (?:${meeting})|(?:${meeting}) before|yesterday)\b`,
  'i',
)
const futureTimes = new RegExp(
  String.raw`\b(?:next (?:${meeting})|(?:coming|following) (?:${meeting})|(?:${meeting}) after|tomorrow)\b`,
  'i',
)
/** Other words that may express the past or the future in speech. */
const saysPast =
  /\b(?:last|previous\w*|before|yesterday|ago|earlier|recent\w*|the other (?:day|night|week)|just now|when i was)\b/i
const saysComing =
  /\b(?:next|coming|following|tomorrow|after|later|until|till?|will|going to|gonna|then|soon|\p{L}+['’]ll|in (?:a|an|two|three|four|five|six|eight|\d+) \p{L}+)\b/iu
const planPattern = /^\W*plan\b|\b(?:will|plans? to|agreed to|intends? to|going to)\b/i

/** The note says `next week` or `the month after`, and only the past was said, or the reverse; or a plan is for `last week`. */
export function reversedTime(claim: Claim, source: readonly SourceClause[]): Finding | null {
  const text = textOf(claim)
  const [was] = pastPattern.exec(text) ?? []
  const [futureTime] = futureTimes.exec(text) ?? []
  if ((was === undefined) === (futureTime === undefined)) return null
  const said = source.map(({ sentence }) => sentence).join(' ')
  const [claimedTime = '', opposite, same] =
    was === undefined ? [futureTime, pastPattern, saysComing] : [was, futureTimes, saysPast]
  const isPlanned = was !== undefined && planPattern.test(claim.sentence)
  if (same.test(said) || !(opposite.test(said) || isPlanned)) return null
  const against = saidIn(source).find(({ sentence }) => opposite.test(sentence))
  return { reason: `‘${claimedTime}’ was not said; another time was.`, ...(against && { against }) }
}
