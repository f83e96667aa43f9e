/** A file that cannot be read as a recording: unknown, damaged, or without sound. `message` says which, for the log. */
export class MediaError extends Error {
  readonly code = 'file_unsupported'
  constructor(detail: string, options?: ErrorOptions) {
    super(detail, options)
    this.name = 'MediaError'
  }
}

/** Whether the machine failed, not the file: the disk is full, too many files are open. Trying again later may help. */
export function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}
