import { setTimeout } from 'node:timers/promises'
import type { Account } from '#shared/contract/accounts.ts'
import { isLocalOnly, offersDemo } from '#server/config.ts'
import type { RequestContext } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { getAccount } from '#server/features/accounts/get-account.ts'
import { sessionCookie } from '#server/http/session-cookie.ts'
import { asCaller } from '#server/use-case/as-caller.ts'
import { findDemoOwner } from './store.ts'

/** How long a first visitor waits for the worker, and how often we look. */
const patienceMs = 60_000
const lookEveryMs = 50

/**
 * Signs in as the owner of the demo practice, prepared on first use. There is one on an installation and everybody who
 * enters shares it: what one visitor changes, the next one sees. No real client belongs there. Where strangers may enter,
 * nothing is recorded or uploaded.
 * @throws demo_off, and demo_preparing when no worker got it ready in time
 */
export async function enterDemo(request: RequestContext): Promise<Account> {
  if (!offersDemo(request.config)) fail('demo_off')
  const ownerId = (await owner(request)) ?? (await prepared(request)) ?? fail('demo_preparing')
  const { internalAdapter, secret, authCookies, sessionConfig } = await request.auth.$context
  const { token } = await internalAdapter.createSession(ownerId, false, {
    ...request.sender,
    signedInWith: 'demo',
    mayHandIn: isLocalOnly(request.config),
  })
  const cookie = sessionCookie(token, secret, {
    secure: authCookies.sessionToken.attributes.secure ?? false,
    maxAgeSeconds: sessionConfig.expiresIn,
  })
  request.resHeaders?.append('set-cookie', cookie)
  const caller = { ipAddress: '', userAgent: '', ...request.caller, token }
  return await asCaller({ ...request, caller }, getAccount, undefined)
}

function owner({ tenant }: RequestContext): Promise<string | null> {
  return tenant.asNobody(findDemoOwner)
}

/** Asks a worker to prepare the practice and waits until it is there. Null when that takes too long. */
async function prepared(request: RequestContext): Promise<string | null> {
  const { tenant, jobs } = request
  const deadline = performance.now() + patienceMs
  await tenant.asNobody((db) => jobs.enqueue(db, 'demo.prepare', {}))
  while (performance.now() < deadline) {
    await setTimeout(lookEveryMs)
    const found = await owner(request)
    if (found) return found
  }
  return null
}
