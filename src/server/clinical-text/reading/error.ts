import { sentence, type ErrorCode } from '#shared/contract/errors.ts'

type Code = Extract<
  ErrorCode,
  'transcript_unreadable' | 'transcript_document' | 'transcript_required' | 'transcript_too_long'
>

/**
 * `transcript_required`: the file contains no speech. `transcript_unreadable`: it is not a transcript. `transcript_document`: it is a
 * document of a format that is not read.
 * `transcript_too_long`: it covers many sessions.
 */
export class TranscriptFileError extends Error {
  readonly code: Code
  constructor(code: Code) {
    super(sentence(code))
    this.name = 'TranscriptFileError'
    this.code = code
  }
}
