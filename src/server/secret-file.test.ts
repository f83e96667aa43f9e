import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from './config.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attend-secret-'))
})
afterEach(() => rm(folder, { recursive: true }))

const read = (settings: Record<string, string> = {}) => readConfig({ DATA_DIR: folder, ...settings })

test('a new data folder gets a permanent secret', async () => {
  const { secret, isNewSecret } = read()
  expect([secret.length >= 32, isNewSecret]).toEqual([true, true])
  expect(read()).toMatchObject({ secret, isNewSecret: false, formerSecrets: [] })
})

test.each(['postgres/cluster', 'files'])(
  'a secret that is missing next to data in %s is not created again',
  async (data) => {
    await mkdir(join(folder, data), { recursive: true })
    expect(() => read()).toThrow(
      /^The secret of the data in .* is missing: put the file .*secret back.*or set APP_SECRET/,
    )
    await expect(readFile(join(folder, 'secret'))).rejects.toThrow('ENOENT')
    expect(read({ APP_SECRET: 's'.repeat(32) }).secret).toBe('s'.repeat(32))
  },
)

test('a renamed secret becomes the former secret', async () => {
  const { secret } = read()
  await mkdir(join(folder, 'files'))
  await rename(join(folder, 'secret'), join(folder, 'secret.former'))
  const replaced = read()
  expect(replaced.formerSecrets).toEqual([secret])
  expect(replaced.secret).not.toBe(secret)
})

test('former secrets are separated by commas', () => {
  const [a, b] = ['a'.repeat(32), 'b'.repeat(32)]
  expect(read({ APP_SECRET: 'c'.repeat(32), APP_SECRET_FORMER: `${a},${b}` }).formerSecrets).toEqual([a, b])
})
