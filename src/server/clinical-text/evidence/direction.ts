import type { Word } from '../language/clauses.ts'
import { antonymsOf } from '../language/dictionary.ts'
import { isSame } from '../language/meanings.ts'
import { oppositesOf } from '../language/opposites.ts'
import { weightOf } from '../language/weights.ts'
import type { Claim, Finding } from './claim.ts'
import { type SourceClause, saidIn, wordsIn } from './source-clauses.ts'
import { otherSide, side, sidesCompared } from './sides.ts'
import { startedForStopped } from './start-stop.ts'

const movingPattern = /^(?:'s|be|go|come|put|bring|turn|take|get|move|step|just|actually|right|still|,|so|and)$/

/**
 * `up`, `down`, `last` and `fall` name a direction only in some contexts: after verbs of movement, not in `wake up`.
 */
function namesDirection(words: readonly Word[], at: number): boolean {
  const word = words[at]
  if (!word) return false
  if (word.text === 'once') return word.pos === 'ADV' && /^(?:\W+|at|on|in)?$/.test(words[at + 1]?.text ?? '')
  if (
    word.text === 'up' &&
    /^(?:at|all|early|late|until|till|with|and|again|in|every)$/.test(words[at + 1]?.text ?? '')
  )
    return false
  // `up` names a limit in `checks alarms, up to six times`.
  const isLimit = word.text === 'up' && words[at + 1]?.text === 'to' && words[at + 2]?.pos === 'NUM'
  if (isLimit && /^(?:PUNCT|NOUN)$/.test(words[at - 1]?.pos ?? '')) return false
  if (/^(?:up|down)s$/.test(word.text)) return false
  if (/^(?:up|down)$/.test(word.text))
    return at === 0 || movingPattern.test(words[at - 1]?.lemma ?? '') || /^(?:it|them)$/.test(words[at - 1]?.text ?? '')
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
  words.filter((word, at) => namesDirection(words, at) && !word.isNegated)

/** The passage that says `less angry`, if the claim says `angrier`. */
function clauseSayingLess(
  claim: Claim,
  near: readonly SourceClause[],
): { clause: SourceClause; turned: Word } | undefined {
  const compared = claim.words.filter(({ pos, text, lemma }) => pos === 'ADJ' && text.endsWith('er') && text !== lemma)
  return near
    .flatMap((clause) =>
      clause.words.flatMap((turned, at) => (clause.words[at - 1]?.text === 'less' ? [{ clause, turned }] : [])),
    )
    .find(({ turned }) => compared.some((word) => isSame(word, turned)))
}

/** True for `more relaxed` as opposed to `less tense`: the adjectives differ, so `more` does not contradict `less`. */
function isOfQuality(word: Word, words: readonly Word[], near: readonly SourceClause[]): boolean {
  const quality = words[words.indexOf(word) + 1]
  if (!/^(?:more|less)$/.test(word.text) || quality?.pos !== 'ADJ') return false
  const other = word.text === 'more' ? 'less' : 'more'
  const theirs = near.flatMap((clause) =>
    clause.words.flatMap((one, at) => (clause.words[at - 1]?.text === other && one.pos === 'ADJ' ? [one] : [])),
  )
  return theirs.length > 0 && !theirs.some((one) => isSame(one, quality))
}

/** Better or worse, more or less, left or right: the passages contain only the opposite of the claim's word. */
export function direction(claim: Claim, source: readonly SourceClause[], claims: readonly Claim[]): Finding | null {
  const cited = saidIn(source)
  const clauses = claim.nearest.length > 0 ? claim.nearest : cited
  const sentences = new Set(clauses.map(({ sentence }) => sentence))
  const around = cited.filter(({ sentence }) => sentences.has(sentence))
  const swapped = sidesCompared(claim, cited)
  if (swapped) return swapped
  const turned = startedForStopped(claim, cited)
  if (turned) return turned
  const less = clauseSayingLess(claim, clauses)
  if (less) return { reason: `The note says the opposite of ‘less ${less.turned.text}’.`, against: less.clause }
  const claimedLemmas = new Set(claims.flatMap(({ words }) => words.map(({ lemma }) => lemma)))
  const namesBoth = (word: Word) => [...(reversalsOf(word) ?? [])].some((one) => claimedLemmas.has(one))
  for (const word of directionsIn(claim.words)) {
    if (!side.test(word.text) && namesBoth(word)) continue
    const sided = side.test(word.text) && word.pos !== 'VERB' ? otherSide(word, claim, cited, namesBoth(word)) : null
    if (sided) return sided
    if (isOfQuality(word, claim.words, clauses)) continue
    const found =
      opposed(word, clauses) ??
      (side.test(word.text) ? null : (opposed(word, around) ?? opposed(word, cited, antonymsFor(word))))
    if (found) return found
  }
  return null
}

/** WordNet's antonyms of an adjective, adverb or verb; undefined for a word with little meaning. */
function antonymsFor(word: Word): ReadonlySet<string> | undefined {
  if (weightOf(word) < 1 || !/^(?:ADJ|ADV|VERB)$/.test(word.pos)) return undefined
  return antonymsOf(word.lemma)
}

/** The opposites of a word, as written and in its dictionary form; if none are listed, WordNet's antonyms. */
const reversalsOf = (word: Word): ReadonlySet<string> | undefined => {
  const listed = [...(oppositesOf(word.text) ?? []), ...(oppositesOf(word.lemma) ?? [])]
  return listed.length > 0 ? new Set(listed) : antonymsFor(word)
}

function opposed(word: Word, near: readonly SourceClause[], against = reversalsOf(word)): Finding | null {
  if (against === undefined) return null
  if (wordsIn(near).some((other) => other.lemma === word.lemma || other.text === word.text)) return null
  const isOpposite = (other: Word) => against.has(other.text) || against.has(other.lemma)
  // `I used to gamble a lot more` agrees with `less` in the note.
  for (const clause of near.filter(({ sentence }) => !/\bused to\b/i.test(sentence))) {
    const other = directionsIn(clause.words).find(isOpposite)
    if (other) return { reason: `The note says ‘${word.text}’, but what was said is ‘${other.text}’.`, against: clause }
  }
  return null
}
