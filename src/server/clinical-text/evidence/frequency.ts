import { anyOf } from './any-of.ts'
import { type Claim, type Finding, nearestSentences, textOf } from './claim.ts'
import { type SourceClause, saidIn } from './source-clauses.ts'

/** A word for how often something happens. */
interface Frequency {
  /** The word in a note. */
  claimed: RegExp
  /** Words that may express this frequency in speech. */
  meant: RegExp
  /** Words for another frequency. */
  other: RegExp
  /** True for rates: any passage may name the unit of time. */
  isRate?: true
}

const negationPattern = String.raw`no|not|nope|nah|never|none|nobody|nothing|neither|nor|without|hardly|barely|scarcely|rarely|seldom|\w+n['’]?t`
const oftenPattern = String.raw`often|frequent\w*|regular\w*|usual\w*|most\w*|mainly|main|lots?|loads|many|always|constant\w*|all|keep\w*|kept|daily|nightly|weekly|every\w*|times|days|nights|weeks|again|still`
const alwaysPattern = String.raw`always|every\w*|all|each|whole|constant\w*|whenever|non-?stop|any\w*|only|permanent\w*`
const sometimesPattern = String.raw`some\w*|occasional\w*|now and (?:then|again)|at times|once in a while|odd|off and on|on and off|bit|few|couple|maybe|might|can|when|if|not (?:always|every|all)|from time to time`

const frequencies: readonly Frequency[] = [
  {
    claimed: anyOf('always|constantly'),
    meant: anyOf(`${alwaysPattern}|never|none|no`),
    other: anyOf(
      'sometimes|mostly|usually|often|occasionally|now and (?:then|again)|at times|rarely|hardly|once|twice|most',
    ),
  },
  {
    claimed: anyOf('often|frequently|regularly|usually'),
    meant: anyOf(oftenPattern),
    other: anyOf('never|rarely|seldom|hardly|once|nothing'),
  },
  {
    claimed: anyOf('sometimes|occasionally|at times'),
    meant: anyOf(sometimesPattern),
    other: anyOf('always|every|never|constant\\w*'),
  },
  {
    claimed: anyOf('rarely|seldom|hardly ever'),
    meant: anyOf(`${negationPattern}|few|less|little|once|twice|occasional\\w*|odd`),
    other: anyOf('always|every\\w*|often|most|all|constant\\w*|daily|sometimes|lots?|loads'),
  },
  {
    claimed: anyOf('never'),
    meant: anyOf(`${negationPattern}|cannot|stop\\w*|quit\\w*|avoid\\w*|refus\\w*`),
    other: anyOf('always|every\\w*|often|once|twice|times|sometimes|most'),
  },
  {
    claimed: anyOf('(?<!\\b(?:a|the|last|past|next|first|these|every|very) )few'),
    meant: anyOf("few|couple|some|hardly|several|(?:not|n['’]t) many|one|two|three|four|five"),
    other: anyOf('most|many|all|every|lots?|loads|always'),
  },
  {
    isRate: true,
    claimed: anyOf('daily|every day'),
    meant: anyOf(
      'daily|days?|nights?|nightly|every\\w*|each|mornings?|evenings?|always|all|constant\\w*|still|at \\w+',
    ),
    other: anyOf('once|twice|weekly|weeks?|monthly|months?|sometimes|rarely|occasionally|now and (?:then|again)'),
  },
  {
    isRate: true,
    claimed: anyOf('weekly|once a week|every week'),
    meant: anyOf(
      'weekly|(?<!\\b(?:last|this) )week|weeks|fortnight\\w*|\\w+days|every (?:mon|tues|wednes|thurs|fri|satur|sun)day',
    ),
    other: anyOf(
      'daily|every (?:single )?(?:day|night|morning|evening)|nightly|monthly|months?|twice a day|once a day',
    ),
  },
  {
    isRate: true,
    claimed: anyOf('monthly|once a month|every month'),
    meant: anyOf('monthly|months?|(?:two|three|four|five|six) weeks|twelve times|fortnight\\w*'),
    other: anyOf('daily|days?|nightly|nights?|weekly|weeks?|times|every'),
  },
]

/** The note gives a frequency that was not said, and the passages give another one. */
export function frequency(claim: Claim, source: readonly SourceClause[]): Finding | null {
  const text = textOf(claim)
  const claimed = frequencies.filter((one) => one.claimed.test(text))
  if (claimed.length === 0) return null
  const near = nearestSentences(claim)
  const about = source.filter(({ sentence }) => near.has(sentence))
  for (const { claimed: own, meant, other, isRate } of claimed) {
    const cited = about.some(({ sentence }) => other.test(sentence)) ? about : source
    if ((isRate ? source : cited).some(({ sentence }) => meant.test(sentence))) continue
    const against = saidIn(cited).find(({ sentence }) => other.test(sentence))
    const [said = ''] = other.exec(against?.sentence ?? '') ?? []
    if (!against || new RegExp(String.raw`\b${said}\b`, 'i').test(text)) continue
    return { reason: `‘${own.exec(text)?.[0] ?? ''}’ was not said, but ‘${said}’.`, against }
  }
  return null
}
