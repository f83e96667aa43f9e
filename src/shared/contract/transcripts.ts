import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { HeldDetails } from './held-session.ts'
import { SessionId } from './ids.ts'
import { transcriptBodyBytes } from './limits.ts'

export const Speaker = z.enum(['therapist', 'client', 'other', 'unknown'])
export type Speaker = z.infer<typeof Speaker>

/** What was said in a turn, and who is taken to have said it. */
export const SpokenWords = z.object({ text: z.string(), speaker: Speaker })
export type SpokenWords = z.infer<typeof SpokenWords>

/** One turn of speech. `start` and `end` are seconds from the start of the recording; both 0 when the source has no times. */
export const Utterance = z.object({
  id: z.string(),
  speaker: Speaker,
  /** The name or channel the source gave this speaker, e.g. `Speaker 1`; what a person corrects with one click. */
  label: z.string(),
  start: z.number(),
  end: z.number(),
  text: z.string(),
  /** ISO 639-1 code where it is not English, `und` where the language is not known. Excerpts and checks do not read it. */
  language: z.string().optional(),
  /** What stood here before the therapist corrected it; only where it is shown. */
  original: SpokenWords.optional(),
})
export type Utterance = z.infer<typeof Utterance>

/** What a session with speech in another language than English is in, wholly or partly. */
export const OtherLanguage = z.object({
  /** ISO 639-1, or `und`. */
  code: z.string(),
  isPartly: z.boolean(),
})
export type OtherLanguage = z.infer<typeof OtherLanguage>

export const Transcript = z.object({
  utterances: z.array(Utterance),
  /** What the source says; what was found in the words is in the utterances. */
  language: z.string(),
  /** Who wrote it: an engine's name and model, or `import` with the format. */
  engine: z.string(),
  hasTimes: z.boolean(),
})
export type Transcript = z.infer<typeof Transcript>

export const SpeechStatus = z.object({
  engine: z.enum(['endpoint', 'embedded', 'none']),
  /** `installing` while weights are fetched; `unavailable` when nothing can transcribe yet. */
  state: z.enum(['ready', 'installing', 'unavailable']),
  percent: z.number().nullable(),
  model: z.string().nullable(),
})
export type SpeechStatus = z.infer<typeof SpeechStatus>

/** A transcript file as the person handed it in. `content` is the file's bytes in base64, since exports come in several encodings. */
export const TranscriptFile = z.object({
  fileName: z.string().max(8192),
  content: z.base64(),
})
export type TranscriptFile = z.infer<typeof TranscriptFile>

/** What the server asks about a transcript file, as a failure with this code, before it uses it. */
export const ImportQuestion = z.enum(['transcript_other_name', 'transcript_other_length'])
export type ImportQuestion = z.infer<typeof ImportQuestion>

/** The questions that the therapist has confirmed; none in the first request. */
const confirmed = z.array(ImportQuestion).max(10).optional()

/** Words heard in a few seconds of a session that is being recorded: a preview that is kept nowhere. */
export const LiveText = z.object({ text: z.string() })
export type LiveText = z.infer<typeof LiveText>

/**
 * Live text goes beside the contract: `POST /api/sessions/{sessionId}/live-text` with at most ten seconds of mono 16 kHz WAV
 * as `audio/wav`. It answers 200 and `LiveText`; silence is an empty text.
 */
export const transcripts = {
  get: endpoint({ method: 'GET', path: '/sessions/{sessionId}/transcript', summary: 'The transcript of a session' })
    .input(z.object({ sessionId: SessionId }))
    .output(Transcript),
  import: endpoint({
    method: 'POST',
    path: '/clients/{clientId}/transcripts',
    summary: 'Begin a session from a transcript file',
    largestBody: transcriptBodyBytes,
  })
    .input(
      TranscriptFile.extend({
        /** Made by the sender, once a file: the same again answers the session that the first one began. */
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
    summary: 'Give a session without a transcript one from a file',
    largestBody: transcriptBodyBytes,
  })
    .input(TranscriptFile.extend({ sessionId: SessionId, confirmed }))
    .output(z.object({ sessionId: SessionId })),
  relabel: endpoint({
    method: 'POST',
    path: '/sessions/{sessionId}/transcript/speakers',
    summary: 'Say who a speaker is',
  })
    .input(z.object({ sessionId: SessionId, label: z.string(), speaker: Speaker }))
    .output(Transcript),
  speechStatus: endpoint({ method: 'GET', path: '/speech', summary: 'Which speech engine is set up' }).output(
    SpeechStatus,
  ),
}
