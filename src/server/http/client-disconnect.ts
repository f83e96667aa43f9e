const codes: ReadonlySet<unknown> = new Set([
  'ERR_STREAM_PREMATURE_CLOSE',
  // The client left before the response started.
  'ERR_STREAM_UNABLE_TO_PIPE',
  'ECONNRESET',
  'EPIPE',
])

/** True if the client disconnected, which is not an error. */
export function isClientDisconnect(error: unknown): boolean {
  return error instanceof Error && 'code' in error && codes.has(error.code)
}
