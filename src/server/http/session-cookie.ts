import { createHmac, timingSafeEqual } from 'node:crypto'

interface WithCookies {
  headers: { cookie?: string | undefined }
}

/**
 * Prefix of all cookies. Browsers accept a `__Host-` cookie only over https and from this exact host, so neither the
 * network nor a sibling domain can set one.
 */
export function cookiePrefix(isSecure: boolean): string {
  return isSecure ? '__Host-attend' : 'attend'
}

const nameOf = (isSecure: boolean) => `${cookiePrefix(isSecure)}.session_token`

/**
 * The session token of a request, if our signature on the cookie is valid. Over https only the `__Host-` name counts.
 */
export function sessionToken(request: WithCookies, key: string, isSecure: boolean): string | undefined {
  const value = cookies(request).get(nameOf(isSecure))
  if (!value) return undefined
  const dot = value.lastIndexOf('.')
  const token = value.slice(0, dot)
  const given = Buffer.from(value.slice(dot + 1), 'base64')
  const expected = createHmac('sha256', key).update(token).digest()
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : undefined
}

/**
 * Replaces a cookie of a former key in the request by one that is signed with the current key. Returns the cookie's token;
 * undefined if there is no such cookie.
 */
export function renewCookie(
  request: WithCookies,
  keys: { current: string; former: readonly string[] },
  isSecure: boolean,
): string | undefined {
  for (const former of keys.former) {
    const token = sessionToken(request, former, isSecure)
    if (token === undefined) continue
    const others = (request.headers.cookie ?? '')
      .split(';')
      .filter((pair) => !pair.trim().startsWith(`${nameOf(isSecure)}=`))
    request.headers.cookie = [...others, `${nameOf(isSecure)}=${signedToken(token, keys.current)}`].join(';')
    return token
  }
  return undefined
}

/** The value of the session cookie, for tests and for responses that sign in a user. */
export function signedToken(token: string, key: string): string {
  return encodeURIComponent(`${token}.${createHmac('sha256', key).update(token).digest('base64')}`)
}

/** The `set-cookie` header that signs in a user, with the same attributes as better-auth's. */
export function sessionCookie(token: string, key: string, options: { secure: boolean; maxAgeSeconds: number }): string {
  const attributes = `Max-Age=${options.maxAgeSeconds}; Path=/; HttpOnly; SameSite=Lax`
  const cookie = `${nameOf(options.secure)}=${signedToken(token, key)}; ${attributes}`
  return options.secure ? `${cookie}; Secure` : cookie
}

export function cookieOf(request: WithCookies, cookie: string): string | undefined {
  return cookies(request).get(cookie)
}

/** Whether a browser sends a session cookie, valid or not. */
export function hasSessionCookie(request: WithCookies): boolean {
  const sentCookies = cookies(request)
  return [true, false].some((isSecure) => sentCookies.get(nameOf(isSecure)))
}

function cookies(request: WithCookies): Map<string, string> {
  const found = new Map<string, string>()
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at > 0) found.set(pair.slice(0, at).trim(), decode(pair.slice(at + 1).trim()))
  }
  return found
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
