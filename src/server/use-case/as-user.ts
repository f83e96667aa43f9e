import type { Context, Services } from '#server/context.ts'
import { isDeactivated } from './is-deactivated.ts'

/** Runs a use case in a transaction as the user of a job. */
export function asUser<T>(services: Services, userId: string, work: (context: Context) => Promise<T>): Promise<T> {
  return services.tenant.asUser(userId, (db, actor, hooks) => work({ ...services, db, actor, ...hooks }))
}

/** Like `asUser`, but returns undefined without any work if the user's account was deactivated. */
export async function asActiveUser<T>(
  services: Services,
  userId: string,
  work: (context: Context) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await asUser(services, userId, work)
  } catch (error) {
    if (isDeactivated(error)) return undefined
    throw error
  }
}
