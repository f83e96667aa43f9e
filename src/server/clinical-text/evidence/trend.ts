import { amountsIn } from '../language/numbers.ts'
import { isMeasure } from '../language/units.ts'
import { type Claim, type Finding, textOf } from './claim.ts'
import type { SourceClause } from './source-clauses.ts'

const risingPattern =
  /\b(?:increas\w+|more (?:frequent|often)|ris(?:e|en|ing|es)|rose|more|longer|grow[ns]?|grew|gone up|went up|(?:is|are) up|above|raised?|up from|higher|gain\w*|doubled?|lengthen\w*|extend\w*)\b/i
const fallingPattern =
  /\b(?:decreas\w+|less (?:frequent|often)|reduc\w+|fall(?:en|s|ing)?|fell|drop\w*|less|fewer|shorter|come down|came down|gone down|went down|(?:is|are) down|down from|lower\w*|lost|halved?|shrunk|declin\w+)\b/i

/** The time of a number: earlier, now, or neither. */
const earlierPattern =
  /\b(?:was|were|took|needed|spent|used to|had been|started (?:at|on|with)|last (?:time|week|month|year|visit|session)|before|back then|at first|in (?:the (?:spring|summer|autumn|fall|winter|first)|january|february|march|april|may|june|july|august|september|october|november|december))\b/i
