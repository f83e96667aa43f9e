// Insights or suggestions on a thread of its own: gets what is asked for, answers what was found.
import { parentPort, workerData } from 'node:worker_threads'
import { insightsOf } from '#server/clinical-text/insights/analyze.ts'
import { suggestionsFrom } from '#server/clinical-text/insights/suggest.ts'
import type { Asked } from './analyst.ts'

const asked: Asked = workerData
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- it takes a thread's port for a window
parentPort?.postMessage(asked.kind === 'analyze' ? insightsOf(asked.request) : suggestionsFrom(asked.request))
