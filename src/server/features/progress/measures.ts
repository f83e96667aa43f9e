import { isNegated } from '#server/clinical-text/language/negation.ts'

interface Scale {
  name: string
  most: number
  /** The least figure that belongs to this scale if the sentence does not name its maximum. */
  leastAlone: number
  pattern: RegExp
}

/** Words that may be between the name of a scale and its figure. */
const wordsBetween = String.raw`(?:['’]s)?(?:[\s:=,]|\b(?:total|scores?|scored|is|was|at|of|today|now|(?:down|up|fell|dropped|rose) to)\b)*[\s:=]`

/** Words after a number that make it a duration, as in `SUDs, 90 days sober`. */
const duration = String.raw`[\s-]*(?:(?:second|minute|hour|day|week|month|year)s?|mins?|hrs?|sober|clean|abstinent)\b`

function scaleOf(name: string, most: number, leastAlone: number, spelling: string): Scale {
  return {
    name,
    most,
    leastAlone,
    pattern: new RegExp(
      String.raw`\b${spelling}\b${wordsBetween}(\d{1,3})\b(\s?(?:/|(?:out )?of)\s?${most}\b)?(?!${duration})`,
      'i',
    ),
  }
}

/**
 * Anxiety scales with a single figure: GAD-7 (Spitzer et al. 2006), Beck Anxiety Inventory (1988), SUDS (Wolpe 1969; from 0 to 10
 * in EMDR, so that a low figure alone belongs to either of its scales).
 */
const scales: readonly Scale[] = [
  scaleOf('GAD-7', 21, 0, 'GAD-?7'),
  scaleOf('BAI', 63, 0, 'BAI'),
  scaleOf('SUDS', 100, 11, 'SUDS'),
  scaleOf('SUDS', 10, Infinity, 'SUDS'),
]

const numberWords = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'] as const

/** Matches a rating out of ten, but not a count such as `nine out of ten mornings`. */
const rating = new RegExp(
  String.raw`\b(\d{1,2}|${numberWords.join('|')})(?:\s?/\s?|\s(?:out )?of\s)(?:10|ten)\b(?=\s*(?:[.,;:!?)”"]|$|today\b|now\b))`,
  'i',
)
const anxiety = /\banxi(?:ety|ous)\b/i

/** Matches an earlier value in a sentence. Earlier values are removed, so that only the current value is left. */
const earlierValue = /\b(?:down|up) from \d{1,3}\b/gi

/** Matches words for another time or for a wish. */
const anotherTime =
  /\b(?:last|previous(?:ly)?|earlier|before|ago|baseline|intake|goals?|targets?|below|under|by|until|hop\w+|want\w*|aim\w*|expect\w*|should|would|could|if)\b/i

/**
 * Finds the anxiety figure of a sentence: a number after the name of a scale, or a rating out of ten. Returns null for
 * a sentence without a figure, with several figures or with a figure outside its scale, and for a sentence that may be
 * about another time than the session.
 */
export function measureIn(text: string): { scale: string; value: number; most: number } | null {
  if (anotherTime.test(text) || isNegated(text)) return null
  for (const { name, most, leastAlone, pattern } of scales) {
    const found = pattern.exec(text)
    const value = Number(found?.[1])
    const isOfScale = value <= most && (found?.[2] !== undefined || value >= leastAlone)
    const isAlone = !/\d/.test(text.replace(pattern, '').replace(earlierValue, ''))
    if (found && isAlone && isOfScale) return { scale: name, value, most }
  }
  return ratingIn(text)
}

/** Finds a rating of anxiety out of ten, in digits or words. */
function ratingIn(text: string): { scale: string; value: number; most: number } | null {
  const [given = '', figure = ''] = rating.exec(text) ?? []
  const rest = text.replace(given, '').replace(earlierValue, '')
  const isAlone = !/\d/.test(rest) && !numberWords.some((word) => new RegExp(`\\b${word}\\b`, 'i').test(rest))
  if (figure === '' || !anxiety.test(text) || !isAlone) return null
  const word = numberWords.findIndex((known) => known === figure.toLowerCase())
  const value = word >= 0 ? word : Number(figure)
  return value <= 10 ? { scale: 'Rating', value, most: 10 } : null
}
