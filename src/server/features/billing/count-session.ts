import type { Context } from '#server/context.ts'

/** A session of the caller's was held: what remains of the plan is looked at by a job, so that nothing here waits for it. */
export async function countSession({ db, actor, jobs }: Context): Promise<void> {
  const { organizationId } = actor
  if (organizationId) await jobs.enqueue(db, 'billing.usage', { organizationId })
}
