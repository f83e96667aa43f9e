import type { Word } from '../language/clauses.ts'
import { oppositesOf } from '../language/opposites.ts'
import { type Claim, type Finding } from './claim.ts'
import { type Heard, wordsIn } from './heard.ts'

const side = /^(?:left|right)$/
const moving = /^(?:be|go|come|put|bring|turn|take|get|move|step|just|actually|right|still|,|so|and)$/

/** `up` and `down` tell a direction after verbs of moving only, not in `wake up`; nor do `last` and `fall` everywhere. */
function tellsDirection(words: readonly Word[], at: number): boolean {
  const word = words[at]
  if (!word) return false
  if (/^(?:up|down)$/.test(word.text))
    return at === 0 || moving.test(words[at - 1]?.lemma ?? '') || /^(?:it|them)$/.test(words[at - 1]?.text ?? '')
  if (word.lemma === 'last' || word.lemma === 'first')
    return (
      word.pos === 'ADJ' &&
      words[at + 1]?.pos === 'NOUN' &&
      !/^(?:week|month|year|night|time|day)$/.test(words[at + 1]?.lemma ?? '')
    )
  if (word.lemma === 'fall' || word.lemma === 'drop')
    return word.pos === 'VERB' && !/^(?:asleep|pregnant|in|off|out|into)$/.test(words[at + 1]?.text ?? '')
  if (/^(?:start|begin|stop|end|before|after|love|like|open|close|long|short|right)$/.test(word.lemma))
    return word.pos !== 'INTJ' && /^(?:left|right)$/.test(word.text)
  return true
}

const directionsIn = (words: readonly Word[]) =>
  words.filter((word, at) => tellsDirection(words, at) && !word.isNegated)

/** Better or worse, more or less, left or right: the passages have only the opposite of the claim's word. */
export function direction(claim: Claim, heard: readonly Heard[]): Finding | null {
  const cited = heard.filter(({ isContext }) => !isContext)
  for (const word of directionsIn(claim.words)) {
    const against = oppositesOf(word.text) ?? oppositesOf(word.lemma)
    if (against === undefined) continue
    const near =
      side.test(word.text) && claim.nearest.length === 0 ? cited : claim.nearest.length > 0 ? claim.nearest : cited
    if (wordsIn(near).some((other) => other.lemma === word.lemma || other.text === word.text)) continue
    const isOpposite = (other: Word) => against.has(other.text) || against.has(other.lemma)
    const found = near.flatMap((clause) =>
      directionsIn(clause.words)
        .filter(isOpposite)
        .map((turned) => ({ clause, turned })),
    )[0]
    if (found)
      return {
        reason: `The note says ‘${word.text}’, but what was said is ‘${found.turned.text}’.`,
        against: found.clause,
      }
  }
  return null
}
