import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Path of the sample: an invented dialogue of two synthetic voices, as mono Opus in WebM. The README in its folder
 * describes how it was made.
 */
export const samplePath = fileURLToPath(new URL('sample/sample.webm', import.meta.url))

/** The lines of the sample. Each line is a turn and begins with the speaker. */
export const sampleLines: readonly string[] = readFileSync(new URL('sample/sample.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')

/** The words of the sample, without speakers. */
export const sampleText: string = sampleLines.map((line) => line.replace(/^\w+: /, '')).join(' ')
