import { eventIterator } from '@orpc/contract'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { ClientId, SessionId } from './ids.ts'
import { NoteState, NoteType } from './notes.ts'

export const SettingType = z.enum(['in-person', 'telehealth'])
export type SettingType = z.infer<typeof SettingType>

/** A therapy session. `date` is yyyy-MM-dd and times are HH:mm, local to the therapist's zone. */
export const Session = z.object({
  id: SessionId,
  clientId: ClientId,
  therapistId: z.string(),
  date: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  durationMinutes: z.int(),
  type: z.string(),
  settingType: SettingType,
  status: z.enum(['scheduled', 'recording', 'processing', 'completed', 'failed', 'cancelled']),
  noteType: NoteType.nullable(),
  noteState: NoteState.nullable(),
})
export type Session = z.infer<typeof Session>

/** Where the processing of a recording or transcript stands. Carries no clinical text: it also travels by NOTIFY. */
export const SessionProgress = z.object({
  sessionId: SessionId,
  stage: z.enum(['queued', 'preparing', 'transcribing', 'processing', 'complete', 'failed']),
  percent: z.number(),
  /** A sentence for the person when `stage` is failed. */
  error: z.string().nullable(),
  errorCode: z.string().nullable(),
})
export type SessionProgress = z.infer<typeof SessionProgress>

export const sessions = {
  listForClient: endpoint({
    method: 'GET',
    path: '/clients/{clientId}/sessions',
    summary: "A client's sessions, newest first",
  })
    .input(z.object({ clientId: ClientId, page: z.coerce.number<number>().int().min(1).max(100_000).default(1) }))
    .output(z.object({ items: z.array(Session), total: z.int(), pageSize: z.int() })),
  get: endpoint({ method: 'GET', path: '/sessions/{sessionId}', summary: 'One session' })
    .input(z.object({ sessionId: SessionId }))
    .output(Session),
  watchProgress: endpoint({
    method: 'GET',
    path: '/sessions/{sessionId}/progress',
    summary: 'Live progress of processing',
  })
    .input(z.object({ sessionId: SessionId }))
    .output(eventIterator(SessionProgress)),
}
