// Over 400 lines: the shapes of a note and the endpoints that return them make up one contract file per noun.
import * as z from 'zod'
import { dismissReasons, safetyTopics } from '../rules/safety-lists.ts'
import { Pronouns } from './clients.ts'
import { Day } from './day.ts'
import { endpoint } from './endpoint.ts'
import { ClientId, SessionId } from './ids.ts'
import { NoteModel } from './models.ts'
import { Contact, SessionStatus } from './session-status.ts'
import { TranscriptEdit } from './transcript-edits.ts'
import { OtherLanguage, SessionTranscript, SpokenWords } from './transcripts.ts'

/** Note types in the order of spec core §9. `rules/note-types.ts` has their section names. */
export const NoteType = z.enum([
  'SOAP',
  'DAP',
  'BIRP',
  'GIRP',
  'Intake',
  'Case Management',
  'SIRP',
  'PIRP',
  'Internal Family Systems',
  'EMDR',
])
export type NoteType = z.infer<typeof NoteType>

/** Result of the evidence check for one sentence. Every result but the last four needs the clinician's attention. */
export const Check = z.enum([
  /** No quote is found in the transcript, or its words are not those of the sentence. */
  'unsupported',
  /** A number, date, dose or score that the evidence does not contain. */
  'number',
  /** A denial that the cited passages do not support. */
  'denial',
  /** The sentence affirms what the cited passage or another passage on its topic denies, or the reverse. */
  'contradicted',
  /** The subject or object is not the speaker or person of the quote. */
  'who',
  /** Tense or time differs, or a hypothetical is stated as a fact. */
  'when',
  /** Better or worse, more or less, left or right, or the degree differs. */
  'direction',
  /** A possibility, question or wish is stated as a fact. */
  'certainty',
  /** A drug, person, place or object that the cited words do not contain. */
  'thing',
  /** A clause has no evidence of its own. */
  'clause',
  /** A template copied the sentence from the client's last note. It was not said in this session. */
  'carried over',
  /** Replaces a finding that only a newer version of Attend knows (decision 0115). */
  'other',
  /** About risk: never marked supported automatically (D34). */
  'confirm',
  /** The session is in a language that the check does not read (D39). */
  'unchecked',
  'supported',
  /** The therapist wrote or changed the sentence. */
  'clinician',
])
export type Check = z.infer<typeof Check>

export const Evidence = z.object({ utteranceId: z.string(), quote: z.string() })
export type Evidence = z.infer<typeof Evidence>

/** One sentence of a section, with its sources. */
export const Statement = z.object({
  text: z.string(),
  evidence: z.array(Evidence),
  check: Check.catch('other'),
  /** Why the statement was flagged, in a sentence for the clinician. Notes from before reasons existed have none. */
  reason: z.string().optional(),
  /** Other passages about the statement: one that contradicts it, or others on the same risk. */
  besides: z.array(Evidence).optional(),
  /** True if the clinician reviewed the finding and kept the sentence. Never stored with the text. */
  kept: z.boolean().optional(),
})
export type Statement = z.infer<typeof Statement>

/** The text of one part of a worksheet's section, e.g. of `Risk` in `Assessment`. */
export const SectionPart = z.object({ part: z.string().max(100), content: z.string().max(100_000) })
export type SectionPart = z.infer<typeof SectionPart>

/** `content` is the text that the therapist edits and copies; `statements` cover it sentence by sentence. */
export const Section = z.object({
  title: z.string(),
  content: z.string(),
  statements: z.array(Statement),
  /**
   * Verbatim passages of the session for writing this section; edits retain them. Only in drafts without a language
   * model.
   */
  excerpts: z.array(Statement).optional(),
  /** The parts of `content`, if a worksheet has several fields for this section. */
  parts: z.array(SectionPart).optional(),
})
export type Section = z.infer<typeof Section>

/** Reason for leaving a safety passage out of the note. */
export const DismissReason = z.enum(dismissReasons)
export type DismissReason = z.infer<typeof DismissReason>

/** A passage that needs the therapist's attention. It is not a diagnosis. */
export const SafetyPassage = z.object({
  topic: z.enum(safetyTopics),
  /**
   * `stated`: the client affirms it, in the present; `denied`: an unqualified no to a direct question about the client
   * now, with nothing else on the topic in the session; `use mentioned`: alcohol or a drug without danger, withdrawal
   * or loss of control; `unclear`: everything else.
   */
  finding: z.enum(['stated', 'denied', 'unclear', 'use mentioned']).catch('unclear'),
  utteranceId: z.string(),
  /** The matching sentence, verbatim. */
  quote: z.string(),
  /** The utterances around the quote, in order: the question, the complete answer and what follows. */
  exchange: z.array(z.string()),
  /** True if the note mentions the passage. */
  inNote: z.boolean(),
  /** Set if the clinician left the passage out of the note. */
  dismissed: DismissReason.optional(),
  /** True if a language model pointed to this turn and the rules did not. Such a passage is always `unclear`. */
  foundByModel: z.boolean().optional(),
  /** Other turns of the exchange that a language model pointed to, in full. */
  alsoMarked: z.array(Evidence).optional(),
})
export type SafetyPassage = z.infer<typeof SafetyPassage>

