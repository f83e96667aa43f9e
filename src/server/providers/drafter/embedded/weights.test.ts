import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DownloadError } from '../../weights/download-error.ts'
import { download, sha256Of } from '../../weights/download.ts'
import { embeddedModels } from './models.ts'
import { embeddedWeights } from './weights.ts'

vi.mock(import('../../weights/download.ts'), async (original) => {
  const actual = await original()
  return { ...actual, download: vi.fn(actual.download), sha256Of: vi.fn(actual.sha256Of) }
})

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

/** Writes a file of the length of the model. A sparse file takes no space. */
async function writeModel(ending = ''): Promise<string> {
  const [file] = embeddedModels['qwen3-1.7b'].files
  await mkdir(join(folder, 'qwen3-1.7b'))
  const path = join(folder, 'qwen3-1.7b', file.name + ending)
  await writeFile(path, 'GGUF')
  await truncate(path, file.bytes)
  await utimes(path, 0, 0)
  return path
}

test('a file that could not be read is verified again', async () => {
  const path = await writeModel()
  const weights = embeddedWeights({ model: 'qwen3-1.7b', modelFolder: folder })
  vi.mocked(sha256Of).mockRejectedValueOnce(new Error('EIO'))
  await expect(weights.install(never())).rejects.toThrow('EIO')
  vi.mocked(sha256Of).mockResolvedValueOnce(embeddedModels['qwen3-1.7b'].files[0].sha256)
  expect(await weights.install(never())).toBe(path)
})

test('drafts, second readings and insights verify a file once', async () => {
  await writeModel()
  vi.mocked(sha256Of).mockClear().mockResolvedValueOnce(embeddedModels['qwen3-1.7b'].files[0].sha256)
  for (let use = 0; use < 3; use += 1)
    await embeddedWeights({ model: 'qwen3-1.7b', modelFolder: folder }).install(never())
  expect(sha256Of).toHaveBeenCalledTimes(1)
})

test.each([
  ['offline', true],
  ['disk', true],
  ['rejected', false],
  ['content', false],
] as const)('a download that fails because of "%s" is transient: %s', async (problem, transient) => {
  await writeModel('.part')
  vi.mocked(download).mockRejectedValueOnce(new DownloadError(problem, 'the reason'))
  const weights = embeddedWeights({ model: 'qwen3-1.7b', modelFolder: folder })
  await expect(weights.install(never())).rejects.toMatchObject({ name: 'DrafterError', transient })
})

test('a file of the right length with other content is rejected before it is loaded', async () => {
  const [file] = embeddedModels['qwen3-1.7b'].files
  await writeModel()
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
