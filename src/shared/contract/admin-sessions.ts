import * as z from 'zod'
import { AdminOrganizationName, AdminPerson, listOf, search, Timestamp } from './admin-lists.ts'
import { endpoint } from './endpoint.ts'
import { ClientId, SessionId } from './ids.ts'
import { Session, SettingType } from './sessions.ts'

/**
 * The type filter. Therapists name types freely (Individual, Couple, Family, Group). A name with 'consult', 'assess' or
 * 'group' is of that kind, any other is therapy.
 */
export const SessionKind = z.enum(['therapy', 'consultation', 'assessment', 'group'])
export type SessionKind = z.infer<typeof SessionKind>

/** Compared with today in the admin's time zone. */
export const SessionTime = z.enum(['today', 'upcoming', 'past'])
export type SessionTime = z.infer<typeof SessionTime>

export const AdminSession = Session.pick({
  id: true,
  date: true,
  startTime: true,
  endTime: true,
  durationMinutes: true,
  type: true,
  status: true,
}).extend({
  settingType: SettingType,
  when: SessionTime,
  client: z.object({ id: ClientId, firstName: z.string(), lastName: z.string() }),
  therapist: AdminPerson,
})
export type AdminSession = z.infer<typeof AdminSession>

export const AdminSessionList = listOf(AdminSession)
export type AdminSessionList = z.infer<typeof AdminSessionList>

export const AdminSessionDetails = AdminSession.extend({
  organization: AdminOrganizationName.nullable(),
  /** True if audio is stored. The panel cannot reach the recording. */
  hasRecording: z.boolean(),
  notesCount: z.int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  accessUntil: Timestamp,
})
export type AdminSessionDetails = z.infer<typeof AdminSessionDetails>

const bySession = z.object({ sessionId: SessionId })

/** A session whose processing failed and may succeed on retry. */
export const FailedSession = z.object({
  id: SessionId,
  /** Null for a client without an organization. */
  organization: z.string().nullable(),
  errorCode: z.string().nullable(),
  failedAt: Timestamp,
})
export type FailedSession = z.infer<typeof FailedSession>

export const FailedSessions = z.object({ total: z.int(), items: z.array(FailedSession) })
export type FailedSessions = z.infer<typeof FailedSessions>

export const adminSessions = {
  listSessions: endpoint({
    method: 'POST',
    path: '/admin/sessions/search',
    summary: 'Sessions, latest date first, 100 at most',
  })
    .input(
      z.object({
        /** Also matches a session's id by its last eight characters, or by a longer prefix. */
        search,
        when: z.enum(['all', ...SessionTime.options]).default('all'),
        kind: z.enum(['all', ...SessionKind.options]).default('all'),
      }),
    )
    .output(AdminSessionList),
  failedSessions: endpoint({
    method: 'GET',
    path: '/admin/failed-sessions',
    summary: 'Sessions whose processing failed, the newest 50',
  }).output(FailedSessions),
  runAgain: endpoint({
    method: 'POST',
    path: '/admin/failed-sessions/run-again',
    summary: 'Process a failed session again, or all of them',
  })
    .input(z.object({ sessionId: SessionId.nullable() }))
    .output(z.object({ count: z.int() })),
  /** @throws justification_missing without a valid reason */
  getSession: endpoint({
    method: 'GET',
    path: '/admin/sessions/{sessionId}',
    summary: "A session's administrative details",
  })
    .input(bySession)
    .output(AdminSessionDetails),
}
