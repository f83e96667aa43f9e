import { errorFacts } from '#shared/rules/error-facts.ts'

/** Fields of PostgreSQL and Node errors that contain only names and numbers. */
const safeFields: ReadonlySet<string> = new Set([
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

/** Errors whose message quotes the text or value that could not be parsed. */
const quoting: ReadonlySet<string> = new Set(['SyntaxError', 'RangeError', 'URIError', 'ZodError', '$ZodError'])

const maxMessageLength = 300

/**
 * The loggable part of an error: what failed and where. Messages of parsers and databases quote unreadable input, and
 * libraries attach responses, rows or requests; all of that may be clinical text. So messages about values, quoted text
 * and all other fields are left out.
 */
export function loggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error }
  const facts = factsOf(error)
  return error.cause instanceof Error ? { ...facts, cause: factsOf(error.cause) } : facts
}

function factsOf(error: Error): Record<string, unknown> {
  const [facts] = errorFacts(error, (file) => file)
  const logged: Record<string, unknown> = { type: facts?.type, message: messageOf(error) }
  for (const [name, value] of Object.entries(error)) {
    if (safeFields.has(name) && (typeof value === 'string' || typeof value === 'number')) logged[name] = value
  }
  logged['stack'] = facts?.places.map(({ name, file, line, column }) => `${name ?? ''} (${file}:${line}:${column})`)
  return logged
}

/** Undefined if the message is about a value. SQLSTATE class 22 is PostgreSQL's 'data exception'. */
function messageOf(error: Error): string | undefined {
  const isAboutValue = 'code' in error && typeof error.code === 'string' && /^22\w{3}$/.test(error.code)
  if (quoting.has(error.name) || quoting.has(error.constructor.name) || isAboutValue) return undefined
  const [line = ''] = error.message.split('\n', 1)
  return line.replace(/["'`“‘].*["'`”’]/, '…').slice(0, maxMessageLength)
}
