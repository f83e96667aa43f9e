/** Returns whether this path is a page that records a session. */
export function isRecordingPage(pathname: string): boolean {
  return pathname.startsWith('/session/') || pathname.startsWith('/video-visit/')
}
