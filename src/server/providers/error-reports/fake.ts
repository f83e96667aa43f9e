import type { ErrorReports } from './port.ts'

/** Records reports, for tests. */
export function createFakeErrorReports() {
  const reported: { error: unknown; what: string; number: string | undefined }[] = []
  const timed: { endpoint: string; isFailed: boolean }[] = []
  const reports: ErrorReports = {
    isOn: true,
    report: (error, what, number) => void reported.push({ error, what, number }),
    timed: (endpoint, _began, _milliseconds, isFailed) => void timed.push({ endpoint, isFailed }),
    close: () => Promise.resolve(),
  }
  return { ...reports, reported, requests: timed }
}
