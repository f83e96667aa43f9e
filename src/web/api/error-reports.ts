import { fetchSetup } from './auth.ts'

/** Errors that came before it was known whether they are reported; the first ones say most. */
const maxWaiting = 10

type Report = (error: unknown) => void

let waiting: unknown[] = []
let report: Report | 'off' | null = null
let isDecided = false

/** Takes an error that nobody expected. It goes out once, and if, this installation reports errors. */
export function captureError(error: unknown): void {
  if (typeof report === 'function') report(error)
  else if (report === null && waiting.length < maxWaiting) waiting.push(error)
}

/** How long a page draws itself before it asks whether errors are reported. */
const headStartMs = 1000

/** Notes what no code of ours caught, and reports it where that is wanted. Called before anything else. */
export function watchErrors(): void {
  window.addEventListener('error', ({ error }: ErrorEvent) => captureError(error))
  window.addEventListener('unhandledrejection', ({ reason }) => captureError(reason))
  setTimeout(() => {
    if (isDecided) return
    fetchSetup()
      .then(({ errorReportsDsn }) => reportErrors(errorReportsDsn))
      .catch(() => {
        // Without an answer nothing is reported; the page itself says what cannot be reached.
      })
  }, headStartMs)
}

/** Begins to report to a Sentry project, or forgets what was noted when there is none (`accounts.setup`). */
export async function reportErrors(dsn: string | null): Promise<void> {
  if (isDecided) return
  isDecided = true
  if (dsn === null) {
    report = 'off'
    waiting = []
    return
  }
  const { createSentryReport } = await import('./sentry-report.ts')
  report = createSentryReport(dsn)
  waiting.forEach(report)
  waiting = []
}
