import type {
  AnxietyMeasure,
  TopicMentions,
  Progress,
  ProgressPassage,
  ProgressSectionName,
  RedFlag,
} from '#shared/contract/progress.ts'
import type { Section, Statement } from '#shared/contract/notes.ts'
import { notDiscussed } from '#server/clinical-text/evidence/edits.ts'
import { splitSentences } from '#shared/rules/sentences.ts'
import { passagesAboutRisk } from '#server/features/notes/dismissals.ts'
import { measureIn } from './measures.ts'
import { readRecord, type SessionRecord, type StoredRecord } from './session-record.ts'
import {
  namesAnxiety,
  namesBelief,
  namesCorrection,
  namesDiagnosis,
  namesGoal,
  namesMilestone,
  namesReferral,
  namesResource,
  type Sentence,
} from './wording.ts'

export type Summary = Pick<
  Progress,
  | 'updatedAt'
  | 'sessions'
  | 'unchecked'
  | 'clients'
  | 'coreBeliefs'
  | 'treatmentGoals'
  | 'anxiety'
  | 'sections'
  | 'redFlags'
  | 'redFlagTotal'
>

/** Sections with the client's response to an intervention (spec core §3). */
const responseTitles: ReadonlySet<string> = new Set(['Response'])
const planTitles: ReadonlySet<string> = new Set(['Plan', 'Treatment Plan', 'Monitoring'])

/** A sentence of a session, and whether it is from the note or the insights. */
interface Line extends Sentence {
  passage: ProgressPassage
  field: 'note' | 'mood' | 'themes' | 'techniques' | 'follow-up'
}

const isOfNote = ({ field }: Line) => field === 'note'

/** Decides by words or section which lines belong under a heading. Lines are neither weighted nor interpreted. */
const belongsTo: Readonly<Record<ProgressSectionName, (line: Line) => boolean>> = {
  'Emotional Cycle Map': ({ field }) => field === 'mood',
  'Core Negative Beliefs': (line) => isOfNote(line) && namesBelief(line),
  'Pattern Timeline': ({ field }) => field === 'themes',
  'Corrective Experiences': (line) => isOfNote(line) && namesCorrection(line),
  'Treatment Milestones': (line) => isOfNote(line) && namesMilestone(line),
  'Modality Effectiveness': (line) => line.field === 'techniques' || (isOfNote(line) && responseTitles.has(line.title)),
  'Diagnosis Suggestions (Provisional)': (line) => isOfNote(line) && namesDiagnosis(line),
  'Referrals & Modalities': (line) => isOfNote(line) && namesReferral(line),
  'Suggested Resources': (line) =>
    (line.field === 'follow-up' || (isOfNote(line) && planTitles.has(line.title))) && namesResource(line),
}

const sectionNames = Object.keys(belongsTo).filter((name): name is ProgressSectionName =>
  Object.hasOwn(belongsTo, name),
)

/** Summarizes sessions, newest first. Each heading has at most `maxPassages` passages; without it, all of them. */
export function summarize(stored: readonly StoredRecord[], maxPassages?: number): Summary {
  const records = stored.map(readRecord)
  const lines = records.flatMap(linesOf)
  const written = records.filter(({ isWritten, sections }) => isWritten && !isBlankWorksheet(sections))
  const notes = lines.filter(isOfNote)
  const redFlags = records.flatMap(redFlagsOf)
  const times = records
    .filter((record) => written.includes(record) || record.insights)
    .map(({ updatedAt }) => updatedAt.getTime())
  return {
    updatedAt: times.length > 0 ? new Date(Math.max(...times)).toISOString() : null,
    sessions: written.length,
    unchecked: records.filter(({ isForeign }) => isForeign).length,
    clients: new Set(written.map(({ client }) => client.id)).size,
    coreBeliefs: topicMentions(notes.filter(namesBelief)),
    treatmentGoals: topicMentions(notes.filter(namesGoal)),
    anxiety: { ...topicMentions(notes.filter(namesAnxiety)), measures: measuresIn(notes) },
    sections: sectionNames.map((name) => {
      const passages = lines.filter(belongsTo[name]).map(({ passage }) => passage)
      return { name, passages: passages.slice(0, maxPassages), total: passages.length }
    }),
    redFlags: redFlags.slice(0, maxPassages),
    redFlagTotal: redFlags.length,
  }
}

function topicMentions(lines: readonly Line[]): TopicMentions {
  return {
    sessions: new Set(lines.map(({ passage }) => passage.sessionId)).size,
    latest: lines[0]?.passage ?? null,
  }
}

/** Lists the first figure of each scale in each session. */
function measuresIn(lines: readonly Line[]): AnxietyMeasure[] {
  const measures = lines.flatMap(({ text, passage }) => {
    const measure = measureIn(text)
    return measure ? [{ ...measure, passage }] : []
  })
  return unique(measures, ({ scale, most, passage }) => `${passage.sessionId} ${scale} ${most}`)
}

function redFlagsOf(record: SessionRecord): RedFlag[] {
  const flags = passagesAboutRisk(record.safety, record.dismissals)
    .filter(({ finding }) => finding === 'stated')
    .map(({ topic, quote }) => ({ ...passageOf(record, quote, 'Transcript'), topic }))
  return unique(flags, ({ topic, text }) => `${topic} ${text}`)
}

function passageOf({ sessionId, date, client }: SessionRecord, text: string, source: string): ProgressPassage {
  return { text, sessionId, date, client, source }
}

/** Lists the sentences of a session's note and insights, each once per section. */
function linesOf(record: SessionRecord): Line[] {
  const { insights } = record
  const line = (field: Line['field'], title: string) => (text: string) => ({
    text,
    title,
    field,
    passage: passageOf(record, text, title),
  })
  const linesFrom = (field: Line['field'], title: string, statements: readonly Statement[] = []) =>
    textsOf(statements).map(line(field, title))
  const lines = [
    ...record.sections.flatMap((section) => sentencesOf(section).map(line('note', section.title))),
    ...linesFrom('mood', 'Client mood', insights?.clientMood),
    ...linesFrom('themes', 'Main themes', insights?.mainThemes),
    ...linesFrom('techniques', 'Therapeutic techniques used', insights?.therapeuticTechniquesUsed),
    ...linesFrom('follow-up', 'Suggested follow-up', insights?.suggestedFollowUp),
  ]
  return unique(lines, ({ title, text }) => `${title} ${text}`)
}

/** Removes items with the same key, and keeps the first of them. */
function unique<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  return Array.from(new Map(items.toReversed().map((item) => [keyOf(item), item])).values()).toReversed()
}

/** True for a worksheet into which the therapist has written no text. It does not count as a note. */
const isBlankWorksheet = (sections: readonly Section[]) =>
  sections.some(({ excerpts }) => excerpts) && sections.every(({ content }) => content.trim() === '')

/** Omits statements with a finding that the clinician did not settle, because only the note shows the finding. */
const textsOf = (statements: readonly Statement[]) =>
  statements.filter(({ check, kept }) => check === 'supported' || check === 'clinician' || kept).map(({ text }) => text)

function sentencesOf({ content, statements }: Section): string[] {
  return (statements.length > 0 ? textsOf(statements) : splitSentences(content))
    .map((text) => text.trim().replace(/^(?:[-*•–]|\d+[.)])\s+/, ''))
    .filter((text) => text !== '' && text !== notDiscussed)
}
