import type { NoticeKind } from '#shared/contract/notices.ts'
import type { Config } from '#server/config.ts'
import type { Services } from '#server/context.ts'
import { asActiveUser } from '#server/use-case/as-user.ts'
import type { Payload } from '#server/jobs/catalog.ts'
import { publicUrlOf } from '#server/public-url.ts'
import { findUnsentNotice, markMailed, type UnsentNotice } from './store.ts'

/**
 * Mails a notice, unless it was mailed before or its receiver's account was deactivated. A mail about a client contains
 * only the client's initials and a link.
 * Rejects if the mail cannot be sent, so that the job is retried.
 */
export async function mailNotice(services: Services, task: Payload<'notices.mail'>): Promise<void> {
  const { config, mail, clock } = services
  const notice = await asActiveUser(services, task.userId, ({ db }) => findUnsentNotice(db, task.noticeId))
  if (!notice) return
  await mail.send({ to: notice.email, subject: subjects[notice.kind], text: mailText(notice, config) })
  await asActiveUser(services, task.userId, ({ db }) => markMailed(db, task.noticeId, clock()))
}

const subjects: Readonly<Record<NoticeKind, string>> = {
  client_received: 'A client was transferred to you in Attend',
  client_given: 'One of your clients was transferred to a colleague in Attend',
  storage_low: 'Your organization is low on Attend storage',
  note_returned: 'A note was returned to you in Attend',
  note_cosigned: 'A note of yours was co-signed in Attend',
  cosign_waiting: 'A note awaits your co-signature in Attend',
  low_sessions_remaining: 'Your Attend plan is running low on sessions',
}

/** The kinds of notices whose mails a user can turn off in the settings. */
const optionalKinds: ReadonlySet<NoticeKind> = new Set(['client_received', 'client_given', 'low_sessions_remaining'])

function mailText(notice: UnsentNotice, config: Config): string {
  if (!optionalKinds.has(notice.kind)) return `${summaryOf(notice, config)}\n`
  return `${summaryOf(notice, config)}\n\nChoose which emails you receive in your settings:\n${urlOf('/settings', config)}\n`
}

function summaryOf(notice: UnsentNotice, config: Config): string {
  const { kind, clientId, clientInitials, sessionsLeft, storagePercent, sessionId, actorName } = notice
  if (kind === 'storage_low')
    return (
      `${storagePercent}% of your organization's audio storage is used. When it is full, you cannot start new recordings or uploads; ` +
      'recordings in progress are saved. Ask your Attend administrator for more storage.'
    )
  if (kind === 'low_sessions_remaining')
    return (
      `${remainingSessions(sessionsLeft ?? 0)} in your organization's plan for this billing period. You can keep recording and reading notes either way.\n` +
      `Plans and usage:\n${urlOf('/billing', config)}`
    )
  if (kind === 'cosign_waiting')
    return `A note awaits your co-signature. Until you read the notice in Attend, you get this mail at most once a day.\n${urlOf('/session-notes/co-sign', config)}`
  if (kind === 'note_returned')
    return `${actorName ?? 'Your supervisor'} returned a note to you, with comments:\n${urlOf(`/notes/${sessionId}`, config)}`
  if (kind === 'note_cosigned')
    return `${actorName ?? 'Your supervisor'} co-signed a note of yours:\n${urlOf(`/notes/${sessionId}`, config)}`
  const actor = actorName ?? 'An owner or admin of your organization'
  return kind === 'client_received'
    ? `${actor} transferred client ${clientInitials} to you, with all sessions and notes:\n${urlOf(`/clients/${clientId}`, config)}`
    : `${actor} transferred client ${clientInitials} to another therapist, with all sessions and notes.\n${urlOf('/', config)}`
}

function remainingSessions(sessions: number): string {
  if (sessions === 0) return 'No sessions remain'
  return sessions === 1 ? '1 session remains' : `${sessions} sessions remain`
}

function urlOf(path: string, config: Config): string {
  return new URL(path, publicUrlOf(config)).href
}
