import type { Section, Statement } from '#shared/contract/notes.ts'
import type { Transcript } from '#shared/contract/transcripts.ts'
import { afterSecondReading, exchangeOf } from '#server/clinical-text/evidence/second-reading.ts'
import type { Services } from '#server/context.ts'
import { type Draft, DrafterError } from '#server/providers/drafter/port.ts'
import type { Judgement, SecondReader } from '#server/providers/second-reader/port.ts'

/** Usual time limit of a second reading, in milliseconds. The note is saved only after the reading. */
export const secondReadingMs = 120_000

export interface SecondReading {
  /** Null if the draft needs no second reading. */
  secondReading: 'made' | 'not made' | null
  judgements: readonly Judgement[]
  /** True if the reading failed with a transient error. */
  isInterrupted: boolean
}

/** The facts about the session of a draft that a reading needs. */
export interface DraftContext {
  transcript: Transcript
  clientFirstName: string
  sessionId: string
  signal: AbortSignal
}

/**
 * Lets a language model read the statements of a draft a second time. A reading that fails or takes too long does not
 * fail the draft: the judgements so far are used, and the note shows that the second reading was not made.
 */
export async function readAgain(
  { secondReader, log }: Pick<Services, 'log'> & { secondReader: Pick<SecondReader, 'longestMs' | 'read'> | null },
  draft: Draft,
  { transcript, clientFirstName, sessionId, signal }: DraftContext,
): Promise<SecondReading> {
  if (!secondReader || draft.drafter !== 'language-model')
    return { secondReading: null, judgements: [], isInterrupted: false }
  const request = {
    statements: statementsWithEvidence(draft.sections).map((statement) => ({
      text: statement.text,
      exchange: exchangeOf(statement, transcript),
      quotes: statement.evidence.map(({ quote }) => quote),
    })),
    clientFirstName,
    signal: AbortSignal.any([signal, AbortSignal.timeout(secondReader.longestMs ?? secondReadingMs)]),
  }
  const judgements: Judgement[] = []
  try {
    for await (const judgement of secondReader.read(request)) judgements.push(judgement)
    return { secondReading: 'made', judgements, isInterrupted: false }
  } catch (error) {
    signal.throwIfAborted()
    log.warn({ sessionId, reason: reasonOf(error) }, 'a note was not read a second time')
    return { secondReading: 'not made', judgements, isInterrupted: isTransientError(error) }
  }
}

/**
 * Adds the doubts of a second reading to the sentences, whose checks may have changed since the reading. If a sentence
 * was judged twice, the first doubt counts.
 */
export function withJudgements(
  sections: readonly Section[],
  judgements: readonly Judgement[],
  transcript: Transcript,
): Section[] {
  const doubts = judgements.filter(({ verdict }) => verdict !== 'entailed')
  const places = new Map(statementsWithEvidence(sections).map((statement, place) => [statement, place]))
  return sections.map((section) => ({
    ...section,
    statements: section.statements.map((statement) => {
      const doubt = doubts.find((one) => one.statement === places.get(statement))
      return doubt ? afterSecondReading(statement, doubt, transcript) : statement
    }),
  }))
}

/** Lists the statements that are read a second time, in the order of the note. */
const statementsWithEvidence = (sections: readonly Section[]): Statement[] =>
  sections.flatMap(({ statements }) => statements).filter(({ evidence }) => evidence.length > 0)

/** True for an error after which a repeated reading may succeed. */
export const isTransientError = (error: unknown) => error instanceof DrafterError && error.transient

/** Returns the reason of an error for the log. Messages of unexpected errors may quote the session and are left out. */
export function reasonOf(error: unknown): string {
  if (error instanceof DrafterError) return error.message
  return error instanceof Error ? error.name : 'unexpected'
}
