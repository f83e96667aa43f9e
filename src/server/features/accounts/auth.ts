import { randomUUID } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import { sentence } from '#shared/contract/errors.ts'
import type { DB } from '#server/db/types.ts'
import { threads } from '#server/threads/pool.ts'
import { cookiePrefix } from '#server/http/session-cookie.ts'
import type { Mailer } from '#server/providers/mail/port.ts'
import { endAllAccess } from './access-store.ts'
import { addressHeader, recordAccountEvent } from './account-trail.ts'
import { emailVerification } from './email-verification.ts'
import { requiresCode } from './factor-store.ts'
import { factorKeys } from './factor-keys.ts'
import { credentialChanges } from './credential-changes.ts'
import { resetMinutes } from './reset-minutes.ts'
import { hashPassword, maxPasswordLength, verifyPassword } from './password.ts'
import { invitedSignUps } from './invited-sign-ups.ts'
import { knownDevices } from './known-device.ts'
import { throwAuthError } from './auth-errors.ts'
import { hasAllowedFields, isOfSignedIn } from './auth-routes.ts'
import { resetRules } from './reset-rules.ts'
import { authenticator, passkeys } from './second-factor.ts'
import { secondFactorRules } from './second-factor-rules.ts'
import { signInRules } from './sign-in-rules.ts'
import { clearLimits, countAttempt, requestLimits } from './rate-limit-store.ts'
import { daySeconds, newSignIn, signInFields, signOutRules } from './sign-ins.ts'
import { maxEmailLength } from '#shared/contract/limits.ts'
import { accountHeader } from '#shared/rules/viewing.ts'

export interface AuthOptions {
  publicUrl: string
  /** Key that signs the session cookie. */
  key: string
  /** Keys of former secrets, still accepted for decryption. */
  formerKeys: readonly string[]
  /** Key of the codes that confirm an email address. */
  codeKey: Buffer
  /** Connections with the database role app_auth. */
  pool: pg.Pool
  mail: Mailer
  /** Queues a mail with a link that sets a new password. */
  mailReset: (userId: string) => Promise<void>
  log: Logger
  /** True to enforce rate limits. False in tests that sign in more often than the limits allow. */
  limits: boolean
  /** Absolute lifetime of a sign-in. */
  signInDays: number
}

