import type { ProgressFile } from '#shared/contract/progress.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { getClient } from '#server/features/clients/get-client.ts'
import { threads } from '#server/threads/pool.ts'
import { readPeriod } from './get-progress.ts'

/** More than a document of one's own sessions holds under a heading. */
const most = 1000

/** The progress of the caller's own clients as a document; clients are named by their initials. */
export async function exportProgressOfAll(context: Context): Promise<ProgressFile> {
  const [period] = await Promise.all([
    readPeriod(context, null),
    audit(context, { action: 'progress.exported', resourceType: 'note' }),
  ])
  return await threads.run('writeProgress', { period, most })
}

/**
 * A client's progress as a document, which names the client by initials.
 * @throws client_missing when there is none, or none this person may see
 */
export async function exportProgressOfClient(context: Context, input: { clientId: string }): Promise<ProgressFile> {
  const client = await getClient(context, input)
  const { id } = client
  await audit(context, { action: 'progress.exported', resourceType: 'client', resourceId: id, clientId: id })
  return await threads.run('writeProgress', { period: await readPeriod(context, client), most })
}
