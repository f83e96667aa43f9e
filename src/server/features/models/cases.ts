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
  /** The turns, each beginning with `Therapist: ` or `Client: `. */
  lines: z.array(z.string().regex(/^(Therapist|Client): \S/)).min(10),
  /** `is` gives the fault of a false statement. `lines` are the numbers of the cited turns, beginning with 1. */
  statements: z.array(
    z.object({ text: z.string(), is: z.enum(['true', ...Fault.options]), lines: z.array(z.int()).min(1) }),
  ),
})

/** An invented session with a note type, and with true and false statements about the session. */
export type Case = z.infer<typeof Case> & { transcript: Transcript }

/** Reads the bundled cases, one per note type, with invented people. */
export function readCases(): Case[] {
  const folder = join(import.meta.dirname, 'cases')
  return readdirSync(folder)
    .toSorted()
    .map((name) => {
      const parsed = Case.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')))
      return { ...parsed, ...readTranscriptText({ fileName: `${name}.txt`, text: parsed.lines.join('\n') }) }
    })
}
