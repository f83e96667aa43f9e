import type { NoticeKind } from '#shared/contract/notices.ts'
import type { Config } from '#server/config.ts'
import type { Services } from '#server/context.ts'
import { asUser } from '#server/jobs/as-user.ts'
import type { Payload } from '#server/jobs/catalog.ts'
import { findUnsent, markMailed, type UnsentNotice } from './store.ts'

/**
 * Tells somebody by mail, once: initials and a link, nothing else of a client. Rejects when the mail server does not take it, so
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
}

function textOf({ kind, clientId, clientInitials, actorName }: UnsentNotice, config: Config): string {
  const actor = actorName ?? 'Somebody in charge of your organization'
  const what =
    kind === 'client_received'
      ? `${actor} gave the client ${clientInitials} to you. Sessions and notes came along:\n${addressOf(`/clients/${clientId}`, config)}`
      : `${actor} gave the client ${clientInitials} to another therapist. Sessions and notes went along.\n${addressOf('/', config)}`
  return `${what}\n\nWhich mails you get is chosen in the settings:\n${addressOf('/settings', config)}\n`
}

/** A page of the product, at its public address. */
function addressOf(path: string, { PUBLIC_URL, PORT }: Config): string {
  return new URL(path, PUBLIC_URL ?? `http://localhost:${PORT}`).href
}
