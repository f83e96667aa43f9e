import { toFloat32 } from '../samples.ts'
import type { FromWarmChild, ToWarmChild } from './messages.ts'
import type { MakeRecognizer, Recognizer } from './recognizer.ts'
import { explain, needVoiceDetector } from './serve.ts'
import { PassageTranscriber } from './transcribe.ts'

/**
 * Transcribes live chunks in sequence for the parent process, with the weights loaded once. The process ends with its
 * parent.
 */
export function serveLiveChunks(makeRecognizer: MakeRecognizer): void {
  process.once('disconnect', () => process.exit(0))
  let recognizer: Recognizer | undefined
  process.on('message', (piece: ToWarmChild) => {
    const transcribe = async (): Promise<FromWarmChild> => {
      recognizer ??= await makeRecognizer(piece.model, piece)
      return { text: await wordsOf(piece.samples, recognizer) }
    }
    void transcribe()
      .catch(explain)
      .then((answer) => process.send?.(answer))
  })
}

/** The words of a chunk, transcribed together from the first to the last speech, so that they have context. */
async function wordsOf(samples: Int16Array, recognizer: Recognizer): Promise<string> {
  const detector = await needVoiceDetector()
  const transcriber = new PassageTranscriber(recognizer, {})
  const floats = toFloat32(samples)
  transcriber.accept(floats)
  const passages = [...detector.accept(floats), ...detector.flush()].map((stretch) => transcriber.speech(stretch))
  return [...passages, transcriber.flush()]
    .flatMap((passage) => passage?.segments ?? [])
    .map(({ text }) => text)
    .join(' ')
}
