import { Insights } from '#shared/contract/insights.ts'
import { Section } from '#shared/contract/notes.ts'
import type { StoredRecord } from './store.ts'

/** A session that took place, with what was written of it and found in it. */
export interface SessionRecord extends Omit<StoredRecord, 'sections' | 'insights'> {
  sections: Section[]
  /** Null where none were found. */
  insights: Insights | null
}

/** Reads the JSON of a record: a year of notes takes too long for the event loop. */
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
