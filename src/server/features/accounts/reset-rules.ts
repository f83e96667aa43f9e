import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { createAuthEndpoint, createAuthMiddleware } from 'better-auth/api'
import { APIError } from 'better-auth/api'
import type { Kysely } from 'kysely'
import * as z from 'zod'
import type { DB } from '#server/db/types.ts'
import { threads } from '#server/threads/pool.ts'
import type { KnownDevices } from './known-device.ts'
import { knownWords } from './known-words-store.ts'
import { refuse } from './refuse.ts'

const Sent = z.object({ newPassword: z.string().catch(''), token: z.string().max(200).catch('') })

/** What we add to better-auth's password reset: password rules, the token in no address, and the device is known afterwards. */
export function resetRules({ db, devices }: { db: Kysely<DB>; devices: KnownDevices }) {
  const owners = new WeakMap<Request, string>()

  const before = createAuthMiddleware(async (ctx) => {
    const { newPassword, token } = Sent.parse(ctx.body)
    const userId = await ownerOf(ctx, token)
    if (userId !== undefined && ctx.request) owners.set(ctx.request, userId)
    const known = userId === undefined ? [] : await knownWords(db, userId)
    const fault = await threads.run('judgePassword', { password: newPassword, known })
    if (fault) refuse(fault)
  })

  const after = createAuthMiddleware(async (ctx) => {
    const userId = ctx.request && owners.get(ctx.request)
    if (userId !== undefined && !(ctx.context.returned instanceof APIError)) devices.remember(ctx, userId)
  })

  const isOurs = ({ path }: { path?: string }) => path === '/reset-password'
  return {
    id: 'reset-rules',
    endpoints: {
      /** Whether a reset link would still be accepted. Asking does not use it up. */
      checkReset: createAuthEndpoint(
        '/reset-password/check',
        { method: 'POST', body: z.object({ token: z.string().max(200) }) },
        async (ctx) => ctx.json({ isValid: (await ownerOf(ctx, ctx.body.token)) !== undefined }),
      ),
    },
    hooks: { before: [{ matcher: isOurs, handler: before }], after: [{ matcher: isOurs, handler: after }] },
  } satisfies BetterAuthPlugin
}

/** The account that a reset token is for; undefined when it does not count any more. */
async function ownerOf(ctx: GenericEndpointContext, token: string): Promise<string | undefined> {
  const found = await ctx.context.internalAdapter.findVerificationValue(`reset-password:${token}`)
  return found && found.expiresAt > new Date() ? found.value : undefined
}
