import type { Context } from '#server/context.ts'
import { enqueueNext, enqueueStep } from '#server/session-pipeline/enqueue-step.ts'

/** Enqueues the next step of a recording: the transcription if its audio is stored, otherwise the processing. */
export async function enqueueForRecording(
  context: Context,
  { state }: { state: string },
  sessionId: string,
): Promise<void> {
  await (state === 'stored' ? enqueueNext : enqueueStep)(context, 'process', sessionId)
}
