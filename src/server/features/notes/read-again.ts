import type { Section } from '#shared/contract/notes.ts'
import type { Transcript } from '#shared/contract/transcripts.ts'
import { afterSecondReading, exchangeOf } from '#server/clinical-text/evidence/second-reading.ts'
import type { Services } from '#server/context.ts'
import { type Draft, DrafterError } from '#server/providers/drafter/port.ts'
import type { Judgement } from '#server/providers/second-reader/port.ts'

/** The note does not wait for its second reading longer than this. */
export const secondReadingMs = 120_000

export interface ReadDraft extends Draft {
  /** Null when none was due. */
  secondReading: 'made' | 'not made' | null
}

interface Around {
  transcript: Transcript
  clientFirstName: string
  sessionId: string
  signal: AbortSignal
}

/**
 * Has the sentences of a draft by a language model read a second time. A reading that fails or takes too long costs no draft:
 * what it found until then is kept, and the note says that the reading was not made.
 */
export async function readAgain(
  { secondReader, log }: Pick<Services, 'secondReader' | 'log'>,
  draft: Draft,
  { transcript, clientFirstName, sessionId, signal }: Around,
): Promise<ReadDraft> {
  if (!secondReader || draft.drafter !== 'language-model') return { ...draft, secondReading: null }
  const toRead = draft.sections.flatMap(({ statements }) => statements).filter(({ evidence }) => evidence.length > 0)
  const request = {
    statements: toRead.map((statement) => ({ text: statement.text, exchange: exchangeOf(statement, transcript) })),
    clientFirstName,
    signal: AbortSignal.any([signal, AbortSignal.timeout(secondReadingMs)]),
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

/** Nothing of the session. */
function reasonOf(error: unknown): string {
  if (error instanceof DrafterError) return error.message
  return error instanceof Error ? error.name : 'unexpected'
}
