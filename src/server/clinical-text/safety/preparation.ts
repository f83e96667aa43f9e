import { plainText } from './safety-terms.ts'
import { negationOf } from './stance.ts'
import { pills } from './terms/parts.ts'

const meansPattern = String.raw`rope|noose|guns?|pistol|rifle|shotgun|firearms?|bullets?|${pills}|overdos\w+|helium|charcoal|exhaust|hose|bridge|tracks|rails|ledge|railing|roof|balcony`
const actsPattern = String.raw`bought|ordered|hoard\w*|stockpil\w*|stash\w*|saved up|collected|attempt\w*|tried to (?:kill|hang|drown|shoot|die|end)|letters?|goodbye\w*`

const spokenPattern = new RegExp(
  String.raw`\b(?:${meansPattern}|${actsPattern}|a plan|my plan|planned (?:it|how|to)|know how i(?:'d| would)|picked (?:a|the))\b`,
  'g',
)
const chartedPattern = new RegExp(
  String.raw`\b(?:${meansPattern}|${actsPattern}|plan\w*|intent\w*|means|method\w*|prepar\w*|access|acquir\w*|purchas\w*|obtain\w*|saved|saving|weapons?)\b`,
  'g',
)

const isNamed = (words: RegExp, text: string) => {
  const plain = plainText(text)
  return [...plain.matchAll(words)].some(
    ({ index, 0: found }) => negationOf(plain, { start: index, end: index + found.length }) === null,
  )
}

/**
 * True if a client's words name a plan, means, preparation or attempt, which are more serious than a thought of suicide
 * (Columbia-Suicide Severity Rating Scale, Posner et al. 2011).
 */
export const statesPreparation = (quote: string): boolean => isNamed(spokenPattern, quote)

/** True if the words of a clinician name a plan, means, preparation or attempt, and do not deny it. */
export const chartsPreparation = (text: string): boolean => isNamed(chartedPattern, text)
