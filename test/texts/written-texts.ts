import { globSync, readFileSync } from 'node:fs'
import { type ESTree, parseSync, Visitor } from 'vite'

/** The texts in each file of the product and its tests, by path. Comments, types and import paths are not included. */
export const writtenTexts: ReadonlyMap<string, readonly string[]> = new Map(
  globSync('{src,test}/**/*.{ts,tsx,sql}', { exclude: ['test/texts/**'] }).map((path) => {
    const code = readFileSync(path, 'utf8')
    return [path, (path.endsWith('.sql') ? sqlTexts(code) : moduleTexts(path, code)).map(withoutNames)]
  }),
)

/** Removes the names of placeholders: 'Hello {name}' becomes 'Hello {}'. */
export function withoutNames(text: string): string {
  return text.replaceAll(/\{[^}]*\}/g, '{}')
}

function sqlTexts(code: string): string[] {
  const statements = code.replaceAll(/--.*$/gm, '')
  return [...statements.matchAll(/'((?:[^']|'')*)'/g)].map(([, text = '']) => text.replaceAll("''", "'"))
}

/** String literals, templates, patterns of tests, and the text between tags; expressions in them become '{}'. */
function moduleTexts(path: string, code: string): string[] {
  const { program, errors } = parseSync(path, code)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const texts: string[] = []
  const types = new Set<object>()
  new Visitor({
    TSLiteralType: ({ literal }) => types.add(literal),
    Literal(node) {
      if (types.has(node)) return
      if (typeof node.value === 'string') texts.push(node.value)
      else if ('regex' in node) texts.push(node.regex.pattern.replaceAll(/^\^|\$$|\\(?=\W)/g, ''))
    },
    TemplateLiteral: ({ quasis }) => texts.push(quasis.map(({ value }) => value.cooked).join('{}')),
    JSXElement: ({ children }) => texts.push(...jsxTexts(children)),
    JSXFragment: ({ children }) => texts.push(...jsxTexts(children)),
  }).visit(program)
  return texts
}

/** The texts between two child elements, each on one line. */
function jsxTexts(children: readonly ESTree.JSXChild[]): string[] {
  const element = '\0'
  const parts = children.map((child) => {
    if (child.type === 'JSXText') return child.value
    if (child.type !== 'JSXExpressionContainer') return element
    const { expression } = child
    return expression.type === 'Literal' && typeof expression.value === 'string' ? expression.value : '{}'
  })
  return parts
    .join('')
    .split(element)
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())
}
