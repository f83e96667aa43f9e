import type { ProgressFile } from '#shared/contract/progress.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { getClient } from '#server/features/clients/get-client.ts'
import { threads } from '#server/threads/pool.ts'
import { readPeriod } from './get-progress.ts'

/** Maximum number of passages under each heading of a document. Documents are expected to have fewer. */
const maxPassages = 1000

/** Exports the progress of the caller's own clients as a document that shows clients by initials. */
export async function exportProgressOfAll(context: Context): Promise<ProgressFile> {
  audit(context, { action: 'progress.exported', resourceType: 'note' })
  const period = await readPeriod(context, null)
  return await threads.run('writeProgress', { period, maxPassages })
}

/**
 * Exports a client's progress as a document that shows the client by initials.
 * @throws client_missing also for a client that the caller may not see
 */
export async function exportProgressOfClient(context: Context, input: { clientId: string }): Promise<ProgressFile> {
  const client = await getClient(context, input)
  const { id } = client
  audit(context, { action: 'progress.exported', resourceType: 'client', resourceId: id, clientId: id })
  return await threads.run('writeProgress', { period: await readPeriod(context, client), maxPassages })
}
