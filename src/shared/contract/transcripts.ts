import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { HeldDetails } from './held-session.ts'
import { SessionId } from './ids.ts'
import { transcriptBodyBytes } from './limits.ts'

export const Speaker = z.enum(['therapist', 'client', 'other', 'unknown'])
export type Speaker = z.infer<typeof Speaker>

/** The text of an utterance and its speaker. */
export const SpokenWords = z.object({ text: z.string(), speaker: Speaker })
export type SpokenWords = z.infer<typeof SpokenWords>

/**
 * One utterance. `start` and `end` are seconds from the start of the recording; both are 0 if the source has no times.
 */
export const Utterance = z.object({
  id: z.string(),
  speaker: Speaker,
  /** Name or channel of this speaker in the source, e.g. `Speaker 1`. Users can rename it. */
  label: z.string(),
  start: z.number(),
  end: z.number(),
  text: z.string(),
  /** ISO 639-1 code if the turn is not English; `und` if its language is unknown. Excerpts and checks skip the turn. */
  language: z.string().optional(),
  /** True if another voice speaks at the same time. */
  isCrosstalk: z.boolean().optional(),
  /** Ids of the turns whose words were merged into this turn. */
  merged: z.array(z.string()).optional(),
  /** True if the speaker is a guess between two speakers that are about as likely. */
  isSpeakerUnsure: z.boolean().optional(),
  /** The text before the therapist's correction. Only on the note page. */
  original: SpokenWords.optional(),
})
export type Utterance = z.infer<typeof Utterance>

/** The language of a session that is wholly or partly not in English. */
export const OtherLanguage = z.object({
  /** ISO 639-1, or `und`. */
  code: z.string(),
  isPartly: z.boolean(),
})
export type OtherLanguage = z.infer<typeof OtherLanguage>

export const Transcript = z.object({
  utterances: z.array(Utterance),
  /** The language that the source states. Each utterance has the detected one. */
  language: z.string(),
  /** The author: an engine with its model, or `import` with the format. */
  engine: z.string(),
  hasTimes: z.boolean(),
  /** Voices that were found in the recording. 1: only one was found. Missing if the voices were not compared. */
  voices: z.int().optional(),
  /** The speaker who was recognized by the therapist's remembered voice, until the speakers are changed. */
  ownLabel: z.string().optional(),
})
export type Transcript = z.infer<typeof Transcript>

/** A transcript as stored. `revision` counts the changes of its utterances, from 0; a change names the revision that it is based on. */
export const SessionTranscript = Transcript.extend({ revision: z.int() })
export type SessionTranscript = z.infer<typeof SessionTranscript>

export const SpeechStatus = z.object({
  engine: z.enum(['endpoint', 'embedded', 'none']),
  /** `installing` while weights are downloaded; `unavailable` if no engine can transcribe yet. */
  state: z.enum(['ready', 'installing', 'unavailable']),
  percent: z.number().nullable(),
  model: z.string().nullable(),
  /** True if the engine uses the vocabulary of the organization. */
  usesVocabulary: z.boolean().optional(),
  /** The state of the weights that identify speakers by their voices; missing if that is turned off. */
  speakers: z.enum(['ready', 'installing', 'unavailable']).optional(),
})
export type SpeechStatus = z.infer<typeof SpeechStatus>

/** An uploaded transcript file. `content` is its bytes in base64, because exports have several encodings. */
export const TranscriptFile = z.object({
  fileName: z.string().max(8192),
  content: z.base64(),
})
export type TranscriptFile = z.infer<typeof TranscriptFile>

/** Questions about a transcript file. The import fails with the question's code until the user confirms it. */
export const ImportQuestion = z.enum(['transcript_other_name', 'transcript_other_length'])
export type ImportQuestion = z.infer<typeof ImportQuestion>

/** The confirmed questions; empty in the first request. */
const confirmed = z.array(ImportQuestion).max(10).optional()

/** Words of a few seconds of a running recording. They are a preview and are not stored. */
export const LiveText = z.object({ text: z.string() })
export type LiveText = z.infer<typeof LiveText>

/**
 * Live text bypasses the contract: `POST /api/sessions/{sessionId}/live-text` with at most ten seconds of mono 16 kHz
 * WAV as `audio/wav`. The response is 200 with `LiveText`; silence is an empty text.
 */
export const transcripts = {
  get: endpoint({ method: 'GET', path: '/sessions/{sessionId}/transcript', summary: 'The transcript of a session' })
    .input(z.object({ sessionId: SessionId }))
    .output(SessionTranscript),
  import: endpoint({
    method: 'POST',
    path: '/clients/{clientId}/transcripts',
    summary: 'Create a session from a transcript file',
    largestBody: transcriptBodyBytes,
  })
    .input(
      TranscriptFile.extend({
        /** The browser creates one per file. A repeated id returns the session that it started. */
        requestId: z.uuid(),
        clientId: z.string(),
        settingType: z.enum(['in-person', 'telehealth']),
        ...HeldDetails.shape,
        confirmed,
      }),
    )
    .output(z.object({ sessionId: SessionId })),
  importForSession: endpoint({
    method: 'POST',
    path: '/sessions/{sessionId}/transcript',
    summary: 'Add a transcript from a file to a session without one',
    largestBody: transcriptBodyBytes,
  })
    .input(TranscriptFile.extend({ sessionId: SessionId, confirmed }))
    .output(z.object({ sessionId: SessionId })),
  speechStatus: endpoint({ method: 'GET', path: '/speech', summary: 'The configured speech engine' }).output(
    SpeechStatus,
  ),
}
