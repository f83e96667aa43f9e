import type { ErrorReports } from './port.ts'

export function createNoErrorReports(): ErrorReports {
  return { isOn: false, report: () => {}, timed: () => {}, close: () => Promise.resolve() }
}
