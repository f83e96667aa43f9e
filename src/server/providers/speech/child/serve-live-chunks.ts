import { toFloat32 } from '../samples.ts'
import type { FromWarmChild, ToWarmChild } from './messages.ts'
import type { MakeRecognizer, Recognizer } from './recognizer.ts'
import { explain, needVoiceDetector } from './serve.ts'
import { PassageTranscriber } from './transcribe.ts'
import type { ReusableDetector } from './voice.ts'

/**
 * Transcribes live chunks in sequence for the parent process, with the weights loaded once. The process ends with its
 * parent.
 */
export function serveLiveChunks(makeRecognizer: MakeRecognizer): void {
  process.once('disconnect', () => process.exit(0))
  const transcribe = createChunkTranscriber(makeRecognizer)
  process.on('message', (piece: ToWarmChild) => {
    void transcribe(piece)
      .then((text): FromWarmChild => ({ text }), explain)
      .then((answer) => process.send?.(answer))
  })
}

/** Returns a function that transcribes one live chunk at a time. Recognizer and voice detector are created once. */
export function createChunkTranscriber(
  makeRecognizer: MakeRecognizer,
  makeDetector: () => Promise<ReusableDetector> = needVoiceDetector,
): (piece: ToWarmChild) => Promise<string> {
  let recognizer: Recognizer | undefined
  let detector: ReusableDetector | undefined
  return async (piece) => {
    recognizer ??= await makeRecognizer(piece.model, piece)
    detector ??= await makeDetector()
    detector.reset()
    return wordsOf(piece.samples, recognizer, detector)
  }
}

/** The words of a chunk, transcribed together from the first to the last speech, so that they have context. */
function wordsOf(samples: Int16Array, recognizer: Recognizer, detector: ReusableDetector): string {
  const transcriber = new PassageTranscriber(recognizer, {})
  const floats = toFloat32(samples)
  transcriber.accept(floats)
  const passages = [...detector.accept(floats), ...detector.flush()].map((stretch) => transcriber.speech(stretch))
  return [...passages, transcriber.flush()]
    .flatMap((passage) => passage?.segments ?? [])
    .map(({ text }) => text)
    .join(' ')
}
