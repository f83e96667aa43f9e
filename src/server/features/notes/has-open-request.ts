import type { Context } from '#server/context.ts'
import { listRequests } from './requests-store.ts'

/** True if a draft of the session's note was requested and has neither been saved nor failed. */
export async function hasOpenRequest({ db }: Context, sessionId: string): Promise<boolean> {
  return (await listRequests(db, sessionId)).some(({ state }) => state === 'open')
}
