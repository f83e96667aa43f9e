import type { Account } from '#shared/contract/accounts.ts'

/** Whether the sign-up steps after the credentials are still to be done. */
export function isSignUpUnfinished(account: Account): boolean {
  return account.firstName === '' || account.lastName === ''
}

/** The address of the sign-in page that leads back to where the person was going. */
export function signInAddress(wanted: string): string {
  return wanted === '/' ? '/login' : `/login?redirect=${encodeURIComponent(wanted)}`
}

const home = 'https://here.invalid'

/** A place inside this app to go to, or the dashboard when the given one leads elsewhere. */
export function safeDestination(wanted: string | null): string {
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, home)) return '/'
  const { origin, pathname, search, hash } = new URL(wanted, home)
  // A path may only have become `//elsewhere` when its dots were resolved.
  return origin === home && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : '/'
}
