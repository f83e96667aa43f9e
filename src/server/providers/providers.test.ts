import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { drafterSettings } from './providers.ts'

const secret = 'a-secret-of-32-letters-and-more-x'
const configOf = (env: Record<string, string>) => readConfig({ APP_SECRET: secret, ...env })

test('a model that is chosen in the product is used instead of a file or model of the settings', () => {
  for (const DRAFTER_MODEL of ['', 'phi-4-mini']) {
    const config = configOf({ DRAFTER_MODEL_PATH: '/models/own.gguf', DRAFTER_MODEL })
    expect(drafterSettings(config, 'qwen3-1.7b')).toMatchObject({
      kind: 'embedded',
      model: 'qwen3-1.7b',
      modelPath: undefined,
    })
  }
})

test('with DRAFTER=embedded, the file of the settings is used', () => {
  const config = configOf({ DRAFTER: 'embedded', DRAFTER_MODEL_PATH: '/models/own.gguf' })
  expect(drafterSettings(config)).toMatchObject({ kind: 'embedded', modelPath: '/models/own.gguf' })
})
