import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { lockName } from '#server/db/lock-name.ts'
import type { ExamplePlace } from './sealed-example.ts'

/** An example note as the database stores it. */
export interface SealedExample extends ExamplePlace {
  sealed: Buffer
  characters: number
  createdAt: Date
}

/** Makes another request that stores examples of the caller for this template wait until the transaction ends. */
export async function lockExamples({ db, actor }: Context, templateId: string): Promise<void> {
  await lockName(db, `examples ${actor.userId} ${templateId}`)
}

/** Lists the caller's examples of a template, oldest first. */
export function listExamples({ db, actor }: Context, templateId: string): Promise<SealedExample[]> {
  return db
    .selectFrom('template_examples')
    .where('author_id', '=', actor.userId)
    .where('template_id', '=', templateId)
    .orderBy('created_at')
    .orderBy('id')
    .select([
      'id',
      'author_id as authorId',
      'template_id as templateId',
      'sealed',
      'characters',
      'created_at as createdAt',
    ])
    .execute()
}

/** Creates the id of an example, which must be known before the text is encrypted. */
export async function newExampleId({ db }: Context): Promise<string> {
  const { rows } = await sql<{ id: string }>`select app.new_id() as id`.execute(db)
  return rows[0]?.id ?? ''
}

export async function insertExample(
  { db }: Context,
  { id, authorId, templateId, sealed, characters }: Omit<SealedExample, 'createdAt'>,
): Promise<void> {
  const place = { id, author_id: authorId, template_id: templateId }
  await db
    .insertInto('template_examples')
    .values({ ...place, sealed, characters })
    .execute()
}

/** Deletes the caller's examples of a template, or only the example `id`. Returns the number of deleted examples. */
export async function deleteExampleRows({ db, actor }: Context, templateId: string, id?: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('template_examples')
    .where('author_id', '=', actor.userId)
    .where('template_id', '=', templateId)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Lists the times of the caller's proposals in the current organization after `since`, oldest first. */
export async function listProposalTimes({ db, actor }: Context, since: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('audit_events')
    .where('organization_id', actor.organizationId === null ? 'is' : '=', actor.organizationId)
    .where('actor_id', '=', actor.userId)
    .where('at', '>', since)
    .where('action', '=', 'template.proposed')
    .orderBy('at')
    .select('at')
    .execute()
  return rows.map(({ at }) => at)
}
