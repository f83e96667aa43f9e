import type { Rolldown } from 'vite'

/** Modules that are wanted at one moment, by the ends of the ids of those that lead to them. */
interface Moment {
  name: string
  from: readonly string[]
}

/** What is on the screen first: the way in, and the frame around every page of somebody signed in. */
const moments: readonly Moment[] = [
  { name: 'auth-app', from: ['/app/main.tsx', '/app/auth-app.tsx', '/pages/login.tsx'] },
  { name: 'app', from: ['/app/app.tsx', '/app/shell/shell-route.tsx?tsr-split=component'] },
]

/** From how many files on a module moves into the one that all pages share. */
const minShareCount = 3

/**
 * Which modules travel in one file, learnt from a build that was left to itself: of each moment, what is needed then and was not
 * before; of the rest, what several pages share. Left to itself, every set of pages that has a module in common gets a file of its
 * own, and a page asks for 140 of them.
 */
export function chunkGroups(built: readonly Rolldown.OutputChunk[]): Rolldown.CodeSplittingOptions {
  const groupOf = new Map<string, string>()
  for (const { name, from } of moments) {
    const chunks = from.flatMap((end) => closureOf(built, end))
    for (const id of chunks.flatMap(({ moduleIds }) => moduleIds)) if (!groupOf.has(id)) groupOf.set(id, name)
  }
  return {
    includeDependenciesRecursively: false,
    groups: [
      { name: (id) => groupOf.get(id) ?? null, debugName: 'moments' },
      { name: (id, graph) => (isOfSchemas(id, graph) ? 'schemas' : null), debugName: 'schemas' },
      { name: 'shared', minShareCount },
    ],
  }
}

/** The validation library and the schemas written with it. Few forms need them: they are no burden of every page. */
function isOfSchemas(id: string, graph: Rolldown.ChunkingContext): boolean {
  return isZod(id) || (graph.getModuleInfo(id)?.importedIds.some(isZod) ?? false)
}

const isZod = (id: string) => id.includes('/node_modules/zod/') || id.endsWith('/app/zod.ts')

/** The files that every page behind the way in cannot do without. */
export function filesOfApp(built: readonly Rolldown.OutputChunk[]): { scripts: string[]; styles: string[] } {
  const chunks = new Set([...closureOf(built, '/app/app.tsx'), ...built.filter(({ name }) => name === 'shared')])
  return {
    scripts: [...chunks].map(({ fileName }) => fileName),
    styles: [...chunks].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]),
  }
}

function closureOf(built: readonly Rolldown.OutputChunk[], end: string): Rolldown.OutputChunk[] {
  const start = built.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(end)))
  if (!start) throw new Error(`No script holds ${end}`)
  const byFile = new Map(built.map((chunk) => [chunk.fileName, chunk]))
  const closure = new Set([start])
  for (const chunk of closure) for (const next of chunk.imports) closure.add(byFile.get(next) ?? chunk)
  return [...closure]
}
