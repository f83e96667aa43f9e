import { fetchSetup } from './auth.ts'

/** Maximum number of errors stored before reporting is decided; the first ones say most. */
const maxWaiting = 10

type Report = (error: unknown) => void

let waiting: unknown[] = []
let report: Report | 'off' | null = null
let isDecided = false

/** Records an unexpected error, reported once and only if this installation reports errors. */
export function captureError(error: unknown): void {
  if (typeof report === 'function') report(error)
  else if (report === null && waiting.length < maxWaiting) waiting.push(error)
}

/** Delay before asking whether errors are reported, so that the page renders first. */
const headStartMs = 1000

/** Captures uncaught errors. Called before anything else. */
export function watchErrors(): void {
  window.addEventListener('error', ({ error }: ErrorEvent) => captureError(error))
  window.addEventListener('unhandledrejection', ({ reason }) => captureError(reason))
  setTimeout(() => {
    if (isDecided) return
    fetchSetup()
      .then(({ errorReportsDsn }) => reportErrors(errorReportsDsn))
      .catch(() => {
        // Without a response nothing is reported; the page shows connection errors itself.
      })
  }, headStartMs)
}

/** Starts reporting to a Sentry project, or drops captured errors if there is none (`accounts.setup`). */
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
