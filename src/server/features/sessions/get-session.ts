import type { Session } from '#shared/contract/sessions.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { findSession } from './store.ts'

/** @throws session_missing also for a session that the caller may not see */
export async function getSession(context: Context, input: { sessionId: string }): Promise<Session> {
  const id = rowId(input.sessionId, 'session_missing')
  const session = (await findSession(context.db, id)) ?? fail('session_missing')
  audit(context, { action: 'session.read', resourceType: 'session', resourceId: id, clientId: session.clientId })
  return session
}

/**
 * Returns the session to its own therapist only.
 * @throws session_missing; not_allowed for other users who may see the session
 */
export async function getOwnSession(context: Context, sessionId: string): Promise<Session> {
  const session = (await findSession(context.db, rowId(sessionId, 'session_missing'))) ?? fail('session_missing')
  return session.therapistId === context.actor.userId ? session : fail('not_allowed')
}
