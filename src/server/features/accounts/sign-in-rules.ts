import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'
import { recordFailedSignIn } from './record-failed-sign-in.ts'
import { refuse } from './refuse.ts'
import { beginTry, forgetTries } from './tries-store.ts'

/** What we add to better-auth's sign-in with a password: limits, and failures in the audit trail. */
export function signInRules({ db, limits }: { db: Kysely<DB>; limits: boolean }) {
  const recordFailure = (ctx: GenericEndpointContext, reason: 'password' | 'deactivated' | 'too_many') =>
    recordFailedSignIn(db, { email: emailOf(ctx), reason, headers: ctx.headers })

  const before = createAuthMiddleware(async (ctx) => {
    if (!limits || (await beginTry(db, ctx.body?.email))) return
    await recordFailure(ctx, 'too_many')
    refuse('too_many_requests')
  })

  const after = createAuthMiddleware(async (ctx) => {
    const { returned } = ctx.context
    if (!(returned instanceof APIError)) return forgetTries(db, ctx.body?.email)
    if (returned.body?.code === 'INVALID_EMAIL_OR_PASSWORD') return recordFailure(ctx, 'password')
    if (returned.body?.code === 'login_failed') return recordFailure(ctx, 'deactivated')
  })

  const isOurs = ({ path }: { path?: string }) => path === '/sign-in/email'
  return {
    id: 'sign-in-rules',
    hooks: { before: [{ matcher: isOurs, handler: before }], after: [{ matcher: isOurs, handler: after }] },
  } satisfies BetterAuthPlugin
}

function emailOf(ctx: GenericEndpointContext): string {
  const email: unknown = ctx.body?.email
  return typeof email === 'string' ? email : ''
}
