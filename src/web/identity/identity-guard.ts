import { accountHeader, noOrganization, organizationHeader, viewingHeader } from '#shared/rules/viewing.ts'
import { takeFirstResponse } from './first-data.ts'
import { preventPageRestore } from './page-cache.ts'
import { signInState } from './sign-in-state.ts'

/** Opens the dashboard in a new document, so that no data of the previous user remains. */
export function openFreshDashboard(): void {
  preventPageRestore()
  window.location.assign('/')
}

// The identity this document shows, set by the first response.
let shownAccount: string | null = null
let shownPerson: string | null = null
let shownOrganization: string | null = null

let hold: Promise<void> | null = null

/** Holds requests during sign-out, because they would fail once signed out. Returns a release function. */
export function holdRequests(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  hold = promise
  return () => {
    hold = null
    resolve()
  }
}

/** How long to wait for the response with the new session cookie. */
const replacedAfterMs = 250

/**
 * Setting up an authenticator app replaces the session cookie, also in another tab. Requests in flight still carry the
 * former one and are rejected, so a signed-in page sends a read once more.
 */
async function sent(request: Request, init: RequestInit): Promise<Response> {
  const response = takeFirstResponse(request) ?? (await fetch(request, init))
  const mayBeFormer = response.status === 401 && shownAccount !== null && request.method === 'GET'
  if (!mayBeFormer) return response
  await new Promise((resolve) => setTimeout(resolve, replacedAfterMs))
  return fetch(request, init)
}

/**
 * `fetch` that discards responses for another identity than the page shows, and opens a fresh dashboard: another
 * account or organization, or viewing started, stopped or expired, usually in another tab.
 */
export async function guardedFetch(request: Request, init: RequestInit): Promise<Response> {
  await hold
  const response = await sent(request, init)
  if (response.status === 401) signInState.lost()
  const account = response.headers.get(accountHeader)
  const person = response.headers.get(viewingHeader)
  const organization = response.headers.get(organizationHeader)
  if (account === null || person === null || organization === null) return response
  shownAccount ??= account
  shownPerson ??= person
  // A user without an organization may join one: that only adds access.
  if (shownOrganization === null || shownOrganization === noOrganization) shownOrganization = organization
  if (account === shownAccount && person === shownPerson && organization === shownOrganization) {
    signInState.restored()
    return response
  }
  // The browser may ask about unsaved changes first; another user must not see them.
  if (account !== shownAccount) document.documentElement.hidden = true
  openFreshDashboard()
  return await new Promise<never>(() => {})
}
