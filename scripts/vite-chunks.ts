import type { Rolldown } from 'vite'

/** Modules that are needed at one moment, by the endings of the ids of the modules that import them. */
interface Moment {
  name: string
  from: readonly string[]
}

/** Modules that the screen needs first: the auth app, and the frame around every page of the app. */
const moments: readonly Moment[] = [
  { name: 'auth-app', from: ['/app/main.tsx', '/app/auth-app.tsx', '/pages/login.tsx'] },
  { name: 'app', from: ['/app/app.tsx', '/app/shell/shell-route.tsx?tsr-split=component'] },
]

/** Number of importing files from which a module moves into the shared file. */
const minShareCount = 3

/**
 * Groups modules into files, learnt from a build with default chunks: for each moment the modules needed then and not
 * before; for the others, the modules that several pages share. By default every combination of pages gets its own
 * file, and a page requests 140 files.
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

/** The validation library and the schemas. Few forms need them, so the other pages do not load them. */
function isOfSchemas(id: string, graph: Rolldown.ChunkingContext): boolean {
  return isZod(id) || (graph.getModuleInfo(id)?.importedIds.some(isZod) ?? false)
}

const isZod = (id: string) => id.includes('/node_modules/zod/') || id.endsWith('/app/zod.ts')

/** The files that every page of the app needs. */
export function filesOfApp(built: readonly Rolldown.OutputChunk[]): { scripts: string[]; styles: string[] } {
  const chunks = new Set([...closureOf(built, '/app/app.tsx'), ...built.filter(({ name }) => name === 'shared')])
  return {
    scripts: [...chunks].map(({ fileName }) => fileName),
    styles: [...chunks].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]),
  }
}

function closureOf(built: readonly Rolldown.OutputChunk[], end: string): Rolldown.OutputChunk[] {
  const start = built.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(end)))
  if (!start) throw new Error(`No script contains ${end}`)
  const byFile = new Map(built.map((chunk) => [chunk.fileName, chunk]))
  const closure = new Set([start])
  for (const chunk of closure) for (const next of chunk.imports) closure.add(byFile.get(next) ?? chunk)
  return [...closure]
}
