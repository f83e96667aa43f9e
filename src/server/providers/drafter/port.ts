import type { Pronouns } from '#shared/contract/clients.ts'
import type { Coverage, NoteType, Section } from '#shared/contract/notes.ts'
import type { NoteLanguage, TemplateSection } from '#shared/contract/templates.ts'
import type { Transcript } from '#shared/contract/transcripts.ts'

export interface DraftRequest {
  transcript: Transcript
  noteType: NoteType
  /** Section names of the note type, in order. */
  sectionTitles: readonly string[]
  /** The sections of a template, if the note is made with one. */
  template?: readonly TemplateSection[]
  /** The language of the text, by default English. Excerpts stay in the language of the session. */
  language?: NoteLanguage
  clientFirstName: string
  clientPronouns: Pronouns
  session: { date: string; durationMinutes: number; settingType: 'in-person' | 'telehealth' }
  /** Set for the enhancement of an existing note. */
  enhancement?: {
    instructions: string
    current: readonly { title: string; content: string }[]
    /** The therapist's own sentences, which must stay unchanged. */
    written?: readonly { title: string; text: string }[]
  }
  signal: AbortSignal
}

export interface Draft {
  /**
   * One for each of `sectionTitles`, in order, then `Not placed` for statements that fit none. Statements are checked:
   * `check` is the result of the evidence check.
   */
  sections: Section[]
  coverage: Coverage
  drafter: 'extractive' | 'language-model'
  /** Name of the language model. */
  model?: string
}

export interface SectionsRequest {
  /** Notes that the therapist wrote. */
  examples: readonly string[]
  signal: AbortSignal
}

/** A section of a template as a language model wrote it, before any check. */
export type ProposedSection = Pick<
  TemplateSection,
  'title' | 'instruction' | 'style' | 'length' | 'person' | 'tense' | 'quotes' | 'source'
>

/**
 * Writes a note from a transcript.
 * @throws DrafterError if the model does not answer or its answer cannot be repaired
 */
export interface NoteDrafter {
  /** True if the drafter drafts nothing from a session in another language. */
  readonly readsEnglishOnly?: true | undefined
  draft(request: DraftRequest): Promise<Draft>
  /** True if the drafter can follow the instructions of an enhancement. Without this function, it can follow all. */
  canFollow?(instructions: string): boolean
  /**
   * Identifies the labels of `unknown` speakers if the drafter can do better than
   * `clinical-text/speakers/speaker-roles.ts`. Uncertain speakers stay `unknown`; text and labels do not change.
   * @throws DrafterError as `draft` does
   */
  readonly labelSpeakers?: ((transcript: Transcript, signal: AbortSignal) => Promise<Transcript>) | undefined
  /**
   * Describes the form of example notes as the sections of a template. Undefined without a language model that answers
   * while a page waits.
   * @throws DrafterError as `draft` does
   */
  readonly proposeSections?: ((request: SectionsRequest) => Promise<ProposedSection[]>) | undefined
  /** True if a draft takes minutes. The session then shows excerpts until it is ready. */
  readonly isSlow?: true | undefined
  /** Minutes that the last draft of this process took; null before the first one. */
  usualMinutes?(): number | null
  /** Ends the process of a model on this machine. */
  close?(): void
}

export class DrafterError extends Error {
  readonly transient: boolean
  constructor(detail: string, transient = false, options?: ErrorOptions) {
    super(detail, options)
    this.name = 'DrafterError'
    this.transient = transient
  }
}
