import { expect, test, vi } from 'vitest'

const reported: unknown[] = []
const loaded = Promise.withResolvers<void>()
vi.mock('./sentry-report.ts', async () => {
  await loaded.promise
  return { createSentryReport: () => (error: unknown) => reported.push(error) }
})
const { captureError: noteError, reportErrors } = await import('./error-reports.ts')

test('each error is reported once, also if it occurs before or while the reporter loads', async () => {
  noteError('before it is known')
  const begun = reportErrors('https://key@reports.example.test/7')
  noteError('while it is loaded')
  loaded.resolve()
  await begun
  noteError('afterwards')
  await reportErrors(null)
  expect(reported).toEqual(['before it is known', 'while it is loaded', 'afterwards'])
})
