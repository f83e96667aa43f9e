/**
 * Returns whether leaving the page would lose something: a recording, an upload or unsaved text. Triggers the
 * `beforeunload` listeners.
 */
export function hasUnsavedWork(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}
