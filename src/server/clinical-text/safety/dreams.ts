import { plainText, type Term, termsIn } from './safety-terms.ts'

const dreamPattern =
  /\b(?<!day[- ])(?:dreamt|dreamed|(?:had|have|has|having|get|gets|getting|got|in|from) (?:\w+ ){0,4}(?:dream|nightmare)s?|(?:dream|nightmare)s? (?:where|that|in which))\b/
const noDream = /(?:\b(?:not|never)|n't) (?:\w+ )?(?:a |in a )?(?:\w+ )?dream/
/** Ends the dream, or says that it is true as well. */
const dreamEnd =
  /\b(?:w[ao]ke(?:s|n)? up|w[ao]king up|woke|awake|for real|in real life|same as|just like|at home|in the day\w*|during the day|since|because|still|actually (?:did|does|do|happen\w*)|really (?:did|does|do|happen\w*))\b/

const asksForDream = /\b(?:dreams?|dreamt|dreamed|dreaming|nightmares?)\b[^.]*\?/i

/**
 * True for a phrase about a dream: `I dreamt I killed myself`. A wish is not one: `I dream of being dead`. `question`
 * is the question that the text answers.
 */
export function isDreamt(text: string, { topic, start, end }: Term, question: string): boolean {
  const plain = plainText(text)
  if (asksForDream.test(question)) return !dreamEnd.test(plain)
  const found = dreamPattern.exec(plain.slice(0, end))
  if (!found || found.index > start || noDream.test(plain)) return false
  if (dreamEnd.test(plain.slice(found.index, end))) return false
  const rest = plain.slice(end)
  const place = dreamEnd.exec(rest)
  if (!place) return true
  const isTrueAsWell = /^(?:for real|in real|same|just|at home|in the day|during|still|actually|really)/.test(place[0])
  return !isTrueAsWell && !termsIn(rest.slice(place.index)).some((term) => term.topic === topic)
}