/** The share of the session that the drafter read, and the utterances that it did not read. */
export const Coverage = z.object({ utterances: z.int(), read: z.int(), unread: z.array(z.string()) })
export type Coverage = z.infer<typeof Coverage>

/** `waiting`: no transcript yet; `generating`: a job is running; `failed`: the last job ended with `error`; `ready` with an `error`: an enhancement changed nothing. */
export const NoteState = z.enum(['waiting', 'generating', 'ready', 'failed'])
export type NoteState = z.infer<typeof NoteState>

/** `awaiting_cosign` and `signed` notes are locked; a supervisor returned a `returned` one to its author. */
export const NoteStatus = z.enum(['draft', 'awaiting_cosign', 'returned', 'signed'])
export type NoteStatus = z.infer<typeof NoteStatus>

/** `written`: by the therapist, without a transcript. */
export const NoteOrigin = z.enum(['transcript', 'written'])
export type NoteOrigin = z.infer<typeof NoteOrigin>

/** The template that a note was made with. The note keeps its sections when the template changes. */
export const UsedTemplate = z.object({
  id: z.string(),
  version: z.int(),
  name: z.string(),
  /** Wishes of the template that excerpts cannot follow. Empty for notes of a language model. */
  notFollowed: z.array(z.string()),
  /** Titles of sections that are shown, printed and copied as a table. */
  tables: z.array(z.string()),
  /** Instructions and reminders by section title. An unwritten section shows its instruction or reminder. */
  hints: z.record(z.string(), z.string()),
})
export type UsedTemplate = z.infer<typeof UsedTemplate>

export const Note = z.object({
  sessionId: SessionId,
  noteType: NoteType,
  /** Null for notes with the sections of their note type. */
  template: UsedTemplate.nullable(),
  state: NoteState,
  status: NoteStatus,
  origin: NoteOrigin,
  error: z.string().nullable(),
  sections: z.array(Section),
  version: z.int(),
  /** `extractive` notes were drafted without a language model. */
  drafter: z.enum(['extractive', 'language-model', 'none']),
  /** Name of the language model that drafted the note. */
  model: z.string().nullable(),
  /** Whether a language model judged the drafted sentences one by one. Null if that does not apply. */
  secondReading: z.enum(['made', 'not made']).nullable(),
  coverage: Coverage.nullable(),
  safety: z.array(SafetyPassage),
  /** Whether a language model also read the session for indirect statements of risk. Null if that does not apply. */
  safetyReading: z.enum(['made', 'not made']).nullable(),
  typeChangesRemaining: z.int(),
  enhancementsRemaining: z.int(),
  /** True if a first draft is possible with excerpts, because the language model has not written one. */
  canDraftExcerpts: z.boolean(),
  /** True if the note type can still be chosen without using up a change, once after a recording. */
  canChooseType: z.boolean(),
  /** Number of open items of the note's review queue. */
  toReview: z.int(),
  updatedAt: z.iso.datetime({ offset: true }),
})
export type Note = z.infer<typeof Note>

/** Everything that `/notes/{sessionId}` shows above the sections. Times are in the therapist's zone. */
export const NotePage = z.object({
  note: Note,
  client: z.object({
    id: ClientId,
    firstName: z.string(),
    lastName: z.string(),
    pronouns: Pronouns,
    treatmentApproach: z.string().nullable(),
  }),
  session: z.object({
    id: SessionId,
    date: z.string(),
    startTime: z.string(),
    endTime: z.string(),
    durationMinutes: z.int(),
    settingType: z.enum(['in-person', 'telehealth']),
    source: z.enum(['recorded', 'uploaded', 'transcript', 'written']),
    contact: Contact,
    /** Participants besides the therapist and the client. */
    participants: z.array(z.string()),
    /** When the recording was made or uploaded. */
    recordedAt: z.iso.datetime({ offset: true }).nullable(),
    hasAudio: z.boolean(),
    /** True if parts of the recording could not be read, so its audio lacks them. Its own therapist can save them. */
    hasUnreadParts: z.boolean(),
    /** True if the uploaded file ends before the recording does. Its audio has the rest. */
    isCutOff: z.boolean(),
    hasTranscript: z.boolean(),
    /** Set if the note was drafted from a transcript that was deleted. */
    transcriptDeletedAt: z.iso.datetime({ offset: true }).nullable(),
    /** Set if not all of the session is in English. Text in this language is neither checked nor excerpted. */
    otherLanguage: OtherLanguage.nullable(),
    /** True while the session is being recorded. */
    isBeingRecorded: z.boolean(),
  }),
  /** The language model that drafted the note. Null without one. */
  model: NoteModel.nullable(),
  canEdit: z.boolean(),
  /** Null for the caller's own. */
  therapistName: z.string().nullable(),
  /** True if the client was transferred from the therapist who held the session, so no one can change the note. */
  isTransferred: z.boolean(),
  /** The therapist who held the session, and the practice, as printed. Empty if unknown. */
  heldBy: z.object({ name: z.string(), credentials: z.string() }),
  practiceName: z.string(),
  /** A full draft that a model on this machine is writing beside the note. Null without one. */
  fullDraft: z
    .object({
      /** Expected duration in minutes. Null until the model has written a draft. */
      minutes: z.int().nullable(),
    })
    .nullable(),
})
export type NotePage = z.infer<typeof NotePage>

