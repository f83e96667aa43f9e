import type { SafetyPassage } from '#shared/contract/notes.ts'
import type { Transcript, Utterance } from '#shared/contract/transcripts.ts'

/** A sentence of a note, with the exchange around its quotes. */
export interface ReadStatement {
  text: string
  exchange: readonly Pick<Utterance, 'speaker' | 'label' | 'text'>[]
  /** The quotes of the sentence, which occur in the exchange. */
  quotes: readonly string[]
}

export const verdicts = ['entailed', 'contradicted', 'not stated'] as const

export interface Judgement {
  /** Index of the statement in the request. */
  statement: number
  verdict: (typeof verdicts)[number]
  /** The deciding words of the exchange, as the reader returned them, unchecked. */
  words: string
}

export interface SecondReading {
  statements: readonly ReadStatement[]
  clientFirstName: string
  signal: AbortSignal
}

export interface RiskReading {
  transcript: Transcript
  clientFirstName: string
  signal: AbortSignal
}

/** A turn that may be about risk. */
export interface FoundRisk {
  /** Index of the utterance. */
  utterance: number
  topic: SafetyPassage['topic']
}

/** Reads each statement of a draft against its exchange, and a session for risk, without knowing the drafter. */
export interface SecondReader {
  /** Time limit of a reading in milliseconds, if it differs from the usual limit. */
  readonly longestMs?: number | undefined
  /**
   * One judgement for each statement, in any order, as they arrive.
   * @throws DrafterError if the model does not answer or its answer cannot be repaired; an abort rejects with the
   * reason of `signal`
   */
  read(request: SecondReading): AsyncIterable<Judgement>
  /**
   * The turns of a session that may be about risk, as they are found, some of them more than once.
   * @throws as `read`
   */
  readForRisk(request: RiskReading): AsyncIterable<FoundRisk>
}
