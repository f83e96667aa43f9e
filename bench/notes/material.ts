import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import type { Transcript } from '#shared/contract/transcripts.ts'

const Session = z.object({
  id: z.string(),
  topic: z.string().optional(),
  utterances: z.array(
    z.object({ speaker: z.enum(['therapist', 'client']), text: z.string(), start: z.number(), end: z.number() }),
  ),
})
const Consultation = z.object({ id: z.string(), dialogue: z.string(), referenceNote: z.string() })

export interface Case {
  id: string
  transcript: Transcript
  /** Set for consultations only. */
  dialogue?: string
  referenceNote?: string
}

const read = (folder: string): unknown[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .toSorted()
        .map((name): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8')))
    : []

/** Counselling sessions in `{folder}/transcripts`. */
export function sessionsIn(folder: string): Case[] {
  return read(join(folder, 'transcripts')).map((value) => {
    const { id, utterances } = Session.parse(value)
    const spoken = utterances.map((one, at) => ({ ...one, id: `u${at + 1}`, label: one.speaker }))
    return { id, transcript: { utterances: spoken, language: 'en', engine: 'import', hasTimes: true } }
  })
}

/** Consultations with a reference note in `{folder}/notes`; the dialogue is one turn a line, `[doctor] …` or `[patient] …`. */
export function consultationsIn(folder: string): Case[] {
  return read(join(folder, 'notes')).map((value) => {
    const { id, dialogue, referenceNote } = Consultation.parse(value)
    const utterances = dialogue.split('\n').flatMap((line, at) => {
      const turn = /^\[(\w+)\]\s*(.*)$/.exec(line)
      if (!turn) return []
      const speaker = turn[1] === 'doctor' ? ('therapist' as const) : ('client' as const)
      return [{ id: `u${at + 1}`, speaker, label: turn[1] ?? '', start: 0, end: 0, text: turn[2] ?? '' }]
    })
    return {
      id,
      dialogue,
      referenceNote,
      transcript: { utterances, language: 'en', engine: 'import', hasTimes: false },
    }
  })
}
