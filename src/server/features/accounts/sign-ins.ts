import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'

export const daySeconds = 24 * 60 * 60

/** Idle time after which a sign-in ends; must equal the one of app.enter_session. */
const idleSeconds = daySeconds / 2

/** Columns of `auth_sessions` that better-auth does not know. */
export const signInFields = {
  endsAt: { type: 'date', required: false, input: false, returned: false, fieldName: 'ends_at' },
  /** Set for visitors of a demo practice that is open to everybody. */
  mayHandIn: { type: 'boolean', required: false, input: false, returned: false, fieldName: 'may_hand_in' },
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
 * Behind https, signing out also empties the browser's cache and the pages kept for its back button. Not its storage: audio of a
 * session that could not be sent yet waits there, sealed (docs/decisions/0030). Elsewhere browsers complain about the header.
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
