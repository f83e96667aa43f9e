import type { Word } from '../language/clauses.ts'
import { type Claim, type Finding, tellingOf } from './claim.ts'
import type { Heard } from './heard.ts'

const starting = /^(?:start|begin|commence|restart|resume|prescribe|initiate)$/
const stopping = /^(?:stop|quit|finish|discontinue|cease|pack)$/

const isStopping = ({ lemma, pos }: Word, at: number, words: readonly Word[]) =>
  pos === 'VERB' && (stopping.test(lemma) || (lemma === 'come' && words[at + 1]?.text === 'off'))

/** What was stopped is told as started, or the reverse. */
export function startedForStopped(claim: Claim, cited: readonly Heard[]): Finding | null {
  const verb = tellingOf(claim.words).find(
    ({ lemma, isNegated }) => !isNegated && (starting.test(lemma) || stopping.test(lemma)),
  )
  if (!verb) return null
  const starts = (words: readonly Word[]) => words.some(({ lemma }) => starting.test(lemma))
  const stops = (words: readonly Word[]) => words.some(isStopping)
  const [has, lacks] = starting.test(verb.lemma) ? [stops, starts] : [starts, stops]
  if (cited.some(({ words }) => lacks(words) || words.some(({ isNegated }) => isNegated))) return null
  const against = cited.find(({ words }) => has(words))
  return against ? { reason: `The note says ‘${verb.text}’, but the opposite was said.`, against } : null
}