/** Sections of a note that mostly repeat the client's previous note. */
export const Repetition = z.object({
  /** Date of the session of the previous note. Null if there is none. */
  previousDate: z.string().nullable(),
  sections: z.array(z.object({ title: z.string(), percent: z.int() })),
})
export type Repetition = z.infer<typeof Repetition>

export const NoteVersion = z.object({
  version: z.int(),
  noteType: NoteType,
  reason: z.enum(['drafted', 'edited', 'type changed', 'enhanced', 'restored']),
  author: z.string(),
  createdAt: z.iso.datetime({ offset: true }),
})
export type NoteVersion = z.infer<typeof NoteVersion>

export const EditedSection = z.object({
  title: z.string().max(200),
  /** Ignored if `parts` are sent. */
  content: z.string().max(100_000),
  parts: z.array(SectionPart).max(5).optional(),
})
export type EditedSection = z.infer<typeof EditedSection>

/** A note as the therapist saves it: sections of its note type. */
export const EditedNote = z.object({ noteType: NoteType, sections: z.array(EditedSection).max(50) })
export type EditedNote = z.infer<typeof EditedNote>

/** Summary for the next session: up to four lines of each kind, in the words of the client's last note. */
export const PreviousSession = z.object({
  /** Null if the client has no session with a note yet. */
  session: z.object({ id: SessionId, date: z.string(), noteType: NoteType }).nullable(),
  summary: z.array(z.string()),
  focusAreas: z.array(z.string()),
})
export type PreviousSession = z.infer<typeof PreviousSession>

/** Position in the list of all notes, newest session first. */
export const NotePlace = z.object({
  date: z.iso.date(),
  time: z.string().regex(/^\d\d:\d\d(:\d\d(\.\d+)?)?$/),
  sessionId: z.uuid(),
})
export type NotePlace = z.infer<typeof NotePlace>

/** A row of the list of all notes. Times are in the therapist's zone. */
export const ListedNote = z.object({
  sessionId: SessionId,
  client: z.object({ id: ClientId, firstName: z.string(), lastName: z.string() }),
  /** Null for the caller's own. */
  therapistName: z.string().nullable(),
  date: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  type: z.string(),
  settingType: z.enum(['in-person', 'telehealth']),
  sessionStatus: SessionStatus,
  noteType: NoteType,
  noteState: NoteState,
  noteStatus: NoteStatus,
  /** True for excerpts with at least one unwritten section. */
  toWrite: z.boolean(),
  /** True if the session's recording is stored until a speech engine is available. */
  waitsForTranscript: z.boolean(),
  /** Number of open items of the note's review queue. */
  toReview: z.int(),
  /** The first sentence of the note, or one with a search word. Empty for an unwritten note. */
  line: z.string(),
})
export type ListedNote = z.infer<typeof ListedNote>

const bySession = z.object({ sessionId: SessionId })
/** A published template, which also determines the note type. */
const templateId = z.string().max(100).optional()

