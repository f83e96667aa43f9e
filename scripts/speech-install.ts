import { readConfig } from '#server/config.ts'
import { modelFolder } from '#server/providers/engines/create.ts'
import { createModelStore } from '#server/providers/speech/create.ts'
import { isModelId, models } from '#server/providers/speech/models.ts'
import {
  createSpeakerModelStore,
  defaultSpeakerModel,
  speakerModels,
} from '#server/providers/speech/speakers/models.ts'

/** Downloads the weights of the embedded speech engine and, with `SPEAKERS=local`, of the speaker model: `npm run speech:install [-- model]`. */
const config = readConfig()
const [requestedModel = config.SPEECH_MODEL] = process.argv.slice(2)
const model = requestedModel ?? 'whisper-base.en-int8'

if (!isModelId(model)) {
  console.error(`There is no model "${model}". Choose one of these:`)
  for (const [id, { label, license }] of Object.entries(models)) console.error(`  ${id}  ${label}, ${license}`)
  process.exit(2)
}

const folders = { modelFolder: modelFolder(config), mirror: config.MODELS_MIRROR }
const store = createModelStore({ model, ...folders })
try {
  const { encoder } = await store.install((percent) => process.stdout.write(`\r${models[model].label}: ${percent} %`))
  console.log(`\nReady: ${encoder}`)
  if (config.SPEAKERS === 'local') {
    const speakers = createSpeakerModelStore(folders)
    const { label } = speakerModels[defaultSpeakerModel]
    const { file } = await speakers.install((percent) => process.stdout.write(`\r${label}: ${percent} %`))
    console.log(`\nReady: ${file}`)
  }
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : 'The model cannot be downloaded.'}`)
  console.error(
    'The downloaded part is stored; run this again to continue. Or put the files into a folder yourself and set SPEECH_MODEL_PATH.',
  )
  process.exit(1)
}
