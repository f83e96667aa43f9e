import type { SpeechStatus } from '#shared/contract/transcripts.ts'
import type { Context } from '#server/context.ts'

/** Returns which speech engine is set up, and whether it can transcribe now. */
export async function speechStatus({ speech }: Context): Promise<SpeechStatus> {
  return speech.status()
}
