import { isDrug, wordsLike } from '../language/meanings.ts'
import { termsOf } from '../language/words.ts'
import type { Unit } from './units.ts'

const medication = new Set(termsOf('medication medicine drug pill tablet'))

/** The terms of a subject and of words that mean the same: `medication` also names `pills` and `sertraline`. */
export function widenedTerms(subject: ReadonlySet<string>, units: readonly Unit[]): ReadonlySet<string> {
  if (subject.size === 0) return subject
  const like = wordsLike((word) => termsOf(word).some((term) => subject.has(term)))
  const names = [...subject].some((term) => medication.has(term))
    ? units.flatMap(({ text, question }) => `${question} ${text}`.toLowerCase().match(/\p{L}+/gu) ?? []).filter(isDrug)
    : []
  return new Set([...subject, ...[...like, ...names].flatMap(termsOf)])
}
