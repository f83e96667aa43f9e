interface AuthRoute {
  /**
   * Fields that a request may send. Others are rejected, because the library has options that we do not offer. Default:
   * all.
   */
  accepts?: readonly string[]
  /** Response fields that reach the page; `all` for WebAuthn options. Default: none. */
  returns?: readonly string[] | 'all'
}

/** The only routes of better-auth that are served, below `/api/auth`. */
const routes: Readonly<Record<string, AuthRoute>> = {
  '/sign-in/email': { returns: ['twoFactorRedirect'] },
  '/sign-up/email': {},
  '/sign-out': {},
  '/request-password-reset': {},
  '/reset-password': { accepts: ['newPassword', 'token'] },
  '/reset-password/check': { accepts: ['token'], returns: ['isValid'] },
  '/credentials/password': { accepts: ['password', 'newPassword'] },
  '/credentials/email': { accepts: ['password', 'email'] },
  '/credentials/email/confirm': {},
  '/two-factor/check-password': { accepts: ['password'] },
  '/two-factor/enable': { accepts: ['password'], returns: ['totpURI', 'backupCodes'] },
  '/two-factor/disable': { accepts: ['password'] },
  '/two-factor/generate-backup-codes': { accepts: ['password'], returns: ['backupCodes'] },
  '/two-factor/verify-totp': { accepts: ['code'] },
  '/two-factor/verify-backup-code': { accepts: ['code'] },
  '/passkey/generate-register-options': { returns: 'all' },
  '/passkey/verify-registration': { accepts: ['response', 'name', 'password'] },
  '/passkey/delete-passkey': { accepts: ['id', 'password'] },
  '/passkey/generate-authenticate-options': { returns: 'all' },
  '/passkey/verify-authentication': { accepts: ['response'] },
}

const base = '/api/auth'

export function isServed(path: string): boolean {
  const route = path.slice(base.length)
  return path.startsWith(base) && Object.hasOwn(routes, route)
}

/** True for routes that change or confirm something for the signed-in user. */
export function isOfSignedIn(route: string): boolean {
  return ['/credentials/', '/two-factor/', '/passkey/'].some((prefix) => route.startsWith(prefix))
}

/** True if a request to a better-auth route contains allowed fields only. */
export function hasAllowedFields(route: string, body: unknown): boolean {
  const accepted = routes[route]?.accepts
  return accepted === undefined || Object.keys(Object(body)).every((field) => accepted.includes(field))
}

/**
 * Removes all fields from a successful response that the route does not list, e.g. the sign-in token: scripts must not
 * read it, and the cookie contains it.
 */
export async function allowedResponse(path: string, response: Response): Promise<Response> {
  const returned = routes[path.slice(base.length)]?.returns ?? []
  const body: unknown = returned.length > 0 ? await response.json() : {}
  const fields = Object.entries(Object(body)).filter(([field]) => returned === 'all' || returned.includes(field))
  return Response.json(Object.fromEntries(fields), { headers: response.headers })
}
