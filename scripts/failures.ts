import { stripVTControlCharacters } from 'node:util'
import * as z from 'zod'

/** A failed test: its place and title, and what went wrong. */
export interface Failure {
  test: string
  message: string
}

/** The parts of Vitest's JSON report that name failures. */
export const VitestFailures = z
  .object({
    testResults: z.array(
      z.object({
        name: z.string(),
        status: z.string(),
        message: z.string(),
        assertionResults: z.array(
          z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()).nullish() }),
        ),
      }),
    ),
  })
  .transform(({ testResults }): Failure[] =>
    testResults.flatMap(({ name, status, message, assertionResults }) => {
      const failed = assertionResults.filter((result) => result.status === 'failed')
      // A file that could not be read has no tests.
      if (failed.length === 0) return status === 'failed' ? [{ test: name, message }] : []
      return failed.map(({ fullName, failureMessages }) => ({
        test: `${name} › ${fullName}`,
        message: failureMessages?.[0] ?? '',
      }))
    }),
  )

const Spec = z.object({
  title: z.string(),
  file: z.string(),
  line: z.number(),
  ok: z.boolean(),
  tests: z.array(
    z.object({
      projectName: z.string(),
      results: z.array(z.object({ errors: z.array(z.object({ message: z.string().optional() })) })),
    }),
  ),
})

const Suite = z.object({
  specs: z.array(Spec),
  get suites() {
    return z.array(Suite).optional()
  },
})
type Suite = z.infer<typeof Suite>

/** The parts of Playwright's JSON report that name failures. */
export const PlaywrightFailures = z
  .object({ suites: z.array(Suite), errors: z.array(z.object({ message: z.string().optional() })) })
  .transform(({ suites, errors }): Failure[] => [
    ...suites.flatMap(failuresOf),
    ...errors.map(({ message = '' }) => ({ test: 'outside of the tests', message })),
  ])

function failuresOf({ specs, suites = [] }: Suite): Failure[] {
  const ownFailures = specs
    .filter(({ ok }) => !ok)
    .map(({ title, file, line, tests }) => {
      const errors = tests.flatMap(({ results }) => results).flatMap((result) => result.errors)
      const project = tests[0]?.projectName ?? ''
      return { test: `[${project}] ${file}:${line} › ${title}`, message: errors[0]?.message ?? '' }
    })
  return [...ownFailures, ...suites.flatMap(failuresOf)]
}

/** Enough lines to see the difference. The whole message is above in the output. */
const maxLines = 12

/** The failures as text, for the end of a long output. */
export function listFailures(failures: readonly Failure[]): string {
  return failures
    .map(({ test, message }) => {
      const lines = stripVTControlCharacters(message)
        .split('\n')
        .filter((line) => line.trim() !== '')
      return [`Failed: ${test}`, ...lines.slice(0, maxLines).map((line) => `  ${line}`)].join('\n')
    })
    .join('\n')
}
