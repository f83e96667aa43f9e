import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import {
  APIError,
  createAuthEndpoint,
  createAuthMiddleware,
  getSessionFromCtx,
  sensitiveSessionMiddleware,
} from 'better-auth/api'
import type { Kysely } from 'kysely'
import * as z from 'zod'
import type { DB } from '#server/db/types.ts'
import { addressHeader, recordAccountEvent } from './account-trail.ts'
import { isTaken } from './auth-routes.ts'
import {
  findPasskeyOwner,
  hasSecondFactor,
  isMarkedLately,
  markSession,
  mustGiveSecondFactor,
  touchPasskey,
  useUpCode,
} from './factor-store.ts'
import type { KnownDevices } from './known-device.ts'
import { refuse, refuseUntil } from './refuse.ts'
import { signInLimits } from './sign-in-limits.ts'
import { beginAttempt, forgiveAttempt, type Limit } from './tries-store.ts'

type Method = 'password' | 'authenticator' | 'recovery code' | 'passkey'

/** What a route asks for before it does its work. */
const proofs: Readonly<Record<string, Method>> = {
  '/two-factor/check-password': 'password',
  '/two-factor/enable': 'password',
  '/two-factor/disable': 'password',
  '/two-factor/generate-backup-codes': 'password',
  '/two-factor/verify-totp': 'authenticator',
  '/two-factor/verify-backup-code': 'recovery code',
  '/credentials/password': 'password',
  '/credentials/email': 'password',
  '/passkey/verify-registration': 'password',
  '/passkey/delete-passkey': 'password',
  '/passkey/verify-authentication': 'passkey',
}

/** What the audit trail says when it is done. */
const events: Readonly<Record<string, string>> = {
  '/two-factor/disable': 'account.two_factor_switched_off',
  '/two-factor/generate-backup-codes': 'account.recovery_codes_renewed',
  '/two-factor/verify-totp': 'account.second_factor_used',
  '/two-factor/verify-backup-code': 'account.second_factor_used',
  '/credentials/password': 'account.password_changed',
  '/passkey/verify-registration': 'account.passkey_added',
  '/passkey/delete-passkey': 'account.passkey_removed',
  '/passkey/verify-authentication': 'account.second_factor_used',
}

/** After these the session is one in which a second factor was given. Switching it off makes a new session of the old. */
const marking = new Set([
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
  '/two-factor/disable',
  '/passkey/verify-authentication',
])

/** After these the browser is a known device of the account. */
const signingIn = new Set([
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
  '/passkey/verify-authentication',
])

/** For confirmed email addresses only: what is added here outlives a password reset. */
const adding = new Set(['/two-factor/enable', '/passkey/verify-registration'])

/** The user being verified, the method, and the limits that failed attempts count against. */
interface Claim {
  userId: string
  method: Method
  limits: Limit[]
  /** The first code of a new authenticator. */
  setsUp: boolean
  /** The first second factor of the account: making it gives it, too. */
  isFirst: boolean
  /** Whether the email address is confirmed. */
  isVerified: boolean
}

interface Rules {
  db: Kysely<DB>
  devices: KnownDevices
  limits: boolean
}

const Sent = z.object({
  password: z.string().max(1024).optional(),
  code: z.string().max(64).optional(),
  name: z.string().trim().min(1).max(100).optional(),
  response: z.looseObject({ id: z.string().max(2048) }).optional(),
})

/**
 * What better-auth's plugins leave to us: the password asked again before anything changes, a code that works once,
 * limits an account for those who are signed in, the audit trail, and which sessions a second factor was given in.
 */
