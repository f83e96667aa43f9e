import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { GenericEndpointContext } from 'better-auth'
import { cookiePrefix } from '#server/http/session-cookie.ts'

const days = 180

/**
 * After a sign-in, a browser has a signed cookie for the account, so that failed attempts of strangers do not lock this
 * browser out. The cookie alone does not sign in.
 */
export function knownDevices({ key, isSecure }: { key: string; isSecure: boolean }) {
  // Each account has its own cookie, because users share computers.
  const nameFor = (userId: string) =>
    `${cookiePrefix(isSecure)}.device.${createHash('sha256').update(userId).digest('hex').slice(0, 12)}`
  const sign = (userId: string, device: string) =>
    createHmac('sha256', key).update(`known device ${device} of ${userId}`).digest('base64url')

  /** Id of the device; undefined for a browser that has not signed in to the account before. */
  function read(ctx: GenericEndpointContext, userId: string): string | undefined {
    const [device = '', signature = ''] = ctx.getCookie(nameFor(userId))?.split('.') ?? []
    const [given, expected] = [Buffer.from(signature), Buffer.from(sign(userId, device))]
    return given.length === expected.length && timingSafeEqual(given, expected) ? device : undefined
  }

  function remember(ctx: GenericEndpointContext, userId: string): void {
    const device = read(ctx, userId) ?? randomBytes(16).toString('base64url')
    ctx.setCookie(nameFor(userId), `${device}.${sign(userId, device)}`, {
      httpOnly: true,
      sameSite: 'lax',
      secure: isSecure,
      path: '/',
      maxAge: days * 24 * 60 * 60,
    })
  }

  return { read, remember }
}

export type KnownDevices = ReturnType<typeof knownDevices>
