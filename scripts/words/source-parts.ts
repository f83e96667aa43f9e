/** A part of a TypeScript file. Regular expressions and import paths are not parts: they hold no prose. */
export interface SourcePart {
  kind: 'comment' | 'title' | 'string' | 'code'
  text: string
  /** Offset of `text` in the file. */
  start: number
}

const title = /\b(?:test|it|describe|step|suite)(?:\.\w+)*\(\s*$|\)\(\s*$/
const importPath = /\b(?:from|import|import\()\s*$/
/** After these a slash begins a regular expression; after anything else it divides or closes a tag. */
const beforeRegex = /(?:^|[(,=:[!&|?{};+]|=>|\breturn|\btypeof|\bcase)\s*$/

const comment = /\/\/.*|\/\*[^]*?\*\//y
const quoted = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/y
const regex = /\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y

/** Splits TypeScript into comments, test titles, strings and code. Text between JSX tags counts as code. */
export function sourceParts(source: string): SourcePart[] {
  const parts: SourcePart[] = []
  let code = ''
  let codeStart = 0
  /** Braces open in each template literal that the scanner is inside of. */
  const templates: number[] = []
  const isTitle: boolean[] = []

  const countBrace = (char: string) => {
    const depth = templates.pop()
    if (depth !== undefined) templates.push(depth + (char === '{' ? 1 : char === '}' ? -1 : 0))
  }
  const flush = (next: number) => {
    if (code.trim() !== '') parts.push({ kind: 'code', text: code, start: codeStart })
    code = ''
    codeStart = next
  }
  const take = (pattern: RegExp, at: number): string | null => {
    pattern.lastIndex = at
    return pattern.exec(source)?.[0] ?? null
  }
  /** Reads template text from `at` to its end or to the next `${`; returns the offset after it. */
  const template = (at: number): number => {
    let end = at
    while (end < source.length && source[end] !== '`' && !source.startsWith('${', end))
      end += source[end] === '\\' ? 2 : 1
    parts.push({ kind: isTitle.at(-1) ? 'title' : 'string', text: source.slice(at, end), start: at })
    if (source[end] === '`') {
      templates.pop()
      isTitle.pop()
      codeStart = end + 1
      return end + 1
    }
    templates[templates.length - 1] = 0
    codeStart = end + 2
    return end + 2
  }

  for (let at = 0; at < source.length;) {
    const char = source[at] ?? ''
    const before = source.slice(Math.max(0, at - 60), at)
    const found =
      char === '/'
        ? (take(comment, at) ?? (beforeRegex.test(before) ? take(regex, at) : null))
        : char === "'" || char === '"'
          ? take(quoted, at)
          : null
    if (found !== null) {
      flush(at + found.length)
      const isComment = found.startsWith('//') || found.startsWith('/*')
      if (isComment) parts.push({ kind: 'comment', text: found, start: at })
      else if (char !== '/' && !importPath.test(before))
        parts.push({ kind: title.test(before) ? 'title' : 'string', text: found, start: at })
      at += found.length
    } else if (char === '`') {
      flush(at)
      templates.push(0)
      isTitle.push(title.test(before))
      at = template(at + 1)
    } else if (char === '}' && templates.at(-1) === 0) {
      flush(at)
      at = template(at + 1)
    } else {
      countBrace(char)
      code += char
      at++
    }
  }
  flush(source.length)
  return parts
}
