/** A line of a stack: a place in our own files. */
export interface ErrorPlace {
  /** Name of the function. Null for the body of a module or an invalid name. */
  name: string | null
  file: string
  line: number
  column: number
}

/** The facts about an error that may leave the installation. */
export interface ErrorFacts {
  /** The class of the error, e.g. `TypeError`. */
  type: string
  /** A code in capitals, e.g. `ECONNREFUSED` or PostgreSQL's `23505`. */
  code: string | null
  /** Innermost first. */
  places: ErrorPlace[]
}

const maxPlaces = 50
const maxCauses = 3

/** `at name (file:1:2)` of V8, `name@file:1:2` of Firefox and Safari. */
const stackLines = [/^\s*at (?:async )?(?:(.*?) \()?(.+?):(\d+):(\d+)\)?$/, /^([^@]*)@(.+?):(\d+):(\d+)$/]

const functionName = /^(?:new )?[\w$.#<>]{1,120}(?: \[as [\w$]{1,60}\])?$/

/**
 * The facts of an error and of its causes: classes, codes and places in our own files. They exclude messages, which may
 * quote anything: a parser quotes the text it could not read, a database the value it rejected. `ownFile` returns the
 * displayed name of a file, or null for a foreign one.
 */
export function errorFacts(thrown: unknown, ownFile: (file: string) => string | null): ErrorFacts[] {
  const facts: ErrorFacts[] = []
  let error = thrown
  while (facts.length < maxCauses && (error instanceof Error || facts.length === 0)) {
    facts.push(factsOf(error, ownFile))
    error = error instanceof Error ? error.cause : undefined
  }
  return facts
}

function factsOf(error: unknown, ownFile: (file: string) => string | null): ErrorFacts {
  if (!(error instanceof Error)) return { type: 'Error', code: null, places: [] }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return {
    type: /^[A-Z]\w{0,60}$/.test(error.name) ? error.name : 'Error',
    code: /^[A-Z0-9_]{2,40}$/.test(code) ? code : null,
    places: placesOf(error, ownFile),
  }
}

function placesOf({ stack = '', message }: Error, ownFile: (file: string) => string | null): ErrorPlace[] {
  // A message of several lines could look like places.
  const lines = (message === '' ? stack : stack.replaceAll(message, '')).split('\n')
  const places = lines.flatMap((text): ErrorPlace[] => {
    const [, name = '', path = '', line, column] = stackLines.map((form) => form.exec(text)).find(Boolean) ?? []
    const file = path === '' ? null : ownFile(path)
    if (file === null) return []
    return [{ name: functionName.test(name) ? name : null, file, line: Number(line), column: Number(column) }]
  })
  return places.slice(0, maxPlaces)
}
