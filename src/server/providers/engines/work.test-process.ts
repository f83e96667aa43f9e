// Downloads the requested models until the test kills it.
import { createEngines } from './create.ts'
import { smallModel } from './mirror.test-server.ts'

const [folder = '', mirror = ''] = process.argv.slice(2)
const engines = createEngines({
  folder,
  models: [smallModel],
  settings: { SPEECH_ENGINE: 'auto', MODELS_MIRROR: mirror },
})
await engines.work(new AbortController().signal, {
  onInstalled: async () => null,
  onError: (_, error) => String(error),
})
