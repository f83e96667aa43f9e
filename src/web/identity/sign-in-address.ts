import type { Account } from '#shared/contract/accounts.ts'

/** Whether sign-up steps are incomplete. */
export function isSignUpUnfinished(account: Account): boolean {
  return account.firstName === '' || account.lastName === ''
}

/** URL of the sign-in page that returns to `wanted`. */
export function signInAddress(wanted: string): string {
  return wanted === '/' ? '/login' : `/login?redirect=${encodeURIComponent(wanted)}`
}

const home = 'https://here.invalid'

/** A destination inside this app; the dashboard if the given one leads elsewhere. */
export function safeDestination(wanted: string | null): string {
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, home)) return '/'
  const { origin, pathname, search, hash } = new URL(wanted, home)
  // Resolving dots can turn a path into `//elsewhere`.
  return origin === home && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : '/'
}
