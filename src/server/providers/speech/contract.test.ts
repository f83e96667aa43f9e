import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll } from 'vitest'
import { createEmbeddedSpeech } from './embedded.ts'
import { createEndpointSpeech } from './endpoint.ts'
import { createFakeSpeech } from './fake.ts'
import { speechContract } from './fixtures/contract.ts'
import { type EndpointServer, serveEndpoint, verbose } from './fixtures/endpoint-server.ts'
import { noRecording, soundless, speech, twoSpeakers } from './fixtures/recordings.ts'
import { writeTinyWhisper } from './fixtures/tiny-whisper.ts'
import { createModelStore } from './create.ts'
import { SpeechError } from './port.ts'

const stub = fileURLToPath(new URL('fixtures/stub-child.ts', import.meta.url))

let endpoint: EndpointServer
beforeAll(async () => {
  endpoint = await serveEndpoint(verbose)
})
afterAll(() => endpoint[Symbol.asyncDispose]())

const embedded = (modelPath: string, program?: string) =>
  createEmbeddedSpeech({
    store: createModelStore({ modelFolder: modelPath, modelPath }),
    language: 'en',
    ffmpeg: 'none',
    ...(program && { program }),
  })

speechContract('the endpoint adapter', () =>
  Promise.resolve(createEndpointSpeech({ baseUrl: endpoint.baseUrl, language: 'en', ffmpeg: 'none' })),
)

speechContract('the embedded engine with a miniature Whisper', async (folder) => {
  await writeTinyWhisper(join(folder, 'tiny'))
  return embedded(join(folder, 'tiny'))
})

speechContract('the embedded engine with a stub recogniser', async (folder) => {
  await mkdir(join(folder, 'stub'))
  for (const name of ['encoder.onnx', 'decoder.onnx', 'tokens.txt']) await writeFile(join(folder, 'stub', name), 'hear')
  return embedded(join(folder, 'stub'), stub)
})

speechContract('the fake', () =>
  Promise.resolve(
    createFakeSpeech((path, { onProgress }) => {
      onProgress(0.5)
      if (path === noRecording || path === soundless) throw new SpeechError('file_unsupported', 'no audio')
      if (path === speech) return [{ start: 0, end: 2, text: 'Good morning.' }]
      if (path !== twoSpeakers) return []
      return [
        { start: 0, end: 2, text: 'Good morning.', label: 'Channel 1' },
        { start: 4, end: 6, text: 'Good morning.', label: 'Channel 2' },
      ]
    }),
  ),
)
