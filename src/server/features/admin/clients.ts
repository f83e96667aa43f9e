import type { AdminClientDetails, AdminClientList } from '#shared/contract/admin-clients.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { interrupted } from '#server/features/clients/transfer-client.ts'
import { queueMails } from '#server/features/notices/notify-transfer.ts'
import { throwIfFailure } from '#server/features/organizations/throw-if-failure.ts'
import { rowId } from '#server/ids.ts'
import { type Changes, changeClient, findClient, transferClient, listClients as listRows } from './store.ts'

/** The newest 100 matching clients. */
export function listClients({ db }: Context, filter: { search: string; status: string }): Promise<AdminClientList> {
  return listRows(db, { ...filter, search: filter.search.trim() })
}

/** @throws justification_missing unless a reason was given for this client (`justifyAccess`) */
export async function getClient({ db }: Context, input: { clientId: string }): Promise<AdminClientDetails> {
  return (await findClient(db, rowId(input.clientId, 'justification_missing'))) ?? fail('justification_missing')
}

/**
 * Changes a client, and transfers it with all its records if another therapist is given; both therapists are notified.
 * @throws justification_missing, transfer_target, client_busy, demo_fixed
 */
export async function updateClient(
  context: Context,
  { clientId, therapistId, ...changes }: { clientId: string; therapistId?: string | undefined } & Changes,
): Promise<AdminClientDetails> {
  const { db } = context
  const id = rowId(clientId, 'justification_missing')
  if (!(await changeClient(db, id, changes))) fail('justification_missing')
  if (therapistId !== undefined) {
    const { refusal, told: notices } = await transferClient(db, id, rowId(therapistId, 'transfer_target'), interrupted)
    throwIfFailure(refusal)
    await queueMails(context, notices)
  }
  return getClient(context, { clientId })
}
