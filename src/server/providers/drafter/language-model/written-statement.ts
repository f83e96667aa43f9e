import * as z from 'zod'
import type { Evidence } from '#shared/contract/notes.ts'
import type { Transcript } from '#shared/contract/transcripts.ts'
import { StatementText } from './statement-text.ts'

/** Evidence in an answer, with the number of an utterance, from 1. */
export const WrittenEvidence = z.array(z.object({ utterance: z.int(), quote: z.string() }))
export type WrittenEvidence = z.infer<typeof WrittenEvidence>

/** A statement in an answer. */
export const WrittenStatement = z.object({ text: StatementText, evidence: WrittenEvidence })
export type WrittenStatement = z.infer<typeof WrittenStatement>

/** The evidence that cites existing utterances. */
export function evidenceOf(written: WrittenEvidence, { utterances }: Transcript): Evidence[] {
  return written.flatMap(({ utterance, quote }) => {
    const id = utterances[utterance - 1]?.id
    return id === undefined ? [] : [{ utteranceId: id, quote }]
  })
}
