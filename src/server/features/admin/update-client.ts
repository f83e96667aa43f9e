import type { AdminClientDetails } from '#shared/contract/admin-clients.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { interruptedMessage } from '#server/features/clients/transfer-client.ts'
import { queueMails } from '#server/features/notices/notify-transfer.ts'
import { throwReturnedFailure } from '#server/features/organizations/throw-if-failure.ts'
import { rowId } from '#server/ids.ts'
import { getClient } from './get-client.ts'
import { type Changes, changeClient, transferClient } from './store.ts'

/**
 * Changes a client. With another `therapistId`, transfers the client with all records and notifies both therapists.
 * @throws justification_missing, transfer_target, client_busy, client_unsigned, demo_fixed
 */
export async function updateClient(
  context: Context,
  {
    clientId,
    therapistId,
    mayStayUnsigned,
    ...changes
  }: { clientId: string; therapistId?: string | undefined; mayStayUnsigned: boolean } & Changes,
): Promise<AdminClientDetails> {
  const { db } = context
  const id = rowId(clientId, 'justification_missing')
  if (!(await changeClient(db, id, changes))) fail('justification_missing')
  if (therapistId !== undefined) {
    const transfer = { clientId: id, therapistId: rowId(therapistId, 'transfer_target'), mayStayUnsigned }
    const { refusal: failure, notices } = await transferClient(db, transfer, interruptedMessage)
    throwReturnedFailure(failure)
    await queueMails(context, notices)
  }
  return await getClient(context, { clientId })
}
