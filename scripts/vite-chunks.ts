import type { Rolldown } from 'vite'

/** Ending of the id of a page's component, which the router loads with the page. */
export const pageComponent = '.tsx?tsr-split=component'

/** Endings of the ids of the modules whose static imports the auth app needs first. */
const authApp = ['/app/main.tsx', '/app/auth-app.tsx', '/pages/login.tsx']

/** Endings of the ids of the modules whose static imports the frame around every page needs first. */
const appFrame = ['/app/main.tsx', '/app/app.tsx', '/app/shell/shell-route.tsx?tsr-split=component']

/** The first page after sign-in. The app's file contains the modules that it shares with other pages. */
const firstPage = 'dashboard'

/** Pages that are opened most. None of them loads modules that only other pages need. */
export const frequentPages = [firstPage, 'clients', 'client', 'note', 'calendar', 'session-notes']

/** Modules that load some seconds after the page of a note. */
const laterInNote = ['/transcripts/transcript-panel.tsx', '/review/review-view.tsx']

/** A module that is needed by this many frequent pages moves into the app's file, so that they load one file less. Toasts count as a page. */
const minPartCount = 3

/** A module of the other pages that is imported by this many files moves into the shared file. */
const minShareCount = 3

/**
 * Groups modules into files by the chunks of a default build: modules of both apps, of one app, of frequent pages, and
 * those that several other pages share. By default every combination of pages gets its own file, and a page requests
 * 140 files.
 */
export function chunkGroups(built: readonly Rolldown.OutputChunk[]): Rolldown.CodeSplittingOptions {
  const modulesFor = (ends: readonly string[]) =>
    new Set(ends.flatMap((end) => closureOf(built, end)).flatMap(({ moduleIds }) => moduleIds))
  const auth = modulesFor(authApp)
  const app = modulesFor(appFrame)
  const pages = frequentPages.map((name) => {
    const ownModules = new Set(chunkOf(built, `/pages/${name}${pageComponent}`).moduleIds)
    return { name, ownModules, modules: modulesFor([`/pages/${name}${pageComponent}`]) }
  })
  const toasts = modulesFor(['/ui/feedback/toasts.tsx'])
  const early = [...pages, { name: 'toasts', ownModules: toasts, modules: toasts }]
  const filter = modulesFor(['/clients/list/therapist-select.tsx'])
  const parts = [...early, { name: 'therapist-select', ownModules: filter, modules: filter }]
  const noteLater = modulesFor(laterInNote)
  const styles = new Set(pages.flatMap(({ modules }) => [...modules]).filter((id) => id.endsWith('.css')))
  const groupOf = (id: string): string | null => {
    const needing = parts.filter(({ modules }) => modules.has(id))
    if (auth.has(id)) return app.has(id) || needing.length > 0 ? 'start' : 'auth-app'
    // Over HTTP/1.1 every small stylesheet occupies one of six connections, which the scripts need.
    if (app.has(id) || styles.has(id)) return 'app'
    const [first] = needing
    if (first === undefined) return noteLater.has(id) ? 'note-later' : null
    if (first.ownModules.has(id)) return first.name
    if (first.name === firstPage || early.filter((part) => needing.includes(part)).length >= minPartCount) return 'app'
    // Each pair of parts has its own shared file: with one file for all, a page would load a popup library to get an icon.
    return `shared-${needing.map(({ name }) => name).join('-')}`
  }
  return {
    includeDependenciesRecursively: false,
    groups: [
      { name: groupOf, debugName: 'pages' },
      { name: (id, graph) => (isOfSchemas(id, graph) ? 'schemas' : null), debugName: 'schemas' },
      { name: 'shared', minShareCount },
    ],
  }
}

/** True for the validation library and the schemas. Few forms need them, so they have their own file. */
function isOfSchemas(id: string, graph: Rolldown.ChunkingContext): boolean {
  return isZod(id) || (graph.getModuleInfo(id)?.importedIds.some(isZod) ?? false)
}

const isZod = (id: string) => id.includes('/node_modules/zod/') || id.endsWith('/app/zod.ts')

/** The files that a module and its static imports need. The module's id ends with `pathSuffix`. */
export function filesOf(
  built: readonly Rolldown.OutputChunk[],
  pathSuffix: string,
): { scripts: string[]; styles: string[] } {
  const chunks = closureOf(built, pathSuffix)
  return {
    scripts: chunks.map(({ fileName }) => fileName),
    styles: chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]),
  }
}

function closureOf(built: readonly Rolldown.OutputChunk[], pathSuffix: string): Rolldown.OutputChunk[] {
  const byFile = new Map(built.map((chunk) => [chunk.fileName, chunk]))
  const closure = new Set([chunkOf(built, pathSuffix)])
  for (const chunk of closure) for (const next of chunk.imports) closure.add(byFile.get(next) ?? chunk)
  return [...closure]
}

function chunkOf(built: readonly Rolldown.OutputChunk[], pathSuffix: string): Rolldown.OutputChunk {
  const chunk = built.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(pathSuffix)))
  if (!chunk) throw new Error(`No script contains ${pathSuffix}`)
  return chunk
}