export const notes = {
  // Sent as a body: a search text is clinical and does not belong in a URL.
  list: endpoint({
    method: 'POST',
    whileViewing: true,
    path: '/notes/list',
    summary:
      "Notes the caller may see, newest session first, by words of the note and of the client's name, by month and by date",
  })
    .input(
      z.object({
        /** Words, and a month: `October 2026`, `10/2026`, `October`. */
        search: z.string().max(200).default(''),
        /** First and last day of the sessions. */
        from: Day.nullable().default(null),
        to: Day.nullable().default(null),
        after: NotePlace.nullable().default(null),
        // About three screens of rows.
        limit: z.int().min(1).max(30).default(30),
      }),
    )
    .output(z.object({ items: z.array(ListedNote), next: NotePlace.nullable() })),
  get: endpoint({ method: 'GET', path: '/notes/{sessionId}', summary: "A session's note" })
    .input(bySession)
    .output(NotePage),
  save: endpoint({ method: 'PUT', path: '/notes/{sessionId}', summary: 'Save all sections as a new version' })
    .input(bySession.extend({ baseVersion: z.int32(), ...EditedNote.shape }))
    .output(Note),
  generate: endpoint({
    method: 'POST',
    path: '/notes/{sessionId}/generate',
    summary: 'Draft the note; starts at most one job',
  })
    .input(bySession)
    .output(Note),
  draftExcerpts: endpoint({
    method: 'POST',
    path: '/notes/{sessionId}/excerpts',
    summary:
      'Draft the note from excerpts, without the language model; does not count as a note type change or an enhancement',
  })
    .input(bySession)
    .output(Note),
  changeType: endpoint({
    method: 'POST',
    path: '/notes/{sessionId}/type',
    summary: 'Redraft the note in another note type or by a template',
  })
    .input(bySession.extend({ noteType: NoteType, templateId }))
    .output(Note),
  chooseType: endpoint({
    method: 'POST',
    path: '/notes/{sessionId}/first-type',
    summary: 'Choose the note type of a new recording once; does not count as a note type change',
  })
    .input(bySession.extend({ noteType: NoteType, templateId }))
    .output(Note),
  repetition: endpoint({
    method: 'GET',
    path: '/notes/{sessionId}/repetition',
    summary: "Sections that mostly repeat the client's previous note",
  })
    .input(bySession)
    .output(Repetition),
  previous: endpoint({
    method: 'GET',
    path: '/clients/{clientId}/previous-session',
    summary: "A short summary of the client's last note",
  })
    // Excludes the session that was just recorded.
    .input(z.object({ clientId: ClientId, exceptSessionId: SessionId.optional() }))
    .output(PreviousSession),
  enhance: endpoint({
    method: 'POST',
    path: '/notes/{sessionId}/enhance',
    summary: 'Redraft the note following instructions',
  })
    .input(bySession.extend({ instructions: z.string().trim().min(1).max(4000) }))
    .output(Note),
  dismissPassage: endpoint({
    method: 'PUT',
    path: '/notes/{sessionId}/safety',
    summary: 'Dismiss a safety passage with a reason, or undo that with the reason null',
  })
    .input(
      bySession.extend({
        topic: SafetyPassage.shape.topic,
        utteranceId: z.string().max(100),
        quote: z.string().max(100_000),
        reason: DismissReason.nullable(),
      }),
    )
    .output(Note),
  correctTurn: endpoint({
    method: 'PUT',
    path: '/notes/{sessionId}/transcript/{utteranceId}',
    summary: 'Correct the text or the speaker of an utterance, and check the note again',
  })
    .input(
      bySession.extend({
        utteranceId: z.string().max(100),
        /** The version that the user saw. */
        before: SpokenWords,
        after: SpokenWords.extend({ text: z.string().trim().min(1, 'A turn needs words.').max(100_000) }),
      }),
    )
    .output(z.object({ note: Note, transcript: SessionTranscript })),
  editTranscript: endpoint({
    method: 'POST',
    path: '/notes/{sessionId}/transcript/edits',
    summary: 'Change the speakers or the turns of a transcript, and check the note again',
  })
    .input(bySession.extend({ revision: z.int32(), edit: TranscriptEdit }))
    .output(z.object({ note: Note, transcript: SessionTranscript })),
  undoTranscriptEdit: endpoint({
    method: 'POST',
    path: '/notes/{sessionId}/transcript/undo',
    summary: 'Undo the last change of a transcript that is not undone, and check the note again',
  })
    .input(
      bySession.extend({
        revision: z.int32(),
        /** The revision that the change made. */
        undoes: z.int32(),
      }),
    )
    .output(z.object({ note: Note, transcript: SessionTranscript })),
  versions: endpoint({
    method: 'GET',
    path: '/notes/{sessionId}/versions',
    summary: 'Versions of a note, newest first',
  })
    .input(bySession)
    .output(z.object({ items: z.array(NoteVersion) })),
  version: endpoint({ method: 'GET', path: '/notes/{sessionId}/versions/{version}', summary: 'One earlier version' })
    .input(bySession.extend({ version: z.coerce.number<number>().int() }))
    .output(NoteVersion.extend({ sections: z.array(Section) })),
  restore: endpoint({
    method: 'POST',
    path: '/notes/{sessionId}/versions/{version}/restore',
    summary: 'Restore an earlier version as the newest one',
  })
    .input(bySession.extend({ version: z.coerce.number<number>().int(), baseVersion: z.int32() }))
    .output(Note),
}
