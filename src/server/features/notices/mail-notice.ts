import type { NoticeKind } from '#shared/contract/notices.ts'
import type { Config } from '#server/config.ts'
import type { Services } from '#server/context.ts'
import { asUser } from '#server/use-case/as-user.ts'
import type { Payload } from '#server/jobs/catalog.ts'
import { publicUrlOf } from '#server/public-url.ts'
import { findUnsent, markMailed, type UnsentNotice } from './store.ts'

/**
 * Tells somebody by mail, once: of a client initials and a link, nothing else. Rejects when the mail server does not take it, so
 * that the job is tried again.
 */
export async function mailNotice(services: Services, task: Payload<'notices.mail'>): Promise<void> {
  const { config, mail, clock } = services
  const notice = await asUser(services, task.userId, ({ db }) => findUnsent(db, task.noticeId))
  if (!notice) return
  await mail.send({ to: notice.email, subject: subjects[notice.kind], text: textOf(notice, config) })
  await asUser(services, task.userId, ({ db }) => markMailed(db, task.noticeId, clock()))
}

const subjects: Readonly<Record<NoticeKind, string>> = {
  client_received: 'A client was given to you in Attend',
  client_given: 'A client of yours was given to a colleague in Attend',
  storage_low: 'Little storage remains in Attend',
  low_sessions_remaining: 'Few sessions of your plan remain in Attend',
}

function textOf(notice: UnsentNotice, config: Config): string {
  return `${whatOf(notice, config)}\n\nWhich mails you get is chosen in the settings:\n${addressOf('/settings', config)}\n`
}

function whatOf(notice: UnsentNotice, config: Config): string {
  const { kind, clientId, clientInitials, sessionsLeft, storagePercent, actorName } = notice
  if (kind === 'storage_low')
    return (
      `${storagePercent} % of your organization's storage for audio is used. When it is full, nothing new can be recorded or uploaded; ` +
      'what is being recorded is kept. Ask whoever runs Attend for you for more room.'
    )
  if (kind === 'low_sessions_remaining')
    return (
      `${remain(sessionsLeft ?? 0)} of your organization's plan in the period that runs. Recording and reading go on, whatever remains.\n` +
      `Plans and usage:\n${addressOf('/billing', config)}`
    )
  const actor = actorName ?? 'Somebody in charge of your organization'
  return kind === 'client_received'
    ? `${actor} gave the client ${clientInitials} to you. Sessions and notes came along:\n${addressOf(`/clients/${clientId}`, config)}`
    : `${actor} gave the client ${clientInitials} to another therapist. Sessions and notes went along.\n${addressOf('/', config)}`
}

function remain(sessions: number): string {
  if (sessions === 0) return 'No sessions remain'
  return sessions === 1 ? '1 session remains' : `${sessions} sessions remain`
}

/** A page of the product, at its public address. */
function addressOf(path: string, config: Config): string {
  return new URL(path, publicUrlOf(config)).href
}
