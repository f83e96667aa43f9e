/**
 * Strings of which every match of a pattern contains at least one; null if none can be derived. Supports lower-case
 * sources with groups, alternatives, classes, quantifiers and lookarounds.
 */
export function requiredStrings(pattern: RegExp): ReadonlySet<string> | null {
  const reader = { source: pattern.source, at: 0 }
  return alternatives(reader)
}

interface Reader {
  source: string
  at: number
}

type Required = ReadonlySet<string> | null

function alternatives(reader: Reader): Required {
  const parts: Required[] = [sequence(reader)]
  while (reader.source[reader.at] === '|') {
    reader.at += 1
    parts.push(sequence(reader))
  }
  const strings = new Set<string>()
  for (const part of parts) {
    if (part === null) return null
    for (const string of part) strings.add(string)
  }
  return strings
}

function sequence(reader: Reader): Required {
  const candidates: ReadonlySet<string>[] = []
  let run = ''
  const endRun = () => {
    if (run !== '') candidates.push(new Set([run]))
    run = ''
  }
  while (reader.at < reader.source.length && !/[|)]/.test(reader.source[reader.at] ?? '')) {
    const atom = nextAtom(reader)
    const { isOptional, isRepeated } = quantifier(reader)
    if (atom.letter === null || isOptional) {
      endRun()
      if (!isOptional && atom.required) candidates.push(atom.required)
    } else {
      run += atom.letter
      if (isRepeated) endRun()
    }
  }
  endRun()
  return candidates.toSorted((one, another) => shortest(another) - shortest(one) || one.size - another.size)[0] ?? null
}

/** More letters do not make a string more selective. */
const enough = 5
const letters = (string: string) => string.replaceAll(/\W/g, '').length
const shortest = (strings: ReadonlySet<string>) => Math.min(enough, ...Array.from(strings, letters))

interface Atom {
  /** One required character. */
  letter: string | null
  required: Required
}

const anyCharacter: Atom = { letter: null, required: null }

function nextAtom(reader: Reader): Atom {
  const { source } = reader
  const first = source[reader.at] ?? ''
  reader.at += 1
  if (first === '(') return group(reader)
  if (first === '[') {
    while (source[reader.at] !== ']') reader.at += source[reader.at] === '\\' ? 2 : 1
    reader.at += 1
    return anyCharacter
  }
  if (first === '\\') {
    const escaped = source[reader.at] ?? ''
    reader.at += 1
    if (/[pP]/.test(escaped) && source[reader.at] === '{') reader.at = source.indexOf('}', reader.at) + 1
    return /\w/.test(escaped) ? anyCharacter : { letter: escaped, required: null }
  }
  return /[.^$]/.test(first) ? anyCharacter : { letter: first, required: null }
}

function group(reader: Reader): Atom {
  const opening = /^\?(?:<?[=!]|:)/.exec(reader.source.slice(reader.at, reader.at + 3))?.[0] ?? ''
  reader.at += opening.length
  const required = alternatives(reader)
  reader.at += 1
  return { letter: null, required: opening === '?:' || opening === '' ? required : null }
}

function quantifier(reader: Reader): { isOptional: boolean; isRepeated: boolean } {
  const [mark = ''] = /^(?:[?*+]|\{\d+(?:,\d*)?\})\??/.exec(reader.source.slice(reader.at, reader.at + 8)) ?? []
  reader.at += mark.length
  return { isOptional: /^(?:[?*]|\{0)/.test(mark), isRepeated: mark !== '' }
}
