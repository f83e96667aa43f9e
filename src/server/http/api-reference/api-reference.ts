import type { ServerResponse } from 'node:http'
import { noteRoute } from '#server/monitoring/request-trace.ts'
import { threads } from '#server/threads/pool.ts'
import { referencePage } from './reference-page.ts'

const documentPath = '/api/openapi.json'
const referencePath = '/api/reference'

let cached: Promise<{ document: string; page: string }> | undefined

/** Serves the description of the API, which contains no data, so that no sign-in is needed. Returns false for other paths. */
export async function serveApiReference(path: string, response: ServerResponse): Promise<boolean> {
  if (path !== documentPath && path !== referencePath) return false
  noteRoute(path)
  cached ??= describe()
  const { document, page } = await cached
  const [type, text] = path === documentPath ? ['application/json', document] : ['text/html; charset=utf-8', page]
  response.writeHead(200, { 'content-type': type, 'cache-control': 'public, max-age=300' }).end(text)
  return true
}

async function describe(): Promise<{ document: string; page: string }> {
  try {
    const document = await threads.run('describeApi', null)
    return { document, page: referencePage(document) }
  } catch (error) {
    cached = undefined
    throw error
  }
}