/** Sign-up, sign-in, sign-out and password reset by better-auth on our own `users` table. */
export function createAuth(options: AuthOptions) {
  const { publicUrl, key, formerKeys, codeKey, pool, mail, mailReset, log, limits, signInDays } = options
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  const times = { createdAt: 'created_at', updatedAt: 'updated_at' }
  const isSecure = publicUrl.startsWith('https:')
  const devices = knownDevices({ key, isSecure })
  const verification = emailVerification({ db, mail, log, codeKey })
  const record = (userId: string, action: string, from?: { headers?: Headers | undefined } | null) =>
    recordAccountEvent(db, { userId, action, headers: from?.headers })
  const requestResetMail = async (user: { id: string; email: string }) => {
    if (limits && (await countAttempt(db, resetMailLimits(user))) > 0) return
    await mailReset(user.id)
  }
  return betterAuth({
    appName: 'Attend',
    baseURL: publicUrl,
    basePath: '/api/auth',
    ...factorKeys(key, formerKeys),
    telemetry: { enabled: false },
    logger: { disabled: true },
    onAPIError: { throw: true },
    // Attend may be opened under another host name than its public URL. POST requests from foreign origins were already
    // rejected (http/headers.ts, isOwnOrigin); the origin of a GET is not trusted.
    trustedOrigins: (request) => (request?.method === 'POST' ? [request.headers.get('origin') ?? publicUrl] : []),
    database: { db, type: 'postgres' },
    user: {
      modelName: 'users',
      fields: { ...times, emailVerified: 'email_verified' },
      additionalFields: {
        role: { type: 'string', defaultValue: 'user', input: false },
        isActive: { type: 'boolean', defaultValue: true, input: false, returned: false, fieldName: 'is_active' },
        timeZone: { type: 'string', required: false, input: false, fieldName: 'time_zone' },
      },
    },
    session: {
      modelName: 'auth_sessions',
      fields: {
        ...times,
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
      },
      additionalFields: signInFields,
      // Lifetime of the cookie. app.enter_session ends an idle sign-in earlier.
      expiresIn: signInDays * daySeconds,
      disableSessionRefresh: true,
      // Turns off better-auth's limit for the age of a sign-in. Sensitive routes ask for the password again instead.
      freshAge: 0,
      cookieCache: { enabled: false },
    },
    account: {
      modelName: 'auth_accounts',
      fields: {
        ...times,
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
      },
    },
    verification: {
      modelName: 'auth_verifications',
      fields: { ...times, expiresAt: 'expires_at' },
      storeIdentifier: 'hashed',
    },
    emailAndPassword: {
      enabled: true,
      autoSignIn: true,
      minPasswordLength: 1,
      maxPasswordLength,
      password: { hash: hashPassword, verify: verifyPassword },
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: resetMinutes * 60,
      onPasswordReset: async ({ user }, request) => {
        // First, so that no access of the former password remains if a later step fails.
        await endAllAccess(db, user.id)
        await record(user.id, 'account.password_changed', request)
        await verification.verifyByReset(user.id, request?.headers)
        await clearLimits(db, user.email)
      },
      // This replaces better-auth's own token: the job creates a token when it sends the mail.
      sendResetPassword: ({ user }) =>
        requestResetMail(user).catch((error: unknown) => log.error({ err: error }, 'a reset mail could not be queued')),
    },
    plugins: [
      signInRules({ db, devices, limits }),
      resetRules({ db, devices }),
      secondFactorRules({ db, devices, limits }),
      authenticator(),
      passkeys(publicUrl),
      credentialChanges({ db, mail, log }),
      signOutRules(isSecure),
    ],
    rateLimit: {
      enabled: limits,
      customStorage: requestLimits(db),
      window: 60,
      max: 60,
      customRules: {
        // Limits per address, which a whole clinic may share. Limits per account are in sign-in-limits.ts.
        '/sign-in/email': { window: 60, max: 120 },
        '/sign-up/email': { window: 60, max: 5 },
        '/request-password-reset': { window: 60, max: 5 },
        '/reset-password': { window: 60, max: 10 },
        '/credentials/*': { window: 60, max: 20 },
        '/two-factor/*': { window: 60, max: 120 },
        '/passkey/*': { window: 60, max: 240 },
      },
    },
    advanced: {
      cookiePrefix: cookiePrefix(isSecure),
      disableOriginCheck: false,
      disableCSRFCheck: false,
      // The response does not wait for the queue: the delay would reveal whether the address has an account.
      backgroundTasks: { handler: (task) => void task },
      // With true, better-auth would add a second prefix to the cookie's name.
      useSecureCookies: false,
      database: { generateId: 'uuid' },
      ipAddress: { ipAddressHeaders: [addressHeader], disableIpTracking: false },
      defaultCookieAttributes: { sameSite: 'lax', httpOnly: true, secure: isSecure },
    },
    hooks: {
      before: createAuthMiddleware(async (ctx) => {
        if (!hasAllowedFields(ctx.path, ctx.body)) throwAuthError('input_invalid')
        // A page may still show the account of another user, who was signed in before.
        const shown = ctx.headers?.get(accountHeader)
        if (shown && isOfSignedIn(ctx.path)) {
          const signedIn = await getSessionFromCtx(ctx)
          if (signedIn && signedIn.user.id !== shown) throwAuthError('account_changed')
        }
        if (ctx.path !== '/sign-up/email') return
        if (String(ctx.body?.email).length > maxEmailLength) throwAuthError('input_invalid')
        const known = (ctx.request && invitedSignUps.get(ctx.request)?.known) ?? []
        await rejectWeakPassword(ctx.body?.password, [ctx.body?.email, ...known])
      }),
    },
    databaseHooks: {
      user: {
        create: {
          // Recorded before the account exists: a chain may lack its account, but an account without its
          // first event would count as tampering (audit-trail/verify.ts).
          before: async (_, ctx) => {
            // better-auth accepts ids up to version 5; those of the database have version 7.
            const id = randomUUID()
            await record(id, 'account.created', ctx)
            return { data: { id } }
          },
          after: async (user, ctx) => {
            await verification.sendFirstCode(user, ctx?.request)
          },
        },
      },
      session: {
        create: {
          // A deactivated account gets the same response as a wrong password.
          before: async (session, ctx) => {
            const user = await db
              .selectFrom('users')
              .select('is_active')
              .where('id', '=', session.userId)
              .executeTakeFirst()
            if (user?.is_active === false)
              throw new APIError('UNAUTHORIZED', { code: 'login_failed', message: sentence('login_failed') })
            return { data: newSignIn(signInDays, ctx?.path) }
          },
          after: async ({ userId }, ctx) => {
            // A second factor that a signed-in user sets up, turns off or gives creates a row. This is not a new sign-in.
            if (ctx?.context.session?.user.id === userId) return
            const needsCode = ctx?.path === '/sign-in/email' && (await requiresCode(db, userId))
            await record(userId, needsCode ? 'account.password_accepted' : 'account.signed_in', ctx)
          },
        },
        delete: {
          after: async ({ userId }, ctx) => {
            if (ctx?.path === '/sign-out') await record(userId, 'account.signed_out', ctx)
          },
        },
      },
    },
  })
}

export type Auth = ReturnType<typeof createAuth>

/** At most one reset mail a minute and five an hour for one account. */
function resetMailLimits({ id, email }: { id: string; email: string }) {
  return [
    { key: `reset mail of ${id}`, max: 1, minutes: 1, account: email },
    { key: `reset mails of ${id}`, max: 5, minutes: 60, account: email },
  ]
}

/** Rates a password in a worker thread, because that may take seconds. @throws password_short, password_weak */
async function rejectWeakPassword(password: unknown, known: readonly unknown[]): Promise<void> {
  const isText = (value: unknown) => typeof value === 'string'
  const given = { password: isText(password) ? password : '', known: known.filter(isText) }
  const failure = await threads.run('ratePassword', given)
  if (failure) throwAuthError(failure)
}
