import { firstDataId, type FirstResponse } from '#shared/rules/first-data.ts'

/** Milliseconds after which responses in the document are too old, so that requests go to the server. */
const usableMs = 5000

let responses: FirstResponse[] | undefined

/** Returns the document's response to a request, but only once (decision 0137). */
export function takeFirstResponse({ method, url }: Request): Response | undefined {
  responses ??= takeFromDocument()
  const found = responses.find(({ address }) => method === 'GET' && window.location.origin + address === url)
  if (!found) return undefined
  responses = responses.filter((response) => response !== found)
  const headers = { 'content-type': 'application/json', ...found.headers }
  return new Response(JSON.stringify(found.body), { status: found.status, headers })
}

function takeFromDocument(): FirstResponse[] {
  const element = document.getElementById(firstDataId)
  if (!element) return []
  element.remove()
  setTimeout(() => {
    responses = []
  }, usableMs)
  return JSON.parse(element.textContent)
}
