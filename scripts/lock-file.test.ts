import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import * as z from 'zod'

const Lock = z.object({
  packages: z.record(z.string(), z.object({ optionalDependencies: z.record(z.string(), z.string()).optional() })),
})

// npm leaves out of the lock file what its registry did not have when it was written, and `npm ci` then refuses to begin.
test('the lock file names the optional packages of every platform', async () => {
  const { packages } = Lock.parse(JSON.parse(await readFile(new URL('../package-lock.json', import.meta.url), 'utf8')))
  const missing = Object.entries(packages).flatMap(([place, { optionalDependencies }]) =>
    Object.keys(optionalDependencies ?? {}).filter(
      (name) => !(`${place}/node_modules/${name}` in packages || `node_modules/${name}` in packages),
    ),
  )
  expect(missing).toEqual([])
})
