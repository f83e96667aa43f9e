import type { CosignNote } from '#shared/contract/cosign.ts'
import { localDateTime } from '#shared/rules/local-time.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { requireOrganization } from '#server/features/organizations/require-organization.ts'
import { toItem } from './list-queue.ts'
import { requireClient } from './require-client.ts'
import { type CosignRow, findCosigner, findSections, listComments, listQueue } from './store.ts'

/**
 * Returns the signed version of a note to its co-signer.
 * @throws session_missing; cosign_not_waiting for other readers, and if the note needs no co-signature
 */
export async function getNote(context: Context, input: { sessionId: string }): Promise<CosignNote> {
  const { db, actor, clock } = context
  const { id, clientId } = await requireClient(context, input.sessionId)
  const row = (await findQueued(context, id)) ?? fail('cosign_not_waiting')
  const sections = (await findSections(db, id)) ?? fail('cosign_not_waiting')
  audit(context, { action: 'cosign.read', resourceType: 'note', resourceId: id, clientId })
  const [comments, cosigner] = await Promise.all([
    listComments(db, id),
    findCosigner(db, requireOrganization(context), actor.userId),
  ])
  const { version, contentSha256, type, participants, contact, signedAt, timeZone } = row
  const facts = { type, participants, contact }
  const item = toItem(row, localDateTime(clock(), actor.timeZone).date)
  const { needsConfirmation, confirmedAt, ...signer } = cosigner
  const confirmation = { signer, needsConfirmation, confirmedAt: confirmedAt?.toISOString() ?? null }
  return { item, version, contentSha256, facts, sections, comments, signedAt, timeZone, ...confirmation }
}

/** Finds the name of a note's author for a message to its co-signer. */
export async function findAuthorName(context: Context, sessionId: string): Promise<string> {
  return (await findQueued(context, sessionId))?.author.name ?? 'The author'
}

/** Finds the row of a note in the caller's own co-sign queue. */
async function findQueued({ db, actor }: Context, sessionId: string): Promise<CosignRow | undefined> {
  if (actor.organizationId === null) return undefined
  return (await listQueue(db, actor.organizationId)).find((row) => row.isMine && row.sessionId === sessionId)
}
