import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { ClientId, SessionId } from './ids.ts'
import { SafetyPassage } from './notes.ts'

/** The nine sections in their order (spec core §2). */
export const ProgressSectionName = z.enum([
  'Emotional Cycle Map',
  'Core Negative Beliefs',
  'Pattern Timeline',
  'Corrective Experiences',
  'Treatment Milestones',
  'Modality Effectiveness',
  'Diagnosis Suggestions (Provisional)',
  'Referrals & Modalities',
  'Suggested Resources',
])
export type ProgressSectionName = z.infer<typeof ProgressSectionName>

const ProgressClient = z.object({ id: ClientId, firstName: z.string(), lastName: z.string() })

/** A verbatim passage of a session's note, insights or transcript. */
export const ProgressPassage = z.object({
  text: z.string(),
  sessionId: SessionId,
  /** yyyy-MM-dd of the session. */
  date: z.string(),
  client: ProgressClient,
  /** The section of the note, or the field of the insights. */
  source: z.string(),
})
export type ProgressPassage = z.infer<typeof ProgressPassage>

/** A stated safety passage. It is not a diagnosis. */
export const RedFlag = ProgressPassage.extend({ topic: SafetyPassage.shape.topic })
export type RedFlag = z.infer<typeof RedFlag>

/** Number of sessions that mention a topic, with the last passage that mentions it. */
export const TopicMentions = z.object({ sessions: z.int(), latest: ProgressPassage.nullable() })
export type TopicMentions = z.infer<typeof TopicMentions>

/** A figure for anxiety in a note, e.g. 8 of 21 on the GAD-7. */
export const AnxietyMeasure = z.object({ scale: z.string(), value: z.int(), most: z.int(), passage: ProgressPassage })
export type AnxietyMeasure = z.infer<typeof AnxietyMeasure>

/** Progress of a client over the sessions of the last three months, or of all the caller's own clients. */
export const Progress = z.object({
  /** Null for all clients. */
  client: ProgressClient.nullable(),
  /** First and last day of the period, yyyy-MM-dd. */
  from: z.string(),
  to: z.string(),
  /** Time of the newest source. */
  updatedAt: z.iso.datetime({ offset: true }).nullable(),
  /** Number of sessions with a written note. */
  sessions: z.int(),
  /** Sessions with speech in a language other than English, which the rules do not read. */
  unchecked: z.int(),
  clients: z.int(),
  /** False if the period has more sessions than the page reads; these are the newest. */
  isComplete: z.boolean(),
  coreBeliefs: TopicMentions,
  treatmentGoals: TopicMentions,
  /** Measures are newest first, one for each scale in each session. */
  anxiety: TopicMentions.extend({ measures: z.array(AnxietyMeasure) }),
  /** Newest first, and possibly fewer than `total`. */
  sections: z.array(z.object({ name: ProgressSectionName, passages: z.array(ProgressPassage), total: z.int() })),
  /** Newest first, and possibly fewer than `redFlagTotal`. */
  redFlags: z.array(RedFlag),
  redFlagTotal: z.int(),
})
export type Progress = z.infer<typeof Progress>

/** A file for the browser to download. */
export const ProgressFile = z.object({ fileName: z.string(), content: z.string() })
export type ProgressFile = z.infer<typeof ProgressFile>

const byClient = z.object({ clientId: ClientId })

export const progress = {
  ofAll: endpoint({
    method: 'GET',
    path: '/progress',
    summary: "Progress of all the caller's own clients over the last three months",
  }).output(Progress),
  ofClient: endpoint({
    method: 'GET',
    path: '/clients/{clientId}/progress',
    summary: "A client's progress over the last three months",
  })
    .input(byClient)
    .output(Progress),
  exportOfAll: endpoint({
    method: 'POST',
    path: '/progress/file',
    whileViewing: true,
    summary: "The progress of all the caller's own clients as a document",
  }).output(ProgressFile),
  exportOfClient: endpoint({
    method: 'POST',
    path: '/clients/{clientId}/progress/file',
    whileViewing: true,
    summary: "A client's progress as a document",
  })
    .input(byClient)
    .output(ProgressFile),
}
