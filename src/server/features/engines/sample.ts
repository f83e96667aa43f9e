import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * An invented dialogue of two synthetic voices, made for this purpose. The README beside it describes how. WebM with
 * Opus, mono.
 */
export const samplePath = fileURLToPath(new URL('sample/sample.webm', import.meta.url))

/** The words of the sample, one turn a line, with its speaker. */
export const sampleLines: readonly string[] = readFileSync(new URL('sample/sample.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')

/** The words of the sample, without speakers. */
export const sampleText: string = sampleLines.map((line) => line.replace(/^\w+: /, '')).join(' ')
