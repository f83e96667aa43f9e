import { ORPCError } from '@orpc/server'
import type { ErrorReports } from '#server/providers/error-reports/port.ts'

/** Runs an endpoint and reports its duration. Errors of the caller (4xx) do not count as failures. */
export async function reportDuration<Output>(
  reports: ErrorReports,
  endpoint: readonly string[],
  work: () => Promise<Output>,
): Promise<Output> {
  const began = new Date()
  const start = performance.now()
  let isFailed = false
  try {
    return await work()
  } catch (error) {
    isFailed = !(error instanceof ORPCError) || error.status >= 500
    throw error
  } finally {
    reports.timed(endpoint.join('.'), began, performance.now() - start, isFailed)
  }
}
