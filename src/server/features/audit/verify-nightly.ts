import pg from 'pg'
import type { Services } from '#server/context.ts'
import { runVerification } from '#server/audit-trail/run-verification.ts'
import { listPlatformAdmins } from '#server/features/accounts/platform-admins.ts'

/**
 * Verifies the audit trail and the signatures of notes, and logs the head of the trail. While there is a fault, mails
 * the platform admins and the operator every night: the anchor of a damaged trail is not updated.
 */
export async function verifyNightly(services: Services, ownerUrl: string): Promise<void> {
  const { config, clock, log } = services
  const { isWhole, lines, head } = await runVerification(config, ownerUrl, clock())
  if (isWhole) return log.info({ head }, 'the audit trail is whole')
  log.error({ head, findings: lines }, 'the audit trail was tampered with')
  await alertAdmins(services, ownerUrl, lines)
}

async function alertAdmins({ config, mail, log }: Services, ownerUrl: string, lines: readonly string[]): Promise<void> {
  const admins = (await readAdmins(ownerUrl)).filter(({ isActive }) => isActive).map(({ email }) => email)
  const receivers = new Set([...admins, ...(config.OPERATOR_EMAIL ? [config.OPERATOR_EMAIL] : [])])
  const text = `${lines.join('\n')}\n\nRun npm run audit:verify on the server, and keep a copy of the database before you change anything.\n`
  for (const to of receivers) {
    const sent = mail.send({ to, subject: 'Attend: the audit trail was tampered with', text })
    await sent.catch((error: unknown) =>
      log.error({ err: error }, 'an alert about the audit trail could not be mailed'),
    )
  }
}

async function readAdmins(ownerUrl: string) {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    return await listPlatformAdmins(owner)
  } finally {
    await owner.end()
  }
}
