import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LinearModels } from '#server/clinical-text/language/linear-models.ts'

const clinicalText = join(import.meta.dirname, '../src/server/clinical-text')

/**
 * The classifiers: turns of the client and questions of the therapist that are about risk, and plans. Each has a folder with
 * invented texts and a file with the rules for features, by their paths in `clinical-text`.
 */
const sources = {
  statements: { texts: 'safety/classifier/statements', features: 'safety/classifier/features.ts' },
  questions: { texts: 'safety/classifier/questions', features: 'safety/classifier/features.ts' },
  plans: { texts: 'excerpts/plans/texts', features: 'excerpts/plans/plan-features.ts' },
} as const

export type TextKind = keyof typeof sources

/** Names of the files with invented texts of a classifier. */
export const textFiles = (kind: TextKind): string[] => readdirSync(join(clinicalText, sources[kind].texts)).toSorted()

/** The lines of such a file. */
export const readTexts = (kind: TextKind, file: string): string[] =>
  readFileSync(join(clinicalText, sources[kind].texts, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')

/** SHA-256 of the rules for features and of all texts, in hex. The weights contain the hash of the texts that they were trained on. */
export function textsHash(kind: TextKind): string {
  const hash = createHash('sha256').update(readFileSync(join(clinicalText, sources[kind].features)))
  for (const file of textFiles(kind)) hash.update(readTexts(kind, file).join('\n'))
  return hash.digest('hex')
}

/** Stores trained models with the hash of their texts, at a path in `clinical-text`. */
export function writeWeights(kind: TextKind, file: string, models: LinearModels): void {
  writeFileSync(join(clinicalText, file), `${JSON.stringify({ trainedOn: textsHash(kind), ...models }, null, 1)}\n`)
}
