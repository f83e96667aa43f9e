import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findWeights } from '#test/weights.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'find-weights-'))
  await mkdir(join(folder, 'present'))
  vi.stubEnv('TEST_WEIGHTS', folder)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

test('tests find the weights that were fetched', () => {
  expect(findWeights('present')).toBe(join(folder, 'present'))
})

test('without weights, tests are skipped on a developer’s machine and fail in CI', () => {
  vi.stubEnv('TEST_WEIGHTS_REQUIRED', '')
  expect(findWeights('absent')).toBeUndefined()
  vi.stubEnv('TEST_WEIGHTS_REQUIRED', '1')
  expect(() => findWeights('absent')).toThrow('npm run test:weights')
})
