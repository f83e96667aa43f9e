import * as z from 'zod'
import { Insights } from '#shared/contract/insights.ts'
import { NoteType, SafetyPassage, Section } from '#shared/contract/notes.ts'
import { Dismissals } from '#server/features/notes/dismissals.ts'
import { SafetyReading } from '#server/features/notes/safety-reading.ts'
import type { Progress } from '#shared/contract/progress.ts'

/** A session that took place, as stored. The large texts stay JSON until a thread parses them. */
export const StoredRecord = z.object({
  sessionId: z.string(),
  date: z.string(),
  client: z.object({ id: z.string(), firstName: z.string(), lastName: z.string() }),
  noteType: NoteType,
  /** JSON of the note's sections. */
  sections: z.string(),
  safety: z.array(SafetyPassage),
  safetyReading: SafetyReading.nullable(),
  dismissals: Dismissals,
  isWritten: z.boolean(),
  writtenAt: z.date(),
  /** Last change of the transcript; null without one. */
  transcriptAt: z.date().nullable(),
  /** True if part of it is in another language than English. */
  isForeign: z.boolean(),
  /** JSON of the insights; null without any. */
  insights: z.string().nullable(),
  updatedAt: z.date(),
})

export type StoredRecord = z.infer<typeof StoredRecord>

/** The input of a summary: the sessions of a period, and the progress fields that need no summary. */
export interface Period extends Pick<Progress, 'client' | 'from' | 'to' | 'isComplete'> {
  /** Newest first. */
  records: StoredRecord[]
}

/** A session that took place, with its note and insights. */
export interface SessionRecord extends Omit<StoredRecord, 'sections' | 'insights'> {
  sections: Section[]
  /** Null without insights. */
  insights: Insights | null
}

/** Parses the JSON of a record. A year of notes takes too long for the event loop. */
export function readRecord(stored: StoredRecord): SessionRecord {
  const { sections, insights } = stored
  return {
    ...stored,
    sections: readSections(sections),
    insights: insights === null ? null : Insights.parse(JSON.parse(insights)),
  }
}

export function readSections(json: string): Section[] {
  return Section.array().parse(JSON.parse(json))
}
