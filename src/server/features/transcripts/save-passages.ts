import type { Context, Services } from '#server/context.ts'
import type { Passage } from '#server/providers/speech/port.ts'
import type { Task } from '#server/session-pipeline/step.ts'
import { asUser } from '#server/use-case/as-user.ts'
import { insertPassages, type NumberedPassage, ParallelRunError } from './passages-store.ts'

export interface SavedPassages {
  /** The passages of earlier runs. */
  finished: readonly Passage[]
  add: (passage: Passage) => void
  /** Saves what is not saved yet. Resolves also if that fails. */
  flush: () => Promise<void>
}

/**
 * Saves the passages of a running transcription in order, one write at a time. A passage that could not be saved is
 * saved with the next passage, because a gap would lose words. If another run saves passages of the same session, or a
 * transcript was imported, this run stops saving.
 * @param onSaved called after each write, in its transaction
 */
export function savePassages(
  services: Services,
  { userId, sessionId }: Task,
  finished: readonly Passage[],
  onSaved: (context: Context) => Promise<void>,
): SavedPassages {
  const counts = new Map<string, number>()
  const withNumber = (passage: Passage): NumberedPassage => {
    const key = `${passage.channel} ${passage.engine}`
    const n = counts.get(key) ?? 0
    counts.set(key, n + 1)
    return { ...passage, n }
  }
  for (const passage of finished) withNumber(passage)
  let pending: NumberedPassage[] = []
  let saving: Promise<void> | undefined
  let hasParallelRun = false

  async function save(): Promise<void> {
    const batch = [...pending]
    await asUser(services, userId, async (context) => {
      await insertPassages(context.db, sessionId, batch)
      await onSaved(context)
    })
    pending = pending.slice(batch.length)
  }

  async function saveAll(): Promise<void> {
    try {
      while (pending.length > 0) await save()
    } catch (err) {
      hasParallelRun = err instanceof ParallelRunError
      services.log.warn({ err, sessionId }, 'passages of a transcription could not be saved')
    } finally {
      saving = undefined
    }
  }

  return {
    finished,
    add(passage) {
      pending.push(withNumber(passage))
      if (!saving && !hasParallelRun) saving = saveAll()
    },
    async flush() {
      await saving
      // The last write may have failed.
      if (pending.length > 0 && !hasParallelRun) await (saving = saveAll())
    },
  }
}
