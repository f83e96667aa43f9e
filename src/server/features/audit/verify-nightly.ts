import type { Services } from '#server/context.ts'
import { runVerification } from '#server/audit-trail/run-verification.ts'
import { listPlatformAdmins } from '#server/features/accounts/platform-admins.ts'
import { withClient } from '#server/postgres/connection.ts'

/**
 * Verifies the audit trail and the signatures of notes, and logs the head of the trail. While there is a fault, mails
 * the platform admins and the operator every night: the anchor of a damaged trail is not updated.
 */
export async function verifyNightly(services: Services, ownerUrl: string): Promise<void> {
  const { config, clock, log } = services
  const { isWhole, isTrailWhole, areSignaturesWhole, lines, head } = await runVerification(config, ownerUrl, clock())
  if (isWhole) return log.info({ head }, 'the audit trail is whole')
  const damaged = [...(isTrailWhole ? [] : ['the audit trail']), ...(areSignaturesWhole ? [] : ['signed records'])]
  const finding = `${damaged.join(' and ')} ${areSignaturesWhole ? 'was' : 'were'} tampered with`
  log.error({ head, findings: lines }, finding)
  await alertAdmins(services, ownerUrl, { finding, lines })
}

async function alertAdmins(
  { config, mail, log }: Services,
  ownerUrl: string,
  { finding, lines }: { finding: string; lines: readonly string[] },
): Promise<void> {
  const admins = (await withClient(ownerUrl, listPlatformAdmins))
    .filter(({ isActive }) => isActive)
    .map(({ email }) => email)
  const receivers = new Set([...admins, ...(config.OPERATOR_EMAIL ? [config.OPERATOR_EMAIL] : [])])
  const text = `${lines.join('\n')}\n\nRun npm run audit:verify on the server, and keep a copy of the database before you change anything.\n`
  for (const to of receivers) {
    const sent = mail.send({ to, subject: `Attend: ${finding}`, text })
    await sent.catch((error: unknown) => log.error({ err: error }, 'an alert about tampering could not be mailed'))
  }
}
