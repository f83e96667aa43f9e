import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import {
  createAuthEndpoint,
  createAuthMiddleware,
  getSessionFromCtx,
  sensitiveSessionMiddleware,
} from 'better-auth/api'
import type { Kysely } from 'kysely'
import * as z from 'zod'
import type { DB } from '#server/db/types.ts'
import { isErrorCode } from '#server/fail.ts'
import { addressHeader, recordAccountEvent } from './account-trail.ts'
import {
  findPasskeyOwner,
  type Confirmation,
  hasSecondFactor,
  hasRecentSecondFactor,
  markConfirmed,
  markSecondFactorVerified,
  isSecondFactorMissing,
  recordPasskeyUse,
  consumeCode,
} from './factor-store.ts'
import type { KnownDevices } from './known-device.ts'
import { failureOf, throwAuthError, throwRateLimited } from './auth-errors.ts'
import { discardNewSignIn } from './discard-new-sign-in.ts'
import { signInLimits } from './sign-in-limits.ts'
import { countAttempt, clearAttempt, mayRecord, type Limit } from './rate-limit-store.ts'

type Method = 'password' | 'authenticator' | 'recovery code' | 'passkey'

/** The proof that a route requires. */
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

/** The audit event of a successful request. */
const events: Readonly<Record<string, string>> = {
  '/two-factor/disable': 'account.two_factor_switched_off',
  '/two-factor/generate-backup-codes': 'account.recovery_codes_renewed',
  '/two-factor/verify-totp': 'account.second_factor_used',
  '/two-factor/verify-backup-code': 'account.second_factor_used',
  '/passkey/verify-registration': 'account.passkey_added',
  '/passkey/delete-passkey': 'account.passkey_removed',
  '/passkey/verify-authentication': 'account.second_factor_used',
}

/**
 * Routes that mark the sign-in as verified by a second factor. Disabling the second factor replaces the row of the
 * sign-in, so the new row is marked again.
 */
const markingRoutes = new Set([
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
  '/two-factor/disable',
  '/passkey/verify-authentication',
])

/** Routes that confirm the user's identity, e.g. before signing a note. */
const confirmingRoutes: Readonly<Record<string, Confirmation>> = {
  '/two-factor/check-password': 'password',
  '/passkey/verify-authentication': 'passkey',
  '/two-factor/verify-totp': 'totp',
}

/** Routes after which the browser is a known device of the account. */
const signInRoutes = new Set([
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
  '/passkey/verify-authentication',
])

/** These routes need a confirmed email address: a factor added here remains after a password reset. */
const addingRoutes = new Set(['/two-factor/enable', '/passkey/verify-registration'])

/** Maximum events of refused attempts per account. */
const maxRefusalsPerHour = 20

