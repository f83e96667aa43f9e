import type { Word } from '../language/clauses.ts'
import { isSame } from '../language/meanings.ts'
import { weightOf } from '../language/weights.ts'
import { type Claim, type Finding, mainPredicateOf } from './claim.ts'
import type { SourceClause } from './source-clauses.ts'

export const side = /^(?:left|right)$/

/**
 * Compares the sides named in parts of clauses that share a word with the claim: `wheeze on the left, the right is
 * clear`. If a statement names both sides, the part must share the predicate of the claim.
 */
export function otherSide(word: Word, claim: Claim, cited: readonly SourceClause[], isBoth: boolean): Finding | null {
  const topics = (isBoth ? mainPredicateOf(claim.words) : claim.content).filter(
    (one) => weightOf(one) === 1 && !side.test(one.text),
  )
  for (const clause of cited) {
    const text = clause.words.map((one) => one.text)
    const cuts = [-1, ...text.flatMap((one, at) => (one === ',' ? [at] : [])), text.length]
    for (const [step, from] of cuts.entries()) {
      const part = clause.words.slice(from + 1, cuts[step + 1] ?? text.length)
      const sides = part.filter(
        (one, at) => side.test(one.text) && part[at - 1]?.text !== 'all' && one.pos !== 'INTJ' && one.pos !== 'VERB',
      )
      const isAbout = topics.some((topic) => part.some((one) => isSame(topic, one)))
      const [named] = sides
      if (isAbout && named && sides.every((one) => one.text !== word.text))
        return { reason: `The note says ‘${word.text}’, but what was said is ‘${named.text}’.`, against: clause }
      if (isAbout && named) return null
    }
  }
  return isBoth ? null : onlyOther(word, cited)
}

/** The passages name only the other side. */
function onlyOther(word: Word, cited: readonly SourceClause[]): Finding | null {
  const named = cited.flatMap((clause) =>
    clause.words.flatMap((one) => (side.test(one.text) && /^(?:ADJ|NOUN)$/.test(one.pos) ? [{ clause, one }] : [])),
  )
  const [first] = named
  if (!first || named.some(({ one }) => one.text === word.text)) return null
  return { reason: `The note says ‘${word.text}’, but what was said is ‘${first.one.text}’.`, against: first.clause }
}

const comparativePattern = /^(?:\w+er|worse|better|more|less)$/

/**
 * The side that has more of something, and the comparative: `weaker on the left than on the right`, or `the left is
 * weaker than the right`. One pass over the words: transcripts without punctuation have sentences of thousands of
 * words.
 */
function comparedIn(sentence: string): { more: string; how: string } | null {
  for (const part of sentence.toLowerCase().split(/[.;]/)) {
    const words = part.match(/\w+/g) ?? []
    const lastSide = words.findLastIndex((word) => side.test(word))
    const than = words.findLastIndex((word, at) => word === 'than' && at < lastSide)
    const before = words.slice(0, Math.max(than, 0))
    const how = before.findIndex((word) => comparativePattern.test(word))
    const after = before.findIndex((word, at) => at > how && side.test(word))
    if (how >= 0 && after >= 0) return { how: before[how] ?? '', more: before[after] ?? '' }
    const first = before.findIndex((word) => side.test(word))
    const then = before.findIndex((word, at) => at > first && comparativePattern.test(word))
    if (first >= 0 && then >= 0) return { how: before[then] ?? '', more: before[first] ?? '' }
  }
  return null
}

/** Flags a reversed comparison: `The right ear is worse than the left`, although the left ear was said to be worse. */
export function sidesCompared(claim: Claim, cited: readonly SourceClause[]): Finding | null {
  const claimedSides = comparedIn(claim.sentence)
  if (claimedSides === null) return null
  const against = cited.find(({ sentence }) => {
    const said = comparedIn(sentence)
    return said !== null && said.how === claimedSides.how && said.more !== claimedSides.more
  })
  return against ? { reason: 'The sides are the other way round.', against } : null
}
