import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'

export const daySeconds = 24 * 60 * 60

/** Idle time after which a sign-in ends. Must equal the idle time in app.enter_session. */
const idleSeconds = daySeconds / 2

/** Columns of `auth_sessions` that better-auth does not have. */
export const signInFields = {
  endsAt: { type: 'date', required: false, input: false, returned: false, fieldName: 'ends_at' },
  /** False for visitors of a public demo practice, who may not upload files. */
  mayUpload: { type: 'boolean', required: false, input: false, returned: false, fieldName: 'may_upload' },
  signedInWith: { type: 'string', required: false, input: false, returned: false, fieldName: 'signed_in_with' },
} as const

const methods: Readonly<Record<string, string>> = {
  '/sign-up/email': 'password',
  '/sign-in/email': 'password',
  '/two-factor/verify-totp': 'authenticator',
  '/two-factor/verify-backup-code': 'recovery code',
  '/two-factor/disable': 'password',
  '/passkey/verify-authentication': 'passkey',
}

/** Our columns of a new sign-in: its end and its method. */
export function newSignIn(days: number, path: string | undefined) {
  const after = (seconds: number) => new Date(Date.now() + seconds * 1000)
  const method = path && methods[path]
  return {
    expiresAt: after(idleSeconds),
    endsAt: after(days * daySeconds),
    ...(method && { signedInWith: method }),
  }
}

/**
 * Over https, signing out also clears the browser's cache and its back-forward pages. Browser storage is not cleared,
 * because encrypted audio that was not sent yet is there (decision 0030). Over http, browsers warn about the
 * header.
 */
export function signOutRules(isSecure: boolean) {
  const after = createAuthMiddleware(async (ctx) => {
    if (isSecure) ctx.setHeader('clear-site-data', '"cache"')
  })
  return {
    id: 'sign-out-rules',
    hooks: { after: [{ matcher: ({ path }) => path === '/sign-out', handler: after }] },
  } satisfies BetterAuthPlugin
}
