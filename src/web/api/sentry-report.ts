import { BrowserClient, makeFetchTransport } from '@sentry/browser'
import { errorFacts } from '#shared/rules/error-facts.ts'

/** Returns the path of one of our built files, without host and query; null for other files. */
function ownFile(file: string): string | null {
  const { origin } = window.location
  return file.startsWith(`${origin}/assets/`) ? (file.slice(origin.length).split('?')[0] ?? null) : null
}

/** Maximum number of reports per page. More reports of a repeated error add nothing. */
const maxReports = 20

/**
 * Reports errors to a Sentry project. An event contains only these facts: error class, code and places in our files.
 * Without integrations, the Sentry client reads no URL, click, request, console or storage.
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
  let remainingReports = maxReports
  return (error) => {
    if (remainingReports === 0) return
    remainingReports -= 1
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
