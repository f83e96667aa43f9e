import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { NoteType } from '#shared/contract/notes.ts'
import type { Transcript } from '#shared/contract/transcripts.ts'
import { readTranscriptText } from '#server/clinical-text/reading/read.ts'
import { Fault } from './score.ts'

const Case = z.object({
  noteType: NoteType,
  client: z.string(),
  /** Sections for which the session has content. */
  filled: z.array(z.string()).min(1),
  /** The turns, alternating between `Therapist: …` and `Client: …`. */
  lines: z.array(z.string().regex(/^(Therapist|Client): \S/)).min(10),
  /** `lines` are the numbers, from 1, of the cited turns. */
  statements: z.array(
    z.object({ text: z.string(), is: z.enum(['true', ...Fault.options]), lines: z.array(z.int()).min(1) }),
  ),
})

/** An invented session of one note type, with true and planted false statements about it. */
export type Case = z.infer<typeof Case> & { transcript: Transcript }

/** The bundled cases, one per note type, with invented people. */
export function readCases(): Case[] {
  const folder = join(import.meta.dirname, 'cases')
  return readdirSync(folder)
    .toSorted()
    .map((name) => {
      const read = Case.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')))
      return { ...read, ...readTranscriptText({ fileName: `${name}.txt`, text: read.lines.join('\n') }) }
    })
}
