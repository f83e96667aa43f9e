import type { GenerationFailure } from './messages.ts'

/** An expected failure of a generation. Its message never contains words of a session. */
export class GenerationError extends Error {
  readonly failure: GenerationFailure
  constructor(failure: GenerationFailure, detail: string, options?: ErrorOptions) {
    super(detail, options)
    this.name = 'GenerationError'
    this.failure = failure
  }
}
