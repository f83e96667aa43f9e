import { accountHeader, noOrganization, organizationHeader, viewingHeader } from '#shared/rules/viewing.ts'
import { takeFirstResponse } from './first-data.ts'
import { preventPageRestore } from './page-cache.ts'
import { signInState } from './sign-in-state.ts'

/** Opens the dashboard in a new document, so that no data of the previous user remains. */
export function openFreshDashboard(): void {
  preventPageRestore()
  window.location.assign('/')
}

// The identity whose data the document shows. The first response sets it.
let shownAccount: string | null = null
let shownPerson: string | null = null
let shownOrganization: string | null = null

const listeners = new Set<() => void>()

/** Calls the listener when a response is discarded. The user may stay on the page because of unsaved work. */
export function onIdentityChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

let hold: Promise<void> | null = null

/** Delays requests during sign-out, because they would fail afterwards. Returns a function that releases them. */
export function holdRequests(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  hold = promise
  return () => {
    hold = null
    resolve()
  }
}

/** How long to wait until the new session cookie has arrived, in milliseconds. */
const replacedAfterMs = 250

/**
 * Sends a request, and repeats a rejected read once if the page is signed in. Setting up an authenticator app replaces
 * the session cookie, also from another tab; requests in progress still carry the former cookie and are rejected.
 */
async function sendRequest(request: Request, init: RequestInit): Promise<Response> {
  // The server rejects the request if another user has signed in in this browser, usually in another tab.
  if (shownAccount !== null) request.headers.set(accountHeader, shownAccount)
  const response = takeFirstResponse(request) ?? (await fetch(request, init))
  const mayBeFormer = response.status === 401 && shownAccount !== null && request.method === 'GET'
  if (!mayBeFormer) return response
  await new Promise((resolve) => setTimeout(resolve, replacedAfterMs))
  return fetch(request, init)
}

/**
 * A `fetch` that compares the identity of each response with the one that the page shows. If account, organization or
 * viewed user have changed, usually in another tab, it discards the response and opens a fresh dashboard.
 */
export async function guardedFetch(request: Request, init: RequestInit): Promise<Response> {
  await hold
  const response = await sendRequest(request, init)
  if (response.status === 401) {
    signInState.lost()
    return response
  }
  const account = response.headers.get(accountHeader)
  const person = response.headers.get(viewingHeader)
  const organization = response.headers.get(organizationHeader)
  if (account === null || person === null || organization === null) return response
  shownAccount ??= account
  shownPerson ??= person
  // A user without an organization may join one. That only adds access, so the page stays.
  if (shownOrganization === null || shownOrganization === noOrganization) shownOrganization = organization
  if (account === shownAccount && person === shownPerson && organization === shownOrganization) {
    signInState.restored()
    return response
  }
  // The browser may first ask about unsaved changes. The page is hidden, because the new user must not see it.
  if (account !== shownAccount) document.documentElement.hidden = true
  openFreshDashboard()
  for (const listener of listeners) listener()
  return await new Promise<never>(() => {})
}
