import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const classifierFolder = join(import.meta.dirname, '../src/server/clinical-text/safety/classifier')

/** Names of the files with invented lines, in the folder `lines`. */
export const lineFiles = readdirSync(join(classifierFolder, 'lines')).toSorted()

export const readLines = (file: string): string => readFileSync(join(classifierFolder, 'lines', file), 'utf8')

/** SHA-256 of the rules for features and of all lines, in hex. The weights contain the hash of the texts that they were trained on. */
export function textsHash(): string {
  const hash = createHash('sha256').update(readFileSync(join(classifierFolder, 'features.ts')))
  for (const file of lineFiles) hash.update(readLines(file))
  return hash.digest('hex')
}
