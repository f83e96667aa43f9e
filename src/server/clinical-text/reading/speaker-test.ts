import { isSpeakerLabel } from './roles.ts'

export type IsKnown = (label: string) => boolean

/**
 * Tests whether a label names a role, a numbered speaker or one of these names. Caches the results, because a file has
 * few different labels.
 */
export function speakerTest(names: readonly string[]): IsKnown {
  const lower = new Set(names.map((name) => name.toLowerCase()))
  const answers = new Map<string, boolean>()
  return (label) => {
    const known = answers.get(label)
    if (known !== undefined) return known
    const answer = isSpeakerLabel(label) || lower.has(label.toLowerCase())
    answers.set(label, answer)
    return answer
  }
}
