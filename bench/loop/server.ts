// The web process alone, for run.ts. Reports how long its event loop was blocked.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createFakeAnalyst } from '#server/providers/analyst/fake.ts'
import { createFakeSpeech } from '#server/providers/speech/fake.ts'
import { runProduct } from '../running-product.ts'
import { seedYear } from './seed-year.ts'

const product = await runProduct({ speech: createFakeSpeech([]), analyst: createFakeAnalyst(), hasWorker: false })
await seedYear(product)
const delays = monitorEventLoopDelay({ resolution: 5 })
delays.enable()
process.on('message', () => {
  process.send?.({ p50: delays.percentile(50) / 1e6, p99: delays.percentile(99) / 1e6, max: delays.max / 1e6 })
  delays.reset()
})
process.once('disconnect', () => void product[Symbol.asyncDispose]().then(() => process.exit()))
process.send?.({ url: product.url, headers: product.headers, clientId: product.clientId })
