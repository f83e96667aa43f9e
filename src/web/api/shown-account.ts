/** The account whose data the page shows; null before the first response (identity/identity-guard.ts). */
let shownAccount: string | null = null

export function getShownAccount(): string | null {
  return shownAccount
}

export function setShownAccount(account: string): void {
  shownAccount = account
}
