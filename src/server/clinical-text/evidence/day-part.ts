import { weightOf } from '../language/weights.ts'
import { anyOf } from './any-of.ts'
import { type Claim, type Finding, nearestSentences, overlap, textOf } from './claim.ts'
import type { SourceClause } from './source-clauses.ts'

/** Names of each part of the day, including neighboring parts that people do not distinguish: `evening` and `night`. */
const names: Readonly<Record<string, RegExp>> = {
  morning: /\bmornings?\b/,
  noon: /\b(?:noon|midday|lunch\w*|twelve|12)\b/,
  afternoon: /\b(?:afternoons?|noon|midday|evenings?)\b/,
  evening: /\b(?:evenings?|nights?|tonight|afternoons?)\b/,
  night: /\b(?:nights?|nightly|tonight|evenings?|midnight|(?:one|two|three|four|five|[1-5]) in the morning)\b/,
}

/** Words that imply a part of the day: clock times, meals, sleep and work. */
const clockTime = String.raw`o['’]clock|half (?:past |\w+)|quarter (?:past|to)|\d+:\d\d`
const hinting = (words: string) => anyOf(`${words}|${clockTime}`)
const hints: Readonly<Record<string, RegExp>> = {
  morning: hinting(
    String.raw`breakfast|a\.?m|wak\w+|woke\w*|(?:get|got|getting) up|dawn|sunrise|first thing|overnight`,
  ),
  noon: hinting('lunch'),
  afternoon: hinting(String.raw`lunch\w*|p\.?m|after (?:school|work)|(?:get|got|getting) (?:in|home)`),
  evening: hinting(
    String.raw`tea|dinner|supper|p\.?m|late|after (?:school|work)|home|bed\w*|(?:get|got|getting) in|end of the day`,
  ),
  night: hinting(
    String.raw`overnight|late|bed\w*|sleep\w*|slept|asleep|dream\w*|nightmares?|wak\w+|woke\w*|dark|a\.?m|small hours`,
  ),
}
const namedPattern = /\b(morning|noon|afternoon|evening|night)s?\b/g
const anyPart = /(?<!\bgood )\b(?:mornings?|noon|midday|afternoons?|evenings?|nights?|midnight|tonight)\b/

/** Matches `two in the morning`. */
const clockPattern = /\b(\w+)(?: o'clock)? (?:in the|at) (morning|afternoon|evening|night)\b/g
const clocksIn = (text: string) => [...text.matchAll(clockPattern)].map(([, hour = '', part = '']) => ({ hour, part }))

/** True if the passages name the hour of the claim, but only in another part of the day. */
function isOtherHour(part: string, text: string, said: string): boolean {
  const theirs = clocksIn(said)
  const same = clocksIn(text).flatMap((one) =>
    one.part === part ? theirs.filter(({ hour }) => hour === one.hour) : [],
  )
  // Three at night is three in the morning.
  const isSmall = (one: { part: string }) => [part, one.part].toSorted().join() === 'morning,night'
  return same.length > 0 && same.every((one) => one.part !== part && !isSmall(one))
}

/** The note names a part of the day that the related passages do not name, while a passage names another one. */
export function otherDayPart(claim: Claim, source: readonly SourceClause[]): Finding | null {
  const text = textOf(claim)
  const parts = new Set([...text.matchAll(namedPattern)].map(([, part = '']) => part))
  if (parts.size === 0) return null
  const spoken = source.map((one) => ({ one, text: one.sentence.toLowerCase() }))
  const near = nearestSentences(claim)
  const about = spoken.filter((each) => near.has(each.one.sentence) && anyPart.test(each.text))
  const cited = about.length > 0 ? about : spoken
  const content = claim.content.filter((word) => !anyPart.test(word.text))
  // An answer such as `Mornings, mostly.` need not share a word with the claim.
  const isShort = ({ words }: SourceClause) => words.filter((word) => weightOf(word) === 1).length < 3
  const related = spoken.filter(({ one }) => isShort(one) || overlap(content, one) > 0)
  const all = spoken.map((each) => each.text).join(' ')
  for (const part of parts) {
    const against = cited.find(({ one, text: said }) => !one.isContext && anyPart.test(said))?.one
    const isSaid = hints[part]?.test(all) || [...cited, ...related].some(({ text: said }) => names[part]?.test(said))
    if (against && (!isSaid || isOtherHour(part, text, all)))
      return { reason: `The note says ‘${part}’, which was not said.`, against }
  }
  return null
}
