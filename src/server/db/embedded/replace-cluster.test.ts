import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { finishReplacement, replaceCluster } from './replace-cluster.ts'

let folder: string
let path: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attend-replace-'))
  path = join(folder, 'cluster')
})
afterEach(() => rm(folder, { recursive: true }))

async function addCluster(at: string, version: string): Promise<void> {
  await mkdir(at)
  await writeFile(join(at, 'PG_VERSION'), version)
}

const versionOf = (at: string) => readFile(join(at, 'PG_VERSION'), 'utf8')

test('after a kill between the two renames, the former cluster takes its place again', async () => {
  await addCluster(`${path}.former`, 'former')
  await finishReplacement(path)
  expect(await readdir(folder)).toEqual(['cluster'])
  expect(await versionOf(path)).toBe('former')
})

test('after a kill that follows both renames, the former cluster is deleted', async () => {
  await addCluster(`${path}.former`, 'former')
  await addCluster(path, 'restored')
  await finishReplacement(path)
  expect(await readdir(folder)).toEqual(['cluster'])
  expect(await versionOf(path)).toBe('restored')
})

test('a new folder stays empty', async () => {
  await finishReplacement(path)
  expect(await readdir(folder)).toEqual([])
})

test('the restored cluster takes the place of the existing one, which stays if that fails', async () => {
  await addCluster(path, 'existing')
  await expect(replaceCluster(path, `${path}.restored`)).rejects.toThrow('ENOENT')
  expect(await versionOf(path)).toBe('existing')
  await addCluster(`${path}.restored`, 'restored')
  await replaceCluster(path, `${path}.restored`)
  expect(await readdir(folder)).toEqual(['cluster'])
  expect(await versionOf(path)).toBe('restored')
})
