import type { Section } from '#shared/contract/notes.ts'
import type { Transcript } from '#shared/contract/transcripts.ts'
import { afterSecondReading, exchangeOf } from '#server/clinical-text/evidence/second-reading.ts'
import type { Services } from '#server/context.ts'
import { type Draft, DrafterError } from '#server/providers/drafter/port.ts'
import type { Judgement, SecondReader } from '#server/providers/second-reader/port.ts'

/** Usual limit of a second reading in milliseconds; the note waits for it. */
export const secondReadingMs = 120_000

export interface ReadDraft extends Draft {
  /** Null if no second reading was due. */
  secondReading: 'made' | 'not made' | null
}

/** The surroundings of a draft that is read again. */
export interface Around {
  transcript: Transcript
  clientFirstName: string
  sessionId: string
  signal: AbortSignal
}

/**
 * Lets a language model read the statements of a draft a second time. A reading that fails or takes too long does not
 * fail the draft: its findings so far are used, and the note shows that the reading was not made.
 */
export async function readAgain(
  { secondReader, log }: Pick<Services, 'log'> & { secondReader: Pick<SecondReader, 'longestMs' | 'read'> | null },
  draft: Draft,
  { transcript, clientFirstName, sessionId, signal }: Around,
): Promise<ReadDraft> {
  if (!secondReader || draft.drafter !== 'language-model') return { ...draft, secondReading: null }
  const toRead = draft.sections.flatMap(({ statements }) => statements).filter(({ evidence }) => evidence.length > 0)
  const request = {
    statements: toRead.map((statement) => ({ text: statement.text, exchange: exchangeOf(statement, transcript) })),
    clientFirstName,
    signal: AbortSignal.any([signal, AbortSignal.timeout(secondReader.longestMs ?? secondReadingMs)]),
  }
  const found = new Map<unknown, Judgement>()
  const sections = (): Section[] =>
    draft.sections.map((section) => ({
      ...section,
      statements: section.statements.map((statement) => {
        const judgement = found.get(statement)
        return judgement ? afterSecondReading(statement, judgement, transcript) : statement
      }),
    }))
  try {
    for await (const judgement of secondReader.read(request)) found.set(toRead[judgement.statement], judgement)
    return { ...draft, sections: sections(), secondReading: 'made' }
  } catch (error) {
    signal.throwIfAborted()
    log.warn({ sessionId, reason: reasonOf(error) }, 'a note was not read a second time')
    return { ...draft, sections: sections(), secondReading: 'not made' }
  }
}

/** The reason for the log, without anything of the session. */
export function reasonOf(error: unknown): string {
  if (error instanceof DrafterError) return error.message
  return error instanceof Error ? error.name : 'unexpected'
}
