import { accountHeader, noOrganization, organizationHeader, viewingHeader } from '#shared/rules/viewing.ts'
import { preventPageRestore } from './page-cache.ts'
import { signInState } from './sign-in-state.ts'

/** Opens the dashboard in a new document, so that nothing of what was shown outlives the change of whose data is shown. */
export function openFreshDashboard(): void {
  preventPageRestore()
  window.location.assign('/')
}

// What this document shows: fixed by the first answer that says so.
let shownAccount: string | null = null
let shownPerson: string | null = null
let shownOrganization: string | null = null

let hold: Promise<void> | null = null

/** Holds what the page asks for while somebody signs out, since it would arrive when nobody is signed in. Answers how to let it go on. */
export function holdRequests(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  hold = promise
  return () => {
    hold = null
    resolve()
  }
}

/**
 * `fetch` that notices when answers are given to or as somebody else than before, or in another organization: another account
 * signed in in another tab; a viewing was started or stopped there, its time is over, or the right to it is; somebody was taken
 * out of their organization, or acts in another one. What came is shown to nobody.
 */
export async function guardedFetch(request: Request, init: RequestInit): Promise<Response> {
  await hold
  const response = await fetch(request, init)
  if (response.status === 401) signInState.lost()
  const account = response.headers.get(accountHeader)
  const person = response.headers.get(viewingHeader)
  const organization = response.headers.get(organizationHeader)
  if (account === null || person === null || organization === null) return response
  shownAccount ??= account
  shownPerson ??= person
  // Whoever had none and founds or joins one sees more than before, and nothing that they may not.
  if (shownOrganization === null || shownOrganization === noOrganization) shownOrganization = organization
  if (account === shownAccount && person === shownPerson && organization === shownOrganization) {
    signInState.restored()
    return response
  }
  // The browser may ask first whether to leave what was not saved; that is not for somebody else to read.
  if (account !== shownAccount) document.documentElement.hidden = true
  openFreshDashboard()
  return await new Promise<never>(() => {})
}
