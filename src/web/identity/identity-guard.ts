import { accountHeader, noOrganization, organizationHeader, viewingHeader } from '#shared/rules/viewing.ts'
import { IdentityChanged } from '#web/api/errors.ts'
import { getShownAccount, setShownAccount } from '#web/api/shown-account.ts'
import { takeFirstResponse } from './first-data.ts'
import { preventPageRestore } from './page-cache.ts'
import { coverPage, uncoverPage } from './page-cover.ts'
import { signInState } from './sign-in-state.ts'
import { notifyStaying } from './stay-on-page.ts'
import { hasUnsavedWork } from './unsaved-work.ts'

/** Opens the dashboard in a new document, so that no data of the previous user remains. */
export function openFreshDashboard(): void {
  preventPageRestore()
  window.location.assign('/')
}

// The identity whose data the document shows, with its account in api/shown-account.ts. The first response sets it.
let shownPerson: string | null = null
let shownOrganization: string | null = null

/** True from the first response of another identity until a response matches the page again. */
let isChanged = false

/** Number of responses for another account. */
let foreignResponses = 0

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
  const shownAccount = getShownAccount()
  if (shownAccount !== null) request.headers.set(accountHeader, shownAccount)
  // The same applies to a change after the user has switched to another organization, usually on another device.
  if (shownOrganization !== null && shownOrganization !== noOrganization)
    request.headers.set(organizationHeader, shownOrganization)
  const response = takeFirstResponse(request) ?? (await fetch(request, init))
  const mayBeFormer = response.status === 401 && getShownAccount() !== null && request.method === 'GET'
  if (!mayBeFormer) return response
  await new Promise((resolve) => setTimeout(resolve, replacedAfterMs))
  return fetch(request, init)
}

/** Sends a read, whose response shows whether the page's own user has signed in again. */
function askAgain(): void {
  void guardedFetch(new Request(`${window.location.origin}/api/me`), {}).catch(() => undefined)
}

/**
 * A `fetch` that compares the identity of each response with the one that the page shows. If account, organization or
 * viewed user have changed, usually in another tab, it discards the response and opens a fresh dashboard. The user may
 * stay on the page because of unsaved work. Then an error for the same account is returned, because it contains no data
 * of the organization and says what to do.
 * @throws IdentityChanged if the response was discarded and the user may stay
 */
export async function guardedFetch(request: Request, init: RequestInit): Promise<Response> {
  await hold
  const foreignBefore = foreignResponses
  const response = await sendRequest(request, init)
  if (response.status === 401) {
    signInState.lost()
    return response
  }
  const account = response.headers.get(accountHeader)
  const person = response.headers.get(viewingHeader)
  const organization = response.headers.get(organizationHeader)
  if (account === null || person === null || organization === null) return response
  const shownAccount = getShownAccount() ?? account
  setShownAccount(shownAccount)
  shownPerson ??= person
  shownOrganization ??= organization
  const isSameAccount = account === shownAccount
  // A user without an organization may join one. That only adds access, so the page stays.
  if (isSameAccount && shownOrganization === noOrganization) shownOrganization = organization
  if (!isSameAccount) {
    foreignResponses++
    // The browser may first ask about unsaved changes. The new user must not see the page.
    coverPage(askAgain)
  }
  // A late response to an earlier request does not show who is signed in now.
  const isCurrent = foreignResponses === foreignBefore
  if (isSameAccount && isCurrent) uncoverPage()
  const isSamePerson = isSameAccount && person === shownPerson
  if (isSamePerson && organization === shownOrganization) {
    if (isCurrent) {
      if (isChanged) notifyStaying(false)
      isChanged = false
      signInState.restored()
    }
    return response
  }
  const mayStay = hasUnsavedWork()
  // The browser asks a user who stays only once.
  const isNew = !isChanged || !mayStay
  if (isNew && !(mayStay && notifyStaying(true))) openFreshDashboard()
  isChanged = true
  if (mayStay && isSamePerson && !response.ok) return response
  if (mayStay) throw new IdentityChanged()
  // The page is left, so it must not show an error.
  return await new Promise<never>(() => {})
}