/** The user being verified, the method, and the limits that failed attempts count against. */
interface Claim {
  userId: string
  method: Method
  limits: Limit[]
  /** True if the user was signed in before the request. */
  isSignedIn: boolean
  /** True for the first code of a new authenticator. */
  isSetup: boolean
  /** True if the account has no second factor yet: adding the first one also counts as giving it. */
  isFirst: boolean
  isEmailVerified: boolean
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
 * Adds to better-auth's plugins: asking for the password before changes, single-use codes, rate limits for signed-in
 * users, audit events, and marking sign-ins as verified by a second factor.
 */
export function secondFactorRules({ db, devices, limits }: Rules) {
  const claims = new WeakMap<Request, Claim>()

  const before = createAuthMiddleware(async (ctx) => {
    const sent = Sent.safeParse(ctx.body)
    if (!sent.success) throwAuthError('input_invalid')
    const claim = await claimOf(ctx, sent.data.response?.id)
    // For an unknown account, better-auth sends the error.
    if (!claim || !ctx.request) return
    claims.set(ctx.request, claim)
    const { userId, method } = claim
    if (addingRoutes.has(ctx.path) && !claim.isEmailVerified) throwAuthError('email_unverified')
    // Requests that fail for another reason than their proof do not count as attempts.
    const token = ctx.context.session?.session.token ?? ''
    if (method === 'password' && ctx.path !== '/two-factor/check-password' && (await isSecondFactorMissing(db, token)))
      throwAuthError('second_factor_missing')
    if (ctx.path === '/two-factor/disable' && !(await hasRecentSecondFactor(db, token))) throwAuthError('code_required')
    const wait = limits ? await countAttempt(db, claim.limits) : 0
    if (wait > 0) {
      await recordRefusal(ctx, claim, 'account.second_factor_failed', { reason: 'too_many' })
      throwRateLimited(wait)
    }
    if (method === 'authenticator' && !(await consumeCode(db, userId, sent.data.code ?? ''))) {
      await recordFailure(ctx, claim)
      throwAuthError('code_used')
    }
    if (!ctx.path.startsWith('/passkey/') || method !== 'password') return
    if (ctx.path === '/passkey/verify-registration' && sent.data.name === undefined) throwAuthError('input_invalid')
    await ctx.context.password.checkPassword(userId, ctx).catch(async (error: unknown) => {
      await recordFailure(ctx, claim)
      throw error
    })
  })

  const after = createAuthMiddleware(async (ctx) => {
    const claim = ctx.request && claims.get(ctx.request)
    if (!claim) return
    const failure = failureOf(ctx)
    if (failure && (claim.method !== 'password' || failure.code === 'INVALID_PASSWORD'))
      return recordFailure(ctx, claim)
    if (limits && (!failure || isPasswordCorrect(ctx.path, failure.code))) await clearAttempt(db, claim.limits)
    if (failure) return
    const isConfirmation = claim.method === 'passkey' && claim.isSignedIn
    if (isConfirmation) await discardNewSignIn(ctx.context)
    const signIn = isConfirmation ? ctx.context.session : (ctx.context.newSession ?? ctx.context.session)
    const token = signIn?.session.token
    const isVerified = markingRoutes.has(ctx.path) || (claim.isFirst && ctx.path === '/passkey/verify-registration')
    if (isVerified && token) await markSecondFactorVerified(db, token)
    const confirmed = confirmingRoutes[ctx.path]
    if (confirmed && token && canConfirm(claim)) await markConfirmed(db, token, confirmed)
    if (signInRoutes.has(ctx.path)) devices.remember(ctx, claim.userId)
    const response = Sent.parse(ctx.body).response
    if (claim.method === 'passkey' && response) await recordPasskeyUse(db, response.id)
    const action = claim.isSetup ? 'account.two_factor_set_up' : events[ctx.path]
    if (action) await recordEvent(ctx, claim, action)
  })

  async function claimOf(ctx: GenericEndpointContext, credentialId = ''): Promise<Claim | undefined> {
    const method = proofs[ctx.path]
    if (method === undefined) return undefined
    if (method === 'passkey') {
      const userId = await findPasskeyOwner(db, credentialId)
      if (userId === undefined) return undefined
      const isSignedIn = (await getSessionFromCtx(ctx))?.user.id === userId
      return { userId, method, limits: [], isSignedIn, isSetup: false, isFirst: false, isEmailVerified: true }
    }
    const signedIn = (await getSessionFromCtx(ctx))?.user
    const user = signedIn ?? (method === 'password' ? null : await findChallengedUser(ctx))
    if (!user) return undefined
    const isOn = 'twoFactorEnabled' in user && user['twoFactorEnabled'] === true
    const attempt = {
      account: user.email,
      address: ctx.headers?.get(addressHeader) ?? '',
      device: devices.read(ctx, user.id),
    }
    // Signed-in users have a limit by account, so an unattended browser cannot be used for guessing.
    const own = [{ key: `${method} of ${user.id}, signed in`, max: 10, minutes: 15, account: user.email }]
    return {
      userId: user.id,
      method,
      limits: signedIn ? own : signInLimits('code', attempt),
      isSignedIn: signedIn !== undefined,
      isSetup: method === 'authenticator' && !isOn,
      isFirst: method === 'password' && !(await hasSecondFactor(db, user.id)),
      isEmailVerified: user.emailVerified,
    }
  }

  const recordEvent = (
    ctx: GenericEndpointContext,
    { userId, method }: Claim,
    action: string,
    details: { reason?: string } = {},
  ) => recordAccountEvent(db, { userId, action, details: { method, ...details }, headers: ctx.headers })
  /** Guessing must not flood the trail. */
  const recordRefusal: typeof recordEvent = async (ctx, claim, action, details) => {
    if (await mayRecord(db, `failed second factors of ${claim.userId}`, maxRefusalsPerHour))
      await recordEvent(ctx, claim, action, details)
  }
  const recordFailure = (ctx: GenericEndpointContext, claim: Claim) =>
    recordRefusal(ctx, claim, claim.method === 'password' ? 'account.password_refused' : 'account.second_factor_failed')

  const isOurs = ({ path }: { path?: string }) => path !== undefined && path in proofs
  return {
    id: 'second-factor-rules',
    endpoints: {
      /** Reports a wrong password before the browser creates a passkey or a code is consumed. */
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

/** True if a request failed after its password was found to be correct. The library makes some checks before. */
function isPasswordCorrect(path: string, code: string): boolean {
  return path.startsWith('/passkey/') || code === 'TOTP_ALREADY_ENABLED' || isErrorCode(code)
}

/**
 * A code that signs the user in or sets up an authenticator does not confirm the identity, because the user did not
 * enter this code to sign a note.
 */
function canConfirm({ method, isSignedIn, isSetup }: Claim): boolean {
  return method !== 'authenticator' || (isSignedIn && !isSetup)
}

/** Finds the user who gave the correct password and must still give a code. */
async function findChallengedUser(ctx: GenericEndpointContext) {
  const { name } = ctx.context.createAuthCookie('two_factor')
  const challenge = await ctx.getSignedCookie(name, ctx.context.secret)
  const found = challenge ? await ctx.context.internalAdapter.findVerificationValue(challenge) : null
  return found && (await ctx.context.internalAdapter.findUserById(found.value))
}