const laterPattern =
  /\b(?:now|today|is|are|am|'s|these days|this (?:week|time|month)|at the moment|currently|down to|up to)\b/i

/** Time in minutes and weight in grams, so that an hour and ten minutes can be compared. Other units are not converted. */
const scale: Readonly<Record<string, readonly [string, number]>> = {
  second: ['time', 1 / 60],
  minute: ['time', 1],
  hour: ['time', 60],
  g: ['weight', 1],
  kg: ['weight', 1000],
}

/** Units of time in rates: `three a week` does not measure time. */
const perTime = /^(?:day|night|week|month|year)$/

/** Rewrites frequencies as times per month, and `an hour` as `1 hour`. */
const rates: readonly (readonly [RegExp, string])[] = [
  [/\b(?:every (?:day|night|morning|evening)|daily|nightly)\b/gi, '30 times'],
  [/\b(?:every week|weekly|once a week)\b/gi, '4 times'],
  [/\b(?:twice|two times?) (?:a|per|in the|in a) week\b/gi, '8 times'],
  [/\b(?:every month|monthly|once a month)\b/gi, '1 times'],
  [/\btwice a month\b/gi, '2 times'],
  [/\b(?:an|one) (hour|minute)\b/gi, '1 $1'],
]

function measuresIn(text: string, withOne = false): { unit: string; size: number }[] {
  return amountsIn(inRates(text))
    .filter(({ isVague }) => withOne || !isVague)
    .map(({ value, unit }) => {
      const measure = isMeasure(unit) && !perTime.test(unit) ? unit : ''
      const [kind, factor] = scale[measure] ?? [measure, 1]
      return { unit: kind, size: value * factor }
    })
}

const inRates = (text: string) => rates.reduce((rest, [way, rate]) => rest.replace(way, rate), text)

const timeOnly = /^\W*(?:before|at first|earlier|previously|now|today|currently)\W*$/i

/** Joins a time at the beginning with the next part: `Before, every day`. */
const withOpenings = (parts: readonly string[]) =>
  parts.map((part, at) => {
    const before = parts[at - 1]
    return before !== undefined && timeOnly.test(before) ? `${before},${part}` : part
  })

const lessThanBefore =
  /\b(?:used to \w+ (?:\w+ ){0,2}more|nothing like (?:how|what|before)|(?:not|n['’]t) (?:as|so|that) (?:much|often|many)|cut (?:it |them )?(?:down|back)|less than (?:before|i used to))\b/i
const moreThanBefore = /\b(?:more than (?:before|ever|i used to)|used to \w+ (?:\w+ ){0,2}less)\b/i

/** A trend in words: `I used to drink a lot more`. Null if both or neither are said. */
function wordedTrend(sentences: readonly string[]): 'rising' | 'falling' | null {
  const [isLess, isMore] = [lessThanBefore, moreThanBefore].map((way) => sentences.some((one) => way.test(one)))
  if (isLess === isMore) return null
  return isLess ? 'falling' : 'rising'
}

/** The trend of a passage's own numbers: `Two a week. It was five when I started.` falls. Null if there is none. */
function trendOf(sentences: readonly string[]): 'rising' | 'falling' | null {
  const parts = sentences
    .flatMap((sentence) => withOpenings(sentence.split(/,|;|\band\b|\bbut\b/i)))
    .filter((part) => measuresIn(part).length > 0)
  const isEarlier = (part: string) =>
    earlierPattern.test(part) && !/\b(?:this (?:week|month|year|time)|now|today)\b/i.test(part)
  const before = parts.filter((part) => isEarlier(part))
  const since = parts.filter((part) => !isEarlier(part))
  const [was] = before.flatMap((part) => measuresIn(part))
  const current = since.filter((part) => laterPattern.test(part))
  const is = (current.length > 0 ? current : since)
    .flatMap((part) => measuresIn(part))
    .find(({ unit }) => unit === was?.unit)
  if (before.length !== 1 || !was || !is || was.size === is.size) return steppedIn(sentences)
  return is.size > was.size ? 'rising' : 'falling'
}

const stepPattern =
  /\b(?:from|changed|went|goes|put|moved|bumped|taken|took|cut|raised|lowered|reduced|increased)\b([^.;?!]*?)\bto\b([^.;?!,]*)/i

const insteadPattern = /([^.;,]*)\binstead of\b([^.;,]*)/i

/** The trend of a change such as `from twenty-five to fifty` or `two tablets instead of one`. */
function steppedIn(sentences: readonly string[]): 'rising' | 'falling' | null {
  for (const sentence of sentences) {
    const [, now = '', once = ''] = insteadPattern.exec(sentence) ?? []
    const [, from = once, to = now] = stepPattern.exec(sentence) ?? []
    const [was] = measuresIn(from, true).toReversed()
    const [is] = measuresIn(to, true)
    if (was && is && was.size !== is.size) return is.size > was.size ? 'rising' : 'falling'
  }
  return null
}

const ratePattern = /\b(?:an?|per|each|every|in|of|once|twice|to|daily|nightly|weekly|monthly)\b/i

/**
 * The trend of the note's own figures: `increased from 85 to 55`. Null if a figure is a rate that cannot be measured,
 * such as `every third day`.
 */
function ownTrend(text: string): 'rising' | 'falling' | null {
  const parts = ownStep.exec(text)?.slice(1) ?? []
  if (parts.some((part) => ratePattern.test(inRates(part)))) return null
  const [was, is] = parts.map((part) => measuresIn(part, true)[0])
  if (!was || !is || was.size === is.size || (was.unit !== is.unit && was.unit !== '' && is.unit !== '')) return null
  return is.size > was.size ? 'rising' : 'falling'
}
const ownStep =
  /\b(?:increas|ris|rose|rais|decreas|reduc|fall|fell|drop|declin|lower|gone (?:up|down))\w*(?: \w+){0,3} from ([^.;,]{1,40}?) to ([^.;,]{1,40})/i

/** The note says more or less than before, and its own figures or the passages say the opposite. */
export function trend(claim: Claim, source: readonly SourceClause[]): Finding | null {
  const text = textOf(claim)
  const [isUp, isDown] = [risingPattern.test(text), fallingPattern.test(text)]
  const claimedTrend = isUp === isDown ? null : ownTrend(text)
  if (claimedTrend !== null && (claimedTrend === 'rising') !== isUp)
    return { reason: `The figures of the note itself are ${claimedTrend}.` }
  if (/\bwas (?:\w+er|less|more)\b/.test(text) || isUp === isDown || claim.words.some(({ isNegated }) => isNegated))
    return null
  const cited = source.filter(({ isContext, isQuestion }) => !isContext && !isQuestion)
  const sentences = [...new Set(cited.map(({ sentence }) => sentence))]
  const said = trendOf(sentences) ?? wordedTrend(sentences)
  const [against] = cited
  if (said === null || (said === 'rising') === isUp || !against) return null
  return { reason: `What was said is ${said}.`, against }
}
