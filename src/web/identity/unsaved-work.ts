/** Whether leaving the page would lose something. Asks whoever would have the browser ask: a recording, an upload, text that was not saved. */
export function hasUnsavedWork(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}
