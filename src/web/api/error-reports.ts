import { fetchSetup } from './auth.ts'

/** Maximum number of errors stored until it is known whether to report them. The first errors are the most useful. */
const maxWaiting = 10

type Report = (error: unknown) => void

let waiting: unknown[] = []
let report: Report | 'off' | null = null
let isDecided = false
let isAsking = false

/** Records an unexpected error. It is reported once, and only if this installation reports errors. */
export function captureError(error: unknown): void {
  if (typeof report === 'function') report(error)
  if (report !== null) return
  if (waiting.length < maxWaiting) waiting.push(error)
  void askWhetherToReport()
}

/** Asks the server whether to report errors. Pages without errors, which are most, do not ask. */
async function askWhetherToReport(): Promise<void> {
  if (isDecided || isAsking) return
  isAsking = true
  try {
    const { errorReportsDsn } = await fetchSetup()
    await reportErrors(errorReportsDsn)
  } catch {
    // Without a response, nothing is reported, because the page shows connection errors. The next error asks the server
    // again.
  }
  isAsking = false
}

/** Captures uncaught errors. Called before any other code runs. */
export function watchErrors(): void {
  window.addEventListener('error', ({ error }: ErrorEvent) => captureError(error))
  window.addEventListener('unhandledrejection', ({ reason }) => captureError(reason))
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
  try {
    const { createSentryReport } = await import('./sentry-report.ts')
    report = createSentryReport(dsn)
  } catch (error) {
    // The file of the reporter did not load, so the next error requests it again.
    isDecided = false
    throw error
  }
  waiting.forEach(report)
  waiting = []
}
