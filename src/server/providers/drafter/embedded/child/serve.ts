import { writeFileSync } from 'node:fs'
import { GenerationError } from './generation-error.ts'
import { LoadedModel } from './loaded-model.ts'
import type { FromModelChild, Generation, ToModelChild } from './messages.ts'

/** Milliseconds between two heartbeats. */
const aliveMs = 3_000

/** Generates the requested answers with a model that stays loaded. The process ends with its parent. */
export function serveGenerations(): void {
  preferForOutOfMemoryKill()
  let loaded: { key: string; model: LoadedModel } | null = null
  let cancel = new AbortController()

  async function modelFor(generation: Generation): Promise<LoadedModel> {
    const { file, contextTokens, canUseGpu } = generation
    const key = JSON.stringify([file, contextTokens, canUseGpu])
    if (loaded?.key === key) return loaded.model
    await loaded?.model.dispose()
    loaded = null
    loaded = { key, model: await LoadedModel.load(generation) }
    return loaded.model
  }

  async function generate(generation: Generation, signal: AbortSignal): Promise<void> {
    const alive = setInterval(() => void send({ type: 'alive' }), aliveMs)
    try {
      const model = await modelFor(generation)
      const generated = await model.generate(generation, signal)
      await send({ type: 'done', generated })
    } catch (error) {
      await send(failureOf(error, signal))
    } finally {
      clearInterval(alive)
    }
  }

  process.once('disconnect', () => process.exit(0))
  process.on('message', (message: ToModelChild) => {
    if (message.type === 'cancel') return cancel.abort()
    cancel = new AbortController()
    void generate(message.generation, cancel.signal)
  })
}

function failureOf(error: unknown, signal: AbortSignal): FromModelChild {
  if (signal.aborted) return { type: 'failed', failure: 'canceled', detail: 'the draft was canceled' }
  if (error instanceof GenerationError) return { type: 'failed', failure: error.failure, detail: error.message }
  // The message of a native error may repeat the prompt.
  const name = error instanceof Error ? error.name : 'unknown error'
  return { type: 'failed', failure: 'other', detail: `the language model failed (${name})` }
}

/** Makes Linux end this process, instead of the database or the server, when memory runs out. */
function preferForOutOfMemoryKill(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '900')
  } catch {
    // Other systems have no such setting.
  }
}

function send(message: FromModelChild): Promise<void> {
  return new Promise((resolve) => process.send?.(message, undefined, {}, () => resolve()))
}
