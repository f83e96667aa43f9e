import { toFloat32 } from '../samples.ts'
import { spokenText } from '../spoken-text.ts'
import type { FromWarmChild, ToWarmChild } from './messages.ts'
import type { MakeRecognizer, Recognizer } from './recognizer.ts'
import { explain, needVoiceDetector, shortest } from './serve.ts'

/**
 * Transcribes live chunks in sequence for the parent process, with the weights loaded once. It ends with the parent.
 */
export function serveLiveChunks(makeRecognizer: MakeRecognizer): void {
  process.once('disconnect', () => process.exit(0))
  let recognizer: Recognizer | undefined
  process.on('message', (piece: ToWarmChild) => {
    const transcribe = async (): Promise<FromWarmChild> => {
      recognizer ??= await makeRecognizer(piece.model, piece.language)
      return { text: await wordsOf(piece.samples, recognizer) }
    }
    void transcribe()
      .catch(explain)
      .then((answer) => process.send?.(answer))
  })
}

async function wordsOf(samples: Int16Array, recognizer: Recognizer): Promise<string> {
  const detector = await needVoiceDetector()
  const stretches = [...detector.accept(toFloat32(samples)), ...detector.flush()]
  return stretches
    .filter((stretch) => stretch.samples.length >= shortest)
    .map((stretch) => spokenText(recognizer.recognize(stretch.samples)))
    .filter((text) => text !== '')
    .join(' ')
}
