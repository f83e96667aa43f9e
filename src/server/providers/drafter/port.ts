import type { Pronouns } from '#shared/contract/clients.ts'
import type { Coverage, NoteType, Section } from '#shared/contract/notes.ts'
import type { Transcript } from '#shared/contract/transcripts.ts'

export interface DraftRequest {
  transcript: Transcript
  noteType: NoteType
  /** Section names of the note type, in order. */
  sectionTitles: readonly string[]
  clientFirstName: string
  clientPronouns: Pronouns
  session: { date: string; durationMinutes: number; settingType: 'in-person' | 'telehealth' }
  /** Set when an existing note is to be enhanced. */
  enhancement?: {
    instructions: string
    current: readonly { title: string; content: string }[]
    /** Sentences of it that the therapist wrote and that stay as they are. */
    written?: readonly { title: string; text: string }[]
  }
  signal: AbortSignal
}

export interface Draft {
  /**
   * One for each of `sectionTitles`, in order, then `Not placed` if statements fit none of them. Statements are checked:
   * `check` is the result of the one evidence check.
   */
  sections: Section[]
  coverage: Coverage
  drafter: 'extractive' | 'language-model'
  /** Name of the language model. */
  model?: string
}

/**
 * Writes a note from a transcript.
 * @throws DrafterError when the model does not answer or its answer cannot be repaired.
 */
export interface NoteDrafter {
  /** Of a session in another language nothing is drafted. */
  readonly readsEnglishOnly?: true
  draft(request: DraftRequest): Promise<Draft>
  /** Whether it can do what an enhancement asks for; one without this can follow any instruction. */
  canFollow?(instructions: string): boolean
  /**
   * Says who the labels of `unknown` speakers are, where the drafter can tell better than `rules/speaker-roles.ts`. Speakers it
   * is not sure of stay `unknown`; text and labels stay as they are.
   * @throws DrafterError as `draft` does
   */
  labelSpeakers?(transcript: Transcript, signal: AbortSignal): Promise<Transcript>
}

export class DrafterError extends Error {
  readonly transient: boolean
  constructor(detail: string, transient = false, options?: ErrorOptions) {
    super(detail, options)
    this.name = 'DrafterError'
    this.transient = transient
  }
}
