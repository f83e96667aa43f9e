/**
 * Asks the browser not to delete this site's storage when the device runs low on it. Works without that, too. It does
 * not ask if the browser, such as Firefox, would ask the user while a session starts.
 */
export async function persistStorage(): Promise<void> {
  if (!('storage' in navigator) || (await wouldPrompt())) return
  await navigator.storage.persist().catch(() => undefined)
}

async function wouldPrompt(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'persistent-storage' })).state === 'prompt'
  } catch {
    return false
  }
}
