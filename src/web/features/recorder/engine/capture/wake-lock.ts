/** Keeps the screen on, as far as the browser lets it. Answers how to let go. */
export function keepScreenAwake(onChange: (isAwake: boolean) => void): () => void {
  let lock: WakeLockSentinel | null = null
  let isWanted = true

  const take = async () => {
    if (!('wakeLock' in navigator) || document.visibilityState !== 'visible' || lock) return
    try {
      const taken = await navigator.wakeLock.request('screen')
      if (!isWanted) return await taken.release()
      lock = taken
      taken.addEventListener('release', () => {
        lock = null
        onChange(false)
      })
      onChange(true)
    } catch {
      // Refused, with a low battery for instance: the person is told by `isScreenKeptAwake`.
      onChange(false)
    }
  }
  // The browser lets go of it whenever the page is hidden.
  const again = () => void take()
  document.addEventListener('visibilitychange', again)
  void take()

  return () => {
    isWanted = false
    document.removeEventListener('visibilitychange', again)
    void lock?.release()
    onChange(false)
  }
}
