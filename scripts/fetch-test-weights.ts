// npm run test:weights: downloads the weights of real models for tests, outside the checkout. They are not part of the product.
import { weightsFolder } from '#test/weights.ts'
import { fetchModel } from './test-weights/fetch.ts'
import { testModels } from './test-weights/models.ts'

for (const model of testModels) {
  try {
    const isNew = await fetchModel(model, weightsFolder())
    console.log(`${model.folder} (${model.license}): ${isNew ? 'downloaded and verified' : 'verified'}`)
  } catch (error) {
    console.error(`${model.folder} is missing: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  }
}
