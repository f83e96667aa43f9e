import { errorFacts } from '#shared/rules/error-facts.ts'

/** What PostgreSQL and Node say about a failure by name and number only. */
const named: ReadonlySet<string> = new Set([
  'code',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
  'status',
  'errno',
  'syscall',
])

/** Errors whose message is about the text or value that they could not read. */
const quoting: ReadonlySet<string> = new Set(['SyntaxError', 'RangeError', 'URIError', 'ZodError', '$ZodError'])

const longestMessage = 300

/**
 * An error as it is logged: what failed and where. Parsers and databases quote in their messages what they could not read, and
 * libraries hang the rejected answer, row or request on their errors; all of that may be clinical text. So messages about
 * values and whatever stands in quotation marks stay out, and so does every field that is not named here.
 */
export function loggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error }
  const facts = factsOf(error)
  return error.cause instanceof Error ? { ...facts, cause: factsOf(error.cause) } : facts
}

function factsOf(error: Error): Record<string, unknown> {
  const [facts] = errorFacts(error, (file) => file)
  const kept: Record<string, unknown> = { type: facts?.type, message: messageOf(error) }
  for (const [name, value] of Object.entries(error)) {
    if (named.has(name) && (typeof value === 'string' || typeof value === 'number')) kept[name] = value
  }
  kept['stack'] = facts?.places.map(({ name, file, line, column }) => `${name ?? ''} (${file}:${line}:${column})`)
  return kept
}

/** Undefined where the message is about a value. SQLSTATE class 22 is PostgreSQL's 'data exception'. */
function messageOf(error: Error): string | undefined {
  const isAboutValue = 'code' in error && typeof error.code === 'string' && /^22\w{3}$/.test(error.code)
  if (quoting.has(error.name) || quoting.has(error.constructor.name) || isAboutValue) return undefined
  const [line = ''] = error.message.split('\n', 1)
  return line.replace(/["'`“‘].*["'`”’]/, '…').slice(0, longestMessage)
}
