import { viewingHeader } from '#shared/rules/viewing.ts'

/** Opens the dashboard in a new document, so that nothing of what was shown outlives the change of whose data is shown. */
export function beginAnew(): void {
  window.location.assign('/')
}

// What this document shows: fixed by the first answer that says so.
let shown: string | null = null

/**
 * `fetch` that notices when answers are given as somebody else than before: a viewing was started or stopped in another tab, its
 * time is over, or the right to it is. What came is shown to nobody.
 */
export async function fetchAsShown(request: Request, init: RequestInit): Promise<Response> {
  const response = await fetch(request, init)
  const now = response.headers.get(viewingHeader)
  if (now === null) return response
  shown ??= now
  if (now === shown) return response
  beginAnew()
  return await new Promise<never>(() => {})
}
