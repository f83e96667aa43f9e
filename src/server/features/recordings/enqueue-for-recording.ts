import type { Context } from '#server/context.ts'
import { enqueueNext, enqueueStep } from '#server/session-pipeline/enqueue-step.ts'

/** Enqueues the step that a recording needs: its processing, or the next step once its audio is stored. */
export async function enqueueForRecording(
  context: Context,
  { state }: { state: string },
  sessionId: string,
): Promise<void> {
  await (state === 'stored' ? enqueueNext : enqueueStep)(context, 'process', sessionId)
}
