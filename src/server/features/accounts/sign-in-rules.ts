import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'
import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'
import { addressHeader } from './account-trail.ts'
import { requiresCode } from './factor-store.ts'
import { findUserId } from './failed-sign-ins-store.ts'
import type { KnownDevices } from './known-device.ts'
import { recordFailedSignIn } from './record-failed-sign-in.ts'
import { failureOf, throwRateLimited } from './auth-errors.ts'
import { signInLimits } from './sign-in-limits.ts'
import { countAttempt, clearAttempt, type Limit } from './rate-limit-store.ts'

interface Rules {
  db: Kysely<DB>
  devices: KnownDevices
  limits: boolean
}

/** Adds to better-auth's password sign-in: rate limits, known devices, and failures in the audit trail. */
export function signInRules({ db, devices, limits }: Rules) {
  const recordFailure = (ctx: GenericEndpointContext, reason: 'password' | 'deactivated' | 'too_many') =>
    recordFailedSignIn(db, { email: emailOf(ctx), reason, headers: ctx.headers })

  async function limitsOf(ctx: GenericEndpointContext): Promise<Limit[]> {
    const account = emailOf(ctx)
    const userId = await findUserId(db, account)
    const device = userId === undefined ? undefined : devices.read(ctx, userId)
    return signInLimits('password', { account, address: ctx.headers?.get(addressHeader) ?? '', device })
  }

  const before = createAuthMiddleware(async (ctx) => {
    if (!limits) return
    const wait = await countAttempt(db, await limitsOf(ctx))
    if (wait === 0) return
    await recordFailure(ctx, 'too_many')
    throwRateLimited(wait)
  })

  const after = createAuthMiddleware(async (ctx) => {
    const failure = failureOf(ctx)
    if (failure?.code === 'INVALID_EMAIL_OR_PASSWORD') return recordFailure(ctx, 'password')
    if (failure?.code === 'login_failed') return recordFailure(ctx, 'deactivated')
    if (failure) return
    await clearAttempt(db, await limitsOf(ctx))
    const userId = await findUserId(db, emailOf(ctx))
    // If the account has a second factor, the device becomes a known device only after the code.
    if (userId !== undefined && !(await requiresCode(db, userId))) devices.remember(ctx, userId)
  })

  const afterSignUp = createAuthMiddleware(async (ctx) => {
    const userId = ctx.context.newSession?.user.id
    if (userId !== undefined) devices.remember(ctx, userId)
  })

  const isOurs = ({ path }: { path?: string }) => path === '/sign-in/email'
  const isSignUp = ({ path }: { path?: string }) => path === '/sign-up/email'
  return {
    id: 'sign-in-rules',
    hooks: {
      before: [{ matcher: isOurs, handler: before }],
      after: [
        { matcher: isOurs, handler: after },
        { matcher: isSignUp, handler: afterSignUp },
      ],
    },
  } satisfies BetterAuthPlugin
}

function emailOf(ctx: GenericEndpointContext): string {
  const email: unknown = ctx.body?.email
  return typeof email === 'string' ? email.toLowerCase() : ''
}
