import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { embeddedModels } from './models.ts'
import { embeddedWeights } from './weights.ts'

let folder: string
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'weights-'))))
afterEach(() => rm(folder, { recursive: true }))

const never = () => new AbortController().signal

test('a model that is not in the list is rejected', () => {
  expect(() => embeddedWeights({ model: 'gpt-9', modelFolder: folder })).toThrow(
    'DRAFTER_MODEL is "gpt-9". The embedded engine knows qwen3-4b, qwen3-1.7b, phi-4-mini.',
  )
})

test('a file that is installed by hand is used as it is', async () => {
  const modelPath = join(folder, 'mine.gguf')
  await writeFile(modelPath, 'GGUF')
  const weights = embeddedWeights({ modelPath, modelFolder: folder })
  expect(weights.name).toBe('mine')
  expect(await weights.install(never())).toBe(modelPath)
})

test('a missing file that is to be installed by hand is reported', async () => {
  const weights = embeddedWeights({ modelPath: join(folder, 'none.gguf'), modelFolder: folder })
  await expect(weights.install(never())).rejects.toThrow('DRAFTER_MODEL_PATH names no file: none.gguf.')
})

test('a file of the right length with other content is rejected before it is loaded', async () => {
  const [file] = embeddedModels['qwen3-1.7b'].files
  await mkdir(join(folder, 'qwen3-1.7b'))
  const path = join(folder, 'qwen3-1.7b', file.name)
  await writeFile(path, 'GGUF')
  // A sparse file takes no space.
  await truncate(path, file.bytes)
  const weights = embeddedWeights({ model: 'qwen3-1.7b', modelFolder: folder })
  await expect(weights.install(never())).rejects.toThrow(
    `${file.name} does not match its checksum. Delete it, and Attend downloads it again.`,
  )
})

test('every listed model has one file, a license that allows redistribution, and a memory requirement', () => {
  for (const { files, license, memory, base } of Object.values(embeddedModels)) {
    expect(files).toHaveLength(1)
    expect(files[0].sha256).toHaveLength(createHash('sha256').digest('hex').length)
    expect(['Apache-2.0', 'MIT']).toContain(license)
    expect(memory).toBeGreaterThan(files[0].bytes)
    expect(base).toMatch(/\/resolve\/[0-9a-f]{40}\/$/)
  }
})
