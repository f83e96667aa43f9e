/** A file that cannot be read as a recording: unknown, damaged, or silent. `message` gives the reason for the log. */
export class MediaError extends Error {
  readonly code = 'file_unsupported'
  constructor(detail: string, options?: ErrorOptions) {
    super(detail, options)
    this.name = 'MediaError'
  }
}

/** True if the machine failed, not the file: the disk is full, or too many files are open. A later try may succeed. */
export function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}
