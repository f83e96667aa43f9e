const codes: ReadonlySet<unknown> = new Set([
  'ERR_STREAM_PREMATURE_CLOSE',
  // Gone before anything was sent.
  'ERR_STREAM_UNABLE_TO_PIPE',
  'ECONNRESET',
  'EPIPE',
])

/** Whether a stream broke off because whoever reads has gone, which is nobody's mistake. */
export function isHangUp(error: unknown): boolean {
  return error instanceof Error && 'code' in error && codes.has(error.code)
}
