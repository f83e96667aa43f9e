import { month } from '../language/tense.ts'
import type { Claim, Finding } from './claim.ts'
import { type SourceClause, saidIn } from './source-clauses.ts'

/** Times that a note states relative to the day of the session. */
const relative =
  /\b(?:yesterday|today|tomorrow|tonight|this morning|this (?:week|month|year)|(?:last|next) (?:night|week|month|year|weekend))\b/gi
const explicit = new RegExp(
  String.raw`\b(?:yesterday|today|tomorrow|tonight|this (?:morning|afternoon|evening|week|month|year)|(?:last|next) \w+|(?:in|since|until|before|after) (?:${month}|the (?:spring|summer|autumn|fall|winter))|\w+ (?:days?|weeks?|months?|years?) ago|in (?:19|20)\d\d)\b`,
  'i',
)

/** A time such as `last week` that was not said, while the passages name another one: `in August`. */
export function otherTime(claim: Claim, source: readonly SourceClause[]): Finding | null {
  const text = claim.words.map((word) => word.text).join(' ')
  const named = text.match(relative) ?? []
  if (named.length === 0 || claim.at > 0) return null
  const cited = saidIn(source)
  const said = source.map(({ sentence }) => sentence.toLowerCase()).join(' ')
  const missing = named.find((time) => !said.includes(time.split(' ').at(-1) ?? time))
  const against = cited.find(({ sentence }) => explicit.test(sentence))
  if (missing === undefined || !against) return null
  return { reason: `‘${missing}’ was not said; another time was.`, against }
}
