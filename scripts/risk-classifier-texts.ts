import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const classifierFolder = join(import.meta.dirname, '../src/server/clinical-text/safety/classifier')

/** Turns of the client or questions of the therapist. Each kind has its own classifier, and a folder of this name with invented texts. */
export type TextKind = 'statements' | 'questions'

/** Names of the files with invented texts, one for each topic and one with ordinary texts. */
export const textFiles = (kind: TextKind): string[] => readdirSync(join(classifierFolder, kind)).toSorted()

/** The lines of a file with invented texts. */
export const readTexts = (kind: TextKind, file: string): string[] =>
  readFileSync(join(classifierFolder, kind, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')

/** SHA-256 of the rules for features and of all texts, in hex. The weights contain the hash of the texts that they were trained on. */
export function textsHash(kind: TextKind): string {
  const hash = createHash('sha256').update(readFileSync(join(classifierFolder, 'features.ts')))
  for (const file of textFiles(kind)) hash.update(readTexts(kind, file).join('\n'))
  return hash.digest('hex')
}
