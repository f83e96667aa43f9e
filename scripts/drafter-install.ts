import { readConfig } from '#server/config.ts'
import { modelFolder } from '#server/providers/engines/create.ts'
import { embeddedModels } from '#server/providers/drafter/embedded/models.ts'
import { embeddedWeights } from '#server/providers/drafter/embedded/weights.ts'

/** Downloads the weights of the embedded language model: `npm run drafter:install [-- model]`. */
const config = readConfig()
const [model = config.DRAFTER_MODEL] = process.argv.slice(2)
try {
  const weights = embeddedWeights({ model, modelFolder: modelFolder(config), mirror: config.MODELS_MIRROR })
  const label = weights.model?.label ?? weights.name
  const path = await weights.install(new AbortController().signal, (percent) =>
    process.stdout.write(`\r${label}: ${percent} %`),
  )
  console.log(`\nReady: ${path}`)
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : 'The model cannot be downloaded.'}`)
  console.error('These models can be downloaded:')
  for (const [id, { label, license, memory }] of Object.entries(embeddedModels))
    console.error(`  ${id}  ${label}, ${license}, needs ${(memory / 1e9).toFixed(1)} GB of memory`)
  console.error(
    'A downloaded part is stored; run this again to continue. Or put a GGUF file on this machine and set DRAFTER_MODEL_PATH.',
  )
  process.exitCode = 1
}
