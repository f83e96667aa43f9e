interface AuthRoute {
  /** Fields that a request may send. Others are refused: the library has options that we do not offer. */
  takes?: readonly string[]
  /** Fields of the answer that reach the page; `all` for WebAuthn's options. None where it is not said. */
  gives?: readonly string[] | 'all'
}

/** The only routes of better-auth that are served, below `/api/auth`. */
const routes: Readonly<Record<string, AuthRoute>> = {
  '/sign-in/email': { gives: ['twoFactorRedirect'] },
  '/sign-up/email': {},
  '/sign-out': {},
  '/request-password-reset': {},
  '/reset-password': { takes: ['newPassword', 'token'] },
  '/reset-password/check': { takes: ['token'], gives: ['isValid'] },
  '/credentials/password': { takes: ['password', 'newPassword'] },
  '/credentials/email': { takes: ['password', 'email'] },
  '/credentials/email/confirm': {},
  '/two-factor/check-password': { takes: ['password'] },
  '/two-factor/enable': { takes: ['password'], gives: ['totpURI', 'backupCodes'] },
  '/two-factor/disable': { takes: ['password'] },
  '/two-factor/generate-backup-codes': { takes: ['password'], gives: ['backupCodes'] },
  '/two-factor/verify-totp': { takes: ['code'] },
  '/two-factor/verify-backup-code': { takes: ['code'] },
  '/passkey/generate-register-options': { gives: 'all' },
  '/passkey/verify-registration': { takes: ['response', 'name', 'password'] },
  '/passkey/delete-passkey': { takes: ['id', 'password'] },
  '/passkey/generate-authenticate-options': { gives: 'all' },
  '/passkey/verify-authentication': { takes: ['response'] },
}

const base = '/api/auth'

/** Whether a path below `/api/auth` is served. */
export function isServed(path: string): boolean {
  const route = path.slice(base.length)
  return path.startsWith(base) && Object.hasOwn(routes, route)
}

/** Whether a route of better-auth is sent nothing but what it may be sent. */
export function isTaken(route: string, body: unknown): boolean {
  const takes = routes[route]?.takes
  return takes === undefined || Object.keys(Object(body)).every((field) => takes.includes(field))
}

/**
 * What of a successful answer reaches the page. The cookie says who is signed in; a token in the body would be within
 * reach of scripts.
 */
export async function givenBy(path: string, answer: Response): Promise<Response> {
  const gives = routes[path.slice(base.length)]?.gives ?? []
  const body: unknown = gives.length > 0 ? await answer.json() : {}
  const fields = Object.entries(Object(body)).filter(([field]) => gives === 'all' || gives.includes(field))
  return Response.json(Object.fromEntries(fields), { headers: answer.headers })
}
