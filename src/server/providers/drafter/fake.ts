import { coverageOf } from '#server/clinical-text/evidence/coverage.ts'
import { contentOf } from '#server/clinical-text/evidence/edits.ts'
import { checkedStatement } from '#server/clinical-text/evidence/evidence.ts'
import { DrafterError, type DraftRequest, type NoteDrafter } from './port.ts'

export interface FakeDrafter extends NoteDrafter {
  /** All requests so far. */
  readonly requests: DraftRequest[]
  /** Fails the next draft with this error. */
  failNext(detail: string, transient?: boolean): void
}

/** A drafter for tests of other parts: quotes the first utterances, one per section, and fails on request. */
export function createFakeDrafter(): FakeDrafter {
  const requests: DraftRequest[] = []
  let failure: DrafterError | null = null
  return {
    requests,
    failNext(detail, transient = false) {
      failure = new DrafterError(detail, transient)
    },
    async draft(request) {
      request.signal.throwIfAborted()
      requests.push(request)
      const error = failure
      failure = null
      if (error) throw error
      const { transcript, clientFirstName } = request
      const spoken = transcript.utterances.filter(({ speaker }) => speaker !== 'therapist')
      const sections = request.sectionTitles.map((title, at) => {
        const source = spoken[at]
        const statements = source
          ? [
              checkedStatement(
                `${clientFirstName} reports: “${source.text}”`,
                [{ utteranceId: source.id, quote: source.text }],
                transcript,
              ),
            ]
          : []
        return { title, content: contentOf(statements), statements }
      })
      const ids = transcript.utterances.map(({ id }) => id)
      return { sections, coverage: coverageOf(transcript, ids), drafter: 'extractive' }
    },
  }
}
