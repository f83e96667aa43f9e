import type { Account } from '#shared/contract/accounts.ts'

/** Returns whether the user has not completed the sign-up. A name can be saved only after a required second factor. */
export function isSignUpUnfinished(account: Account): boolean {
  return account.closedOrganization === null && (account.firstName === '' || account.lastName === '')
}

/** Returns the URL of the sign-in page that leads back to `wanted`. */
export function signInAddress(wanted: string): string {
  return wanted === '/' ? '/login' : `/login?redirect=${encodeURIComponent(wanted)}`
}

const home = 'https://here.invalid'

/** Returns the destination if it is inside this app, else the dashboard. */
export function safeDestination(wanted: string | null): string {
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, home)) return '/'
  const { origin, pathname, search, hash } = new URL(wanted, home)
  // Resolving dots may turn a path into `//elsewhere`.
  return origin === home && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : '/'
}
