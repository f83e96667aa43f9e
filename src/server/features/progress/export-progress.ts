import type { Progress, ProgressFile } from '#shared/contract/progress.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { getClient } from '#server/features/clients/get-client.ts'
import { threads } from '#server/threads/pool.ts'
import { readPeriod } from './get-progress.ts'

/**
 * Exports the progress of the caller's own clients as a document that shows clients by initials. It contains every
 * passage of the sessions that are read.
 */
export async function exportProgressOfAll(context: Context): Promise<ProgressFile> {
  audit(context, { action: 'progress.exported', resourceType: 'note' })
  return await writeFile(context, null)
}

/**
 * Exports a client's progress as a document that shows the client by initials.
 * @throws client_missing also for a client that the caller may not see
 */
export async function exportProgressOfClient(context: Context, input: { clientId: string }): Promise<ProgressFile> {
  const client = await getClient(context, input)
  const { id } = client
  audit(context, { action: 'progress.exported', resourceType: 'client', resourceId: id, clientId: id })
  return await writeFile(context, client)
}

async function writeFile(context: Context, client: Progress['client']): Promise<ProgressFile> {
  const { timeZone } = context.actor
  return await threads.run('writeProgress', { ...(await readPeriod(context, client)), timeZone })
}
