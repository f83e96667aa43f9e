import { sql } from 'kysely'
import type { Services } from '#server/context.ts'

/** Deletes uploads that were not finished within a week (app.clean_uploads). */
export async function cleanUploads({ tenant, log }: Services): Promise<void> {
  const { rows } = await tenant.asAnonymous((db) =>
    sql<{ uploads: number }>`select app.clean_uploads() as uploads`.execute(db),
  )
  log.info({ uploads: rows[0]?.uploads ?? 0 }, 'abandoned uploads were deleted')
}
