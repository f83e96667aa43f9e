import { BrowserClient, makeFetchTransport } from '@sentry/browser'
import { errorFacts } from '#shared/rules/error-facts.ts'

/** Built files of ours by their path, without host and search. */
function ownFile(file: string): string | null {
  const { origin } = window.location
  return file.startsWith(`${origin}/assets/`) ? (file.slice(origin.length).split('?')[0] ?? null) : null
}

/** No more than so many of one page: an error that repeats says nothing new. */
const maxReports = 20

/**
 * Reports errors to a Sentry project. An event is put together from what may be told: class, code and places in our files.
 * The client runs without integrations, so it sees no address, click, request, console or storage.
 */
export function createSentryReport(dsn: string): (error: unknown) => void {
  const client = new BrowserClient({
    dsn,
    integrations: [],
    stackParser: () => [],
    transport: makeFetchTransport,
    transportOptions: { fetchOptions: { referrerPolicy: 'no-referrer', credentials: 'omit' } },
    dataCollection: { userInfo: false, cookies: false, httpHeaders: false, httpBodies: [], urlQueryParams: false },
    maxBreadcrumbs: 0,
    attachStacktrace: false,
    sendClientReports: false,
  })
  client.init()
  let left = maxReports
  return (error) => {
    if (left === 0) return
    left -= 1
    const values = errorFacts(error, ownFile).map(({ type, code, places }) => ({
      type,
      value: code ?? 'an error in the page',
      stacktrace: {
        frames: places
          .map(({ name, file, line, column }) => ({
            filename: file,
            ...(name !== null && { function: name }),
            lineno: line,
            colno: column,
          }))
          .toReversed(),
      },
    }))
    // Sentry lists the outermost error last.
    client.captureEvent({ level: 'error', exception: { values: values.toReversed() } })
  }
}
