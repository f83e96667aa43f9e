import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { createAuthEndpoint, createAuthMiddleware } from 'better-auth/api'
import type { Kysely } from 'kysely'
import * as z from 'zod'
import type { DB } from '#server/db/types.ts'
import { threads } from '#server/threads/pool.ts'
import type { KnownDevices } from './known-device.ts'
import { findGuessableWords } from './guessable-words-store.ts'
import { failureOf, throwAuthError } from './auth-errors.ts'

/** A field of another type becomes an empty text. An empty password or token is rejected. */
const Sent = z
  .object({ newPassword: z.string().catch(''), token: z.string().max(200).catch('') })
  .catch({ newPassword: '', token: '' })

/** Adds to better-auth's password reset: password rules, no token in URLs, and the device becomes a known device. */
export function resetRules({ db, devices }: { db: Kysely<DB>; devices: KnownDevices }) {
  const owners = new WeakMap<Request, string>()

  const before = createAuthMiddleware(async (ctx) => {
    const { newPassword, token } = Sent.parse(ctx.body)
    const userId = await ownerOf(ctx, token)
    if (userId !== undefined && ctx.request) owners.set(ctx.request, userId)
    const known = userId === undefined ? [] : await findGuessableWords(db, userId)
    const failure = await threads.run('ratePassword', { password: newPassword, known })
    if (failure) throwAuthError(failure)
    // The library would also accept a token in the address.
    if (token === '') throwAuthError('reset_link_invalid')
  })

  const after = createAuthMiddleware(async (ctx) => {
    const userId = ctx.request && owners.get(ctx.request)
    if (userId !== undefined && !failureOf(ctx)) devices.remember(ctx, userId)
  })

  const isOurs = ({ path }: { path?: string }) => path === '/reset-password'
  return {
    id: 'reset-rules',
    endpoints: {
      /** True if a reset link is still valid. Checking does not consume it. */
      checkReset: createAuthEndpoint(
        '/reset-password/check',
        { method: 'POST', body: z.object({ token: z.string().max(200) }) },
        async (ctx) => ctx.json({ isValid: (await ownerOf(ctx, ctx.body.token)) !== undefined }),
      ),
    },
    hooks: { before: [{ matcher: isOurs, handler: before }], after: [{ matcher: isOurs, handler: after }] },
  } satisfies BetterAuthPlugin
}

/** Finds the user id of a reset token; undefined if the token is unknown or has expired. */
async function ownerOf(ctx: GenericEndpointContext, token: string): Promise<string | undefined> {
  const found = await ctx.context.internalAdapter.findVerificationValue(`reset-password:${token}`)
  return found && found.expiresAt > new Date() ? found.value : undefined
}
