// A draft on a thread of its own: gets the request, answers the draft.
import { parentPort, workerData } from 'node:worker_threads'
import type { DraftRequest } from '../port.ts'
import { createExtractiveDrafter } from './drafter.ts'

const request: Omit<DraftRequest, 'signal'> = workerData
const draft = await createExtractiveDrafter().draft({ ...request, signal: new AbortController().signal })
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- it takes a thread's port for a window
parentPort?.postMessage(draft)
