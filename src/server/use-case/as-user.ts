import type { Context, Services } from '#server/context.ts'

/** Runs a use case in a transaction as the user of a job. */
export function asUser<T>(services: Services, userId: string, work: (context: Context) => Promise<T>): Promise<T> {
  return services.tenant.asUser(userId, (db, actor, hooks) => work({ ...services, db, actor, ...hooks }))
}
