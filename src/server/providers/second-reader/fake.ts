import type { FoundRisk, Judgement, SecondReader, SecondReading } from './port.ts'

export interface FakeSecondReader extends SecondReader {
  /** All requests so far. */
  readonly requests: SecondReading[]
  /** Sets the judgement of the statement with these words. All other statements are entailed. */
  doubt(text: string, judgement: Pick<Judgement, 'verdict' | 'words'>): void
  /** Adds risks that the reader finds in every session that has their turns. */
  find(...risks: FoundRisk[]): void
  /** Fails requests with this error after this many judgements or findings. Null lets requests succeed again. */
  failAfter(answers: number, error: Error | null): void
}

/** A second reader for tests of other parts. */
export function createFakeSecondReader(): FakeSecondReader {
  const requests: SecondReading[] = []
  const doubts = new Map<string, Pick<Judgement, 'verdict' | 'words'>>()
  const found: FoundRisk[] = []
  let failure: { after: number; error: Error } | null = null
  return {
    requests,
    doubt: (text, judgement) => void doubts.set(text, judgement),
    find: (...risks) => void found.push(...risks),
    failAfter(after, error) {
      failure = error && { after, error }
    },
    async *read(request) {
      request.signal.throwIfAborted()
      requests.push(request)
      for (const [at, { text }] of request.statements.entries()) {
        if (failure && at >= failure.after) throw failure.error
        yield { statement: at, verdict: 'entailed', words: '', ...doubts.get(text) }
      }
    },
    async *readForRisk({ transcript, signal }) {
      signal.throwIfAborted()
      for (const [at, risk] of found.filter(({ utterance }) => utterance < transcript.utterances.length).entries()) {
        if (failure && at >= failure.after) throw failure.error
        yield risk
      }
      if (failure && found.length <= failure.after) throw failure.error
    },
  }
}
