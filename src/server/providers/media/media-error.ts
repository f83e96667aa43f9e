/** A file that cannot be read as a recording: unknown, damaged, or without sound. `message` says which, for the log. */
export class MediaError extends Error {
  readonly code = 'file_unsupported'
  constructor(detail: string, options?: ErrorOptions) {
    super(detail, options)
    this.name = 'MediaError'
  }
}