export function secondFactorRules({ db, devices, limits }: Rules) {
  const claims = new WeakMap<Request, Claim>()

  const before = createAuthMiddleware(async (ctx) => {
    if (!isTaken(ctx.path, ctx.body)) refuse('input_invalid')
    const sent = Sent.safeParse(ctx.body)
    if (!sent.success) refuse('input_invalid')
    const claim = await claimOf(ctx, sent.data.response?.id)
    // Nobody's: the library says so.
    if (!claim || !ctx.request) return
    claims.set(ctx.request, claim)
    const { userId, method } = claim
    if (adding.has(ctx.path) && !claim.isVerified) refuse('email_unverified')
    const wait = limits ? await beginAttempt(db, claim.limits) : 0
    if (wait > 0) {
      await tell(ctx, claim, 'account.second_factor_failed', { reason: 'too_many' })
      refuseUntil(wait)
    }
    if (method === 'password' && ctx.path !== '/two-factor/check-password') {
      const token = ctx.context.session?.session.token ?? ''
      if (await mustGiveSecondFactor(db, token)) refuse('second_factor_missing')
    }
    if (method === 'authenticator' && !(await useUpCode(db, userId, sent.data.code ?? ''))) {
      await tellFailure(ctx, claim)
      refuse('code_used')
    }
    if (ctx.path === '/two-factor/disable' && !(await isMarkedLately(db, ctx.context.session?.session.token ?? '')))
      refuse('code_required')
    if (!ctx.path.startsWith('/passkey/') || method !== 'password') return
    if (ctx.path === '/passkey/verify-registration' && sent.data.name === undefined) refuse('input_invalid')
    await ctx.context.password.checkPassword(userId, ctx).catch(async (error: unknown) => {
      await tellFailure(ctx, claim)
      throw error
    })
  })

  const after = createAuthMiddleware(async (ctx) => {
    const claim = ctx.request && claims.get(ctx.request)
    if (!claim) return
    const failure = ctx.context.returned instanceof APIError ? ctx.context.returned : undefined
    if (failure && (claim.method !== 'password' || failure.body?.code === 'INVALID_PASSWORD'))
      return tellFailure(ctx, claim)
    if (limits) await forgiveAttempt(db, claim.limits)
    // The password was right; something else was not.
    if (failure) return
    const token = (ctx.context.newSession ?? ctx.context.session)?.session.token
    const isGiven = marking.has(ctx.path) || (claim.isFirst && ctx.path === '/passkey/verify-registration')
    if (isGiven && token) await markSession(db, token)
    if (signingIn.has(ctx.path)) devices.remember(ctx, claim.userId)
    const response = Sent.parse(ctx.body).response
    if (claim.method === 'passkey' && response) await touchPasskey(db, response.id)
    const action = claim.setsUp ? 'account.two_factor_set_up' : events[ctx.path]
    if (action) await tell(ctx, claim, action)
  })

  async function claimOf(ctx: GenericEndpointContext, credentialId = ''): Promise<Claim | undefined> {
    const method = proofs[ctx.path]
    if (method === undefined) return undefined
    if (method === 'passkey') {
      const userId = await findPasskeyOwner(db, credentialId)
      if (userId === undefined) return undefined
      return { userId, method, limits: [], setsUp: false, isFirst: false, isVerified: true }
    }
    const signedIn = (await getSessionFromCtx(ctx))?.user
    const user = signedIn ?? (method === 'password' ? null : await challenged(ctx))
    if (!user) return undefined
    const isOn = 'twoFactorEnabled' in user && user['twoFactorEnabled'] === true
    const attempt = {
      account: user.email,
      address: ctx.headers?.get(addressHeader) ?? '',
      device: devices.read(ctx, user.id),
    }
    // Somebody who is signed in is limited by account, so that an open browser is no place for guessing.
    const own = [{ who: `${method} of ${user.id}, signed in`, most: 10, minutes: 15, account: user.email }]
    return {
      userId: user.id,
      method,
      limits: signedIn ? own : signInLimits('code', attempt),
      setsUp: method === 'authenticator' && !isOn,
      isFirst: method === 'password' && !(await hasSecondFactor(db, user.id)),
      isVerified: user.emailVerified,
    }
  }

  const tell = (
    ctx: GenericEndpointContext,
    { userId, method }: Claim,
    action: string,
    details: { reason?: string } = {},
  ) => recordAccountEvent(db, { userId, action, details: { method, ...details }, headers: ctx.headers })
  const tellFailure = (ctx: GenericEndpointContext, claim: Claim) =>
    tell(ctx, claim, claim.method === 'password' ? 'account.password_refused' : 'account.second_factor_failed')

  const isOurs = ({ path }: { path?: string }) => path !== undefined && path in proofs
  return {
    id: 'second-factor-rules',
    endpoints: {
      /** So that a wrong password is told before a browser makes a passkey, or a code is used up. */
      checkPassword: createAuthEndpoint(
        '/two-factor/check-password',
        { method: 'POST', body: z.object({ password: z.string() }), use: [sensitiveSessionMiddleware] },
        async (ctx) => {
          await ctx.context.password.checkPassword(ctx.context.session.user.id, ctx)
          return ctx.json({})
        },
      ),
    },
    hooks: { before: [{ matcher: isOurs, handler: before }], after: [{ matcher: isOurs, handler: after }] },
  } satisfies BetterAuthPlugin
}

/** Who gave the right password and is asked for a code now. */
async function challenged(ctx: GenericEndpointContext) {
  const { name } = ctx.context.createAuthCookie('two_factor')
  const challenge = await ctx.getSignedCookie(name, ctx.context.secret)
  const found = challenge ? await ctx.context.internalAdapter.findVerificationValue(challenge) : null
  return found && (await ctx.context.internalAdapter.findUserById(found.value))
}
