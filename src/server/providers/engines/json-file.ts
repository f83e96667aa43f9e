import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type * as z from 'zod'

/** The content of a small JSON file; undefined without one, or if it has another form. */
export function readJsonFile<T>(path: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data
  } catch {
    return undefined
  }
}

/** Replaces a small JSON file atomically, so that other processes never read half of it. */
export async function writeJsonFile(path: string, content: unknown): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, JSON.stringify(content))
  await rename(draft, path)
}
