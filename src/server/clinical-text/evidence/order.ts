import type { Clause, Word } from '../language/clauses.ts'
import { isSame } from '../language/meanings.ts'
import { oppositesOf } from '../language/opposites.ts'
import { isPerfect, tenseOf } from '../language/tense.ts'
import { weightOf } from '../language/weights.ts'
import type { Claim, Finding } from './claim.ts'
import { type SourceClause, saidIn, wordsIn } from './source-clauses.ts'

type Order = 'earlier' | 'later'

/** An event that comes earlier or later than another: in `headaches since the fall`, `event` is the headaches, `other` the fall. */
interface Ordered {
  order: Order
  word: string
  event: readonly Word[]
  other: readonly Word[]
  /** True for `then` and `after that`: `other` is what was said before. */
  isBackward: boolean
}

const earlierPattern = /^(?:before|until|till|'til|prior)$/
const laterPattern = /^(?:after|since|once|following)$/
const endsPattern =
  /^(?:[.,;:!?…–—]|\.\.\.|--|and|but|so|because|although|though|whereas|while|when|who|which|where|if)$/
/** Maximum words of an event. A longer event shares words with others by chance. */
const maxEventWords = 8

function upTo(words: readonly Word[], isEnd: (word: Word) => boolean): readonly Word[] {
  const at = words.findIndex(isEnd)
  return at < 0 ? words : words.slice(0, at)
}

const isEnd = ({ text }: Word) => endsPattern.test(text)
const orderOf = (text: string): Order | null =>
  earlierPattern.test(text) ? 'earlier' : laterPattern.test(text) ? 'later' : null

function ordersAt(words: readonly Word[], at: number): Order | null {
  const { text = '', pos } = words[at] ?? {}
  const [previous, next] = [words[at - 1]?.text ?? '', words[at + 1]?.text ?? '']
  if (text === 'after' && /^(?:look|looks|looking|looked|take|takes|taking|took|named)$/.test(previous)) return null
  if (text === 'once' && (pos === 'ADV' || !/^(?:i|he|she|they|we|it|the|my|his|her|their|that)$/.test(next)))
    return null
  if (text === 'following' && !/^(?:the|a|an|his|her|their)$/.test(next)) return null
  // In `I didn't stop till after the wedding`, `till` gives the order.
  if (text === 'after' && earlierPattern.test(previous)) return null
  return orderOf(text)
}

/** True at `then` in `And then I slept.`, and at `after` in `We moved after that.` */
const isThen = (words: readonly Word[], at: number) =>
  /^(?:then|afterwards)$/.test(words[at]?.text ?? '') ||
  (words[at]?.text === 'after' &&
    /^(?:that|this|it)$/.test(words[at + 1]?.text ?? '') &&
    words.slice(at + 2, at + 3).every(isEnd))

function orderedIn(words: readonly Word[], before: readonly Word[]): Ordered[] {
  return words.flatMap((word, at): Ordered[] => {
    const preceding = upTo(
      words.slice(0, at).toReversed(),
      (one) => isEnd(one) || orderOf(one.text) !== null,
    ).toReversed()
    const isAny = preceding.some((one) => weightOf(one) > 0 || one.isNegated)
    if (isThen(words, at)) {
      const isLast = isAny && at > words.length - 4
      const event = isLast ? preceding : upTo(words.slice(at + 1), isEnd)
      const past = words.slice(0, at - (isLast ? preceding.length : 0))
      return [{ order: 'later', word: word.text, event, other: hasPlainWord(past) ? past : before, isBackward: true }]
    }
    const order = ordersAt(words, at)
    if (order === null) return []
    const rest = words.slice(/^(?:before|after|to)$/.test(words[at + 1]?.text ?? '') ? at + 2 : at + 1)
    const other = upTo(rest, isEnd).slice(0, maxEventWords)
    return [{ order, word: word.text, event: isAny ? preceding : rest.slice(other.length), other, isBackward: false }]
  })
}

const isPlain = (word: Word) => weightOf(word) === 1 || (word.pos === 'NUM' && word.text !== 'one')
const hasPlainWord = (words: readonly Word[]) => words.some(isPlain)

/** True if two events share a word, or only have the same light verb: `since she left`. */
function shares(one: readonly Word[], others: readonly Word[]): boolean {
  if (hasPlainWord(one) && hasPlainWord(others))
    return one.some((word) => isPlain(word) && others.some((other) => isSame(word, other)))
  return one.some(
    ({ pos, lemma }) => pos === 'VERB' && others.some((other) => other.pos === 'VERB' && other.lemma === lemma),
  )
}

/** The order that a passage gives for the events of a claim; null if the passage is about other events. */
function impliedBy(claimed: Ordered, said: Ordered): Order | null {
  if (shares(claimed.other, said.other) && (!said.isBackward || shares(claimed.event, said.event))) return said.order
  if (!shares(claimed.other, said.event) || !shares(claimed.event, said.other)) return null
  return said.order === 'later' ? 'earlier' : 'later'
}

const ceasingPattern =
  /^(?:stop|cease|disappear|resolve|quit|subside|abstain|abstinent|dry|sober|clean|free|go|gone|settle|vanish)$/
const isNegative = (words: readonly Word[]) =>
  words.some(({ isNegated, lemma, text }) => isNegated || ceasingPattern.test(lemma) || ceasingPattern.test(text))

/** Nouns such as `drops` name no direction. */
const oppositesOfWord = ({ text, lemma, pos }: Word) =>
  pos === 'NOUN' ? [] : [...(oppositesOf(text) ?? []), ...(oppositesOf(lemma) ?? [])]

/** True if the events do not agree. `better since the move` and `worse before the move` agree. */
function isContrast(claimed: Ordered, said: Ordered): boolean {
  if (isNegative(claimed.event) !== isNegative(said.event)) return true
  if (claimed.order === 'later') return claimed.event.some((word) => oppositesOfWord(word).length > 0)
  if (claimed.word === 'until' && isPerfect(claimed.event)) return false
  if (tenseOf(claimed.event) === 'past' && !isPerfect(claimed.event) && tenseOf(said.event) === 'present') return true
  return claimed.event.some((word) =>
    oppositesOfWord(word).some((one) => said.event.some(({ text, lemma }) => text === one || lemma === one)),
  )
}

/** The words and the first clause of each sentence. */
const sentencesOf = <One extends Clause>(clauses: readonly One[]) =>
  [...Map.groupBy(clauses, ({ sentence }) => sentence).values()].map((all) => ({ words: wordsIn(all), first: all[0] }))

/** The note says `before`, but `after` was said of the same event, or the reverse. */
function reversedOrder(own: readonly Ordered[], said: readonly SourceClause[]): Finding | null {
  const theirs = sentencesOf(said).flatMap(({ words, first }, at, all) =>
    orderedIn(words, all[at - 1]?.words ?? []).map((one) => ({ ...one, clause: first })),
  )
  for (const claimed of own) {
    const same = theirs
      .map((one) => ({ one, order: impliedBy(claimed, one) }))
      .filter(({ order: implied }) => implied !== null)
    const [against] = same
    if (!against?.one.clause || same.some(({ order: implied }) => implied === claimed.order)) continue
    if (isContrast(claimed, against.one)) continue
    return {
      reason: `The note says ‘${claimed.word}’, but ‘${against.one.word}’ was said.`,
      against: against.one.clause,
    }
  }
  return null
}

/** Words that say that something comes first or ends. */
const saysEarlier =
  /\b(?:before\p{L}*|until|till?|first|prior|ahead|earlier|then|in time|by|used to|ago|last|from|already|yet|in advance|ready|as soon as|later|next|afterwards?|to (?:\p{Lu}\p{L}+day|\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|midnight)|started?|starting)\b/iu
const saysEnd = /\b(?:before|until|till?|up to|by|ended|stopped|then)\b/iu

const durationPattern = /^(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?)$/

/** True for a length of time after `before`, as in `stopped before thirty years`: it is not an event. */
const isDuration = ([first, second, third]: readonly Word[]) =>
  first?.pos === 'NUM' && durationPattern.test(second?.text ?? '') && third?.text !== 'ago'

/** Verbs that imply a later event: `turned back before …`, `asked permission before …`. */
const openingPattern =
  /^(?:ask|check|consider|decide|go|hesitate|leave|need|pause|plan|prepare|request|stop|turn|wait|want|warn)$/

/**
 * The note says `before` or `until`, but no passage contains a word for that order, such as `first` or `then`. `Has
 * been well until May` requires a word for an end.
 */
function unsaid(own: readonly Ordered[], source: readonly SourceClause[]): Finding | null {
  const said = wordsIn(source)
  const found = own.find(({ order, event, other }) => order === 'earlier' && event.length > 0 && shares(other, said))
  if (!found) return null
  if (found.event.some(({ lemma }) => openingPattern.test(lemma))) return null
  const isEnding = (found.word === 'until' && isPerfect(found.event)) || isDuration(found.other)
  const expressed = isEnding ? saysEnd : saysEarlier
  return source.some(({ sentence }) => expressed.test(sentence)) ? null : { reason: `‘${found.word}’ was not said.` }
}

/** The note reverses the order of two events. */
export function otherOrder(claim: Claim, source: readonly SourceClause[], claims: readonly Claim[]): Finding | null {
  const same = claims.filter(({ sentence }) => sentence === claim.sentence)
  if (same[0] !== claim) return null
  const claimedOrders = orderedIn(wordsIn(same), []).filter(({ isBackward }) => !isBackward)
  return claimedOrders.length === 0
    ? null
    : (reversedOrder(claimedOrders, saidIn(source)) ?? unsaid(claimedOrders, source))
}
