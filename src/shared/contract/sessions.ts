import { eventIterator } from '@orpc/contract'
import * as z from 'zod'
import { addDays, isMonth } from '#shared/rules/calendar.ts'
import { isLengthPossible } from '#shared/rules/held-at.ts'
import { Day } from './day.ts'
import { endpoint } from './endpoint.ts'
import { ClockTime, HeldAt } from './held-session.ts'
import { ClientId, SessionId } from './ids.ts'
import { NoteState, NoteStatus, NoteType } from './notes.ts'
import { Contact, SessionStatus } from './session-status.ts'
import { OtherLanguage } from './transcripts.ts'

export const SettingType = z.enum(['in-person', 'telehealth'])
export type SettingType = z.infer<typeof SettingType>

/** A therapy session. `date` is yyyy-MM-dd and times are HH:mm, in the therapist's zone. */
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
  status: SessionStatus,
  noteType: NoteType.nullable(),
  noteState: NoteState.nullable(),
  noteStatus: NoteStatus.nullable(),
  /** True for excerpts with at least one unwritten part. */
  toWrite: z.boolean(),
  /** True if the recording is stored until a speech engine is available. The status is `failed` until then. */
  waitsForTranscript: z.boolean(),
  /** Number of open items of the note's review queue. */
  toReview: z.int(),
})
export type Session = z.infer<typeof Session>

/** Processing progress of a recording or transcript. It has no clinical text, because NOTIFY also carries it. */
export const SessionProgress = z.object({
  sessionId: SessionId,
  stage: z.enum(['queued', 'preparing', 'transcribing', 'processing', 'complete', 'failed']),
  percent: z.number(),
  /** A user-facing sentence when `stage` is failed, and during an outage (`processing_waits`). */
  error: z.string().nullable(),
  errorCode: z.string().nullable(),
  /** Set once the transcript exists, if not all of it is in English. */
  otherLanguage: OtherLanguage.nullable(),
})
export type SessionProgress = z.infer<typeof SessionProgress>

/** A session in the calendar. */
export const CalendarSession = Session.omit({
  therapistId: true,
  noteType: true,
  noteState: true,
  noteStatus: true,
  toReview: true,
}).extend({
  /** An archived client's appointments stay, but cannot be started. */
  client: z.object({ firstName: z.string(), lastName: z.string(), isArchived: z.boolean() }),
  /** The series of a repeating session. */
  seriesId: z.string().nullable(),
})
export type CalendarSession = z.infer<typeof CalendarSession>

/** Sessions start on a quarter hour (spec core §5). */
export const StartTime = z.string().regex(/^([01]\d|2[0-3]):(00|15|30|45)$/)

/** Date, time and length of an appointment. */
export const Appointment = z.object({
  date: Day,
  startTime: StartTime,
  durationMinutes: z.int().min(10).max(480),
})
export type Appointment = z.infer<typeof Appointment>

/** Type and setting of an appointment. */
export const AppointmentKind = z.object({ type: z.string().trim().min(1).max(60), settingType: SettingType })
export type AppointmentKind = z.infer<typeof AppointmentKind>

/** A new appointment: individual and in person by default. */
export const NewAppointment = Appointment.extend({
  type: AppointmentKind.shape.type.default('Individual'),
  settingType: SettingType.default('in-person'),
  clientId: ClientId,
})

/** A new time of an appointment. Fields that are not sent stay unchanged. */
export const ChangedAppointment = Appointment.extend(AppointmentKind.partial().shape)
export type ChangedAppointment = z.infer<typeof ChangedAppointment>

/** Date, times, setting, type and kind of contact of a session that was held or missed. */
export const HeldSession = z.object({
  ...HeldAt.shape,
  endTime: ClockTime,
  ...AppointmentKind.shape,
  contact: Contact,
})
export type HeldSession = z.infer<typeof HeldSession>

/** An iCalendar file (RFC 5545) and the name it is saved under. */
export const CalendarFile = z.object({ fileName: z.string(), content: z.string() })
export type CalendarFile = z.infer<typeof CalendarFile>

/** Maximum number of days of one calendar request: more than the weeks that a month touches. */
const maxDays = 62

/** The error of a session that ends when it starts, or lasts too long. */
export const lengthError = { error: 'Check the end time.', path: ['endTime'] }

const bySession = z.object({ sessionId: SessionId })

/** `held` leaves out scheduled, running, canceled and missed sessions. `with note` has the sessions whose note has text. */
export const WhichSessions = z.enum(['all', 'held', 'with note'])
export type WhichSessions = z.infer<typeof WhichSessions>

export const sessions = {
  calendar: endpoint({
    method: 'GET',
    path: '/calendar',
    summary: "The caller's own sessions in a range of days, in order, without canceled ones",
  })
    .input(z.object({ from: Day, to: Day }).refine(({ from, to }) => from <= to && to < addDays(from, maxDays)))
    .output(z.object({ items: z.array(CalendarSession), isComplete: z.boolean() })),
  schedule: endpoint({
    method: 'POST',
    path: '/clients/{clientId}/sessions',
    summary: "Schedule a session with one of the caller's own active clients",
  })
    // Sent twice with the same id, it is scheduled once.
    .input(NewAppointment.extend({ requestId: z.uuid().optional() }))
    .output(CalendarSession),
  reschedule: endpoint({
    method: 'POST',
    path: '/sessions/{sessionId}/reschedule',
    summary: 'Move a scheduled session',
  })
    .input(ChangedAppointment.extend(bySession.shape))
    .output(CalendarSession),
  cancel: endpoint({ method: 'POST', path: '/sessions/{sessionId}/cancel', summary: 'Cancel a scheduled session' })
    .input(bySession)
    .output(CalendarSession),
  restore: endpoint({
    method: 'POST',
    path: '/sessions/{sessionId}/restore',
    summary: 'Restore a canceled session',
  })
    .input(bySession)
    .output(CalendarSession),
  write: endpoint({
    method: 'POST',
    path: '/clients/{clientId}/written-sessions',
    summary: 'Add a session without a recording, with an empty note to write',
  })
    .input(
      HeldSession.extend({
        clientId: ClientId,
        /** The appointment of the session. Default: the client's appointment at that time. */
        appointmentId: z.uuid().optional(),
        noteType: NoteType,
        /** Sent twice with the same id, one session is added. */
        requestId: z.uuid().optional(),
      }).refine(isLengthPossible, lengthError),
    )
    .output(bySession),
  exportMonth: endpoint({
    method: 'GET',
    path: '/calendar/{month}/file',
    summary: "The caller's own sessions of a month as a calendar file",
  })
    .input(z.object({ month: z.string().refine(isMonth) }))
    .output(CalendarFile),
  exportSession: endpoint({
    method: 'GET',
    path: '/sessions/{sessionId}/calendar-file',
    summary: "One of the caller's own sessions as a calendar file",
  })
    .input(bySession)
    .output(CalendarFile),
  listForClient: endpoint({
    method: 'GET',
    path: '/clients/{clientId}/sessions',
    summary: "A client's sessions, newest first",
  })
    .input(
      z.object({
        clientId: ClientId,
        which: WhichSessions.default('all'),
        page: z.coerce.number<number>().int().min(1).max(100_000).default(1),
      }),
    )
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
