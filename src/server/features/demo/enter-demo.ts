import { setTimeout } from 'node:timers/promises'
import type { Account } from '#shared/contract/accounts.ts'
import { isLocalOnly, offersDemo } from '#server/config.ts'
import type { RequestContext } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { getAccount } from '#server/features/accounts/get-account.ts'
import { sessionCookie } from '#server/http/session-cookie.ts'
import { asCaller } from '#server/use-case/as-caller.ts'
import { signNotes } from './sign-notes.ts'
import { findDemoOwner } from './store.ts'

/** Time for which the first visitor waits for the worker, and interval of the polls. */
const timeoutMs = 60_000
const pollMs = 50

/**
 * Signs in as the owner of the demo practice, which is prepared on first use. Each installation has one demo practice,
 * which all visitors share: they see each other's changes, so it must not contain real clients. On public
 * installations, visitors cannot record or upload.
 * @throws demo_off; demo_preparing if no worker prepares the practice in time
 */
export async function enterDemo(request: RequestContext): Promise<Account> {
  if (!offersDemo(request.config)) fail('demo_off')
  const ownerId = (await owner(request)) ?? (await waitForPractice(request)) ?? fail('demo_preparing')
  const { internalAdapter, secret, authCookies, sessionConfig } = await request.auth.$context
  const { token } = await internalAdapter.createSession(ownerId, false, {
    ...request.sender,
    signedInWith: 'demo',
    mayUpload: isLocalOnly(request.config),
  })
  const caller = { ...request.sender, token }
  // Only the web role may sign notes, so the worker does not sign them when it prepares the practice.
  await signNotes(request, caller)
  const cookie = sessionCookie(token, secret, {
    secure: authCookies.sessionToken.attributes.secure ?? false,
    maxAgeSeconds: sessionConfig.expiresIn,
  })
  request.resHeaders?.append('set-cookie', cookie)
  return await asCaller({ ...request, caller }, getAccount, undefined)
}

function owner({ tenant }: RequestContext): Promise<string | null> {
  return tenant.asAnonymous(findDemoOwner)
}

/** Queues the preparation and polls until the practice exists. Returns null after the timeout. */
async function waitForPractice(request: RequestContext): Promise<string | null> {
  const { tenant, jobs } = request
  const deadline = performance.now() + timeoutMs
  await tenant.asAnonymous((db) => jobs.enqueue(db, 'demo.prepare', {}))
  while (performance.now() < deadline) {
    await setTimeout(pollMs)
    const found = await owner(request)
    if (found) return found
  }
  return null
}
