import * as z from 'zod'
import { Insights } from '#shared/contract/insights.ts'
import { NoteType, SafetyPassage, Section } from '#shared/contract/notes.ts'
import { Decision } from '#server/features/notes/decisions.ts'
import { Dismissals } from '#server/features/notes/dismissals.ts'
import { markKeptStatements } from '#server/features/notes/open-items.ts'
import { SafetyReading } from '#server/features/notes/safety-reading.ts'
import type { Progress } from '#shared/contract/progress.ts'

/** A session that took place, as stored. The large texts stay JSON until a worker thread parses them. */
export const StoredRecord = z.object({
  sessionId: z.string(),
  date: z.string(),
  client: z.object({ id: z.string(), firstName: z.string(), lastName: z.string() }),
  noteType: NoteType,
  /** JSON of the note's sections. */
  sections: z.string(),
  /** The clinician's decisions in the review of the note. */
  decisions: z.array(Decision),
  safety: z.array(SafetyPassage),
  safetyReading: SafetyReading.nullable(),
  dismissals: Dismissals,
  isWritten: z.boolean(),
  writtenAt: z.date(),
  /** Time of the last change of the transcript. Null if there is no transcript. */
  transcriptAt: z.date().nullable(),
  /** True if a part of the session is in a language other than English. */
  isForeign: z.boolean(),
  /** JSON of the insights. Null if there are none. */
  insights: z.string().nullable(),
  updatedAt: z.date(),
})

export type StoredRecord = z.infer<typeof StoredRecord>

/** The input of a summary: the sessions of a period, and the progress fields that need no summary. */
export interface Period extends Pick<Progress, 'client' | 'from' | 'to' | 'isComplete'> {
  /** The sessions, newest first. */
  records: StoredRecord[]
}

/** A session that took place, with its note and insights. */
export interface SessionRecord extends Omit<StoredRecord, 'sections' | 'insights'> {
  sections: Section[]
  /** Null if there are no insights. */
  insights: Insights | null
}

/** Parses the JSON of a record. Must run in a worker thread, because parsing many notes would block the event loop. */
export function readRecord(stored: StoredRecord): SessionRecord {
  const { sections, decisions, insights } = stored
  return {
    ...stored,
    sections: markKeptStatements(readSections(sections), decisions),
    insights: insights === null ? null : Insights.parse(JSON.parse(insights)),
  }
}

export function readSections(json: string): Section[] {
  return Section.array().parse(JSON.parse(json))
}
