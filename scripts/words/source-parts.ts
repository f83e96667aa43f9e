import { type ESTree, parseSync, Visitor } from 'vite'

/** A part of a JavaScript or TypeScript file. Regular expressions and import paths are not parts: they hold no prose. */
export interface SourcePart {
  kind: 'comment' | 'title' | 'string' | 'code'
  text: string
  /** Offset of `text` in the file. */
  start: number
}

interface Range {
  kind: SourcePart['kind'] | 'skipped'
  start: number
  end: number
}

const testFunctions = new Set(['test', 'it', 'describe', 'suite'])

/**
 * Splits a file into comments, test titles, strings and code. Text between JSX tags counts as code. Throws when the file
 * cannot be parsed; `path` determines the language.
 */
export function sourceParts(path: string, source: string): SourcePart[] {
  const { program, comments, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)

  const found: Range[] = comments.map(({ start, end }) => ({ kind: 'comment', start, end }))
  const titles = new Set<object>()
  const skip = (node: { start: number; end: number } | null) => {
    if (node) found.push({ kind: 'skipped', start: node.start, end: node.end })
  }
  new Visitor({
    ImportDeclaration: ({ source: imported }) => skip(imported),
    ExportNamedDeclaration: ({ source: imported }) => skip(imported),
    ExportAllDeclaration: ({ source: imported }) => skip(imported),
    ImportExpression: ({ source: imported }) => skip(imported),
    CallExpression({ callee, arguments: [title] }) {
      if (!title || !testFunctions.has(rootName(callee))) return
      titles.add(title)
      if (title.type === 'TemplateLiteral') for (const quasi of title.quasis) titles.add(quasi)
    },
    Literal(node) {
      if ('regex' in node) skip(node)
      else if (typeof node.value === 'string')
        found.push({ kind: titles.has(node) ? 'title' : 'string', start: node.start, end: node.end })
    },
    TemplateElement(node) {
      const start = source.indexOf(node.value.raw, node.start)
      found.push({ kind: titles.has(node) ? 'title' : 'string', start, end: start + node.value.raw.length })
    },
  }).visit(program)

  return withCode(source, found)
}

/** `test` of `test.each([1])`, `test.step` and `test`; empty for anything but a name. */
function rootName(node: ESTree.Expression | ESTree.Super): string {
  if (node.type === 'Identifier') return node.name
  if (node.type === 'MemberExpression') return rootName(node.object)
  if (node.type === 'CallExpression') return rootName(node.callee)
  if (node.type === 'TaggedTemplateExpression') return rootName(node.tag)
  return ''
}

/** Returns the parts in order, with the text between them as code. `found` contains import paths twice: as skipped and as a string. */
function withCode(source: string, found: readonly Range[]): SourcePart[] {
  const parts: SourcePart[] = []
  const skippedFirst = ({ kind }: Range) => (kind === 'skipped' ? 0 : 1)
  const ordered = found.toSorted((a, b) => a.start - b.start || skippedFirst(a) - skippedFirst(b))
  let at = 0
  for (const { kind, start, end } of [
    ...ordered,
    { kind: 'skipped', start: source.length, end: source.length } as const,
  ]) {
    if (start < at) continue
    const code = source.slice(at, start)
    if (code.trim() !== '') parts.push({ kind: 'code', text: code, start: at })
    if (kind !== 'skipped') parts.push({ kind, text: source.slice(start, end), start })
    at = end
  }
  return parts
}
