import type { Claim, Finding } from './claim.ts'
import { type SourceClause, saidIn } from './source-clauses.ts'

/** A word for how often something happens. */
interface Frequency {
  /** The word in a note. */
  claimed: RegExp
  /** Words with which a person may mean it. */
  meant: RegExp
  /** Words for another frequency. */
  other: RegExp
  /** True for rates: any passage may name the unit of time. */
  isRate?: true
}

const negation = String.raw`no|not|nope|nah|never|none|nobody|nothing|neither|nor|without|hardly|barely|scarcely|rarely|seldom|\w+n['’]?t`
const often = String.raw`often|frequent\w*|regular\w*|usual\w*|most\w*|mainly|main|lots?|loads|many|always|constant\w*|all|keep\w*|kept|daily|nightly|weekly|every\w*|times|days|nights|weeks|again|still`
const always = String.raw`always|every\w*|all|each|whole|constant\w*|whenever|non-?stop|any\w*|only|permanent\w*`
const sometimes = String.raw`some\w*|occasional\w*|now and (?:then|again)|at times|once in a while|odd|off and on|on and off|bit|few|couple|maybe|might|can|when|if|not (?:always|every|all)|from time to time`

const words = (all: string) => new RegExp(String.raw`\b(?:${all})\b`, 'i')

const frequencies: readonly Frequency[] = [
  {
    claimed: words('always|constantly'),
    meant: words(`${always}|never|none|no`),
    other: words(
      'sometimes|mostly|usually|often|occasionally|now and (?:then|again)|at times|rarely|hardly|once|twice|most',
    ),
  },
  {
    claimed: words('often|frequently|regularly|usually'),
    meant: words(often),
    other: words('never|rarely|seldom|hardly|once|nothing'),
  },
  {
    claimed: words('sometimes|occasionally|at times'),
    meant: words(sometimes),
    other: words('always|every|never|constant\\w*'),
  },
  {
    claimed: words('rarely|seldom|hardly ever'),
    meant: words(`${negation}|few|less|little|once|twice|occasional\\w*|odd`),
    other: words('always|every\\w*|often|most|all|constant\\w*|daily|sometimes|lots?|loads'),
  },
  {
    claimed: words('never'),
    meant: words(`${negation}|cannot|stop\\w*|quit\\w*|avoid\\w*|refus\\w*`),
    other: words('always|every\\w*|often|once|twice|times|sometimes|most'),
  },
  {
    claimed: words('(?<!\\b(?:a|the|last|past|next|first|these|every|very) )few'),
    meant: words("few|couple|some|hardly|several|(?:not|n['’]t) many|one|two|three|four|five"),
    other: words('most|many|all|every|lots?|loads|always'),
  },
  {
    isRate: true,
    claimed: words('daily|every day'),
    meant: words(
      'daily|days?|nights?|nightly|every\\w*|each|mornings?|evenings?|always|all|constant\\w*|still|at \\w+',
    ),
    other: words('once|twice|weekly|weeks?|monthly|months?|sometimes|rarely|occasionally|now and (?:then|again)'),
  },
  {
    isRate: true,
    claimed: words('weekly|once a week|every week'),
    meant: words(
      'weekly|(?<!\\b(?:last|this) )week|weeks|fortnight\\w*|\\w+days|every (?:mon|tues|wednes|thurs|fri|satur|sun)day',
    ),
    other: words(
      'daily|every (?:single )?(?:day|night|morning|evening)|nightly|monthly|months?|twice a day|once a day',
    ),
  },
  {
    isRate: true,
    claimed: words('monthly|once a month|every month'),
    meant: words('monthly|months?|(?:two|three|four|five|six) weeks|twelve times|fortnight\\w*'),
    other: words('daily|days?|nightly|nights?|weekly|weeks?|times|every'),
  },
]

/** How often it happens differs: only another frequency was said. */
export function frequency(claim: Claim, source: readonly SourceClause[]): Finding | null {
  const text = claim.words.map((word) => word.text).join(' ')
  const claimed = frequencies.filter((one) => one.claimed.test(text))
  if (claimed.length === 0) return null
  const near = new Set(claim.nearest.map(({ sentence }) => sentence))
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
