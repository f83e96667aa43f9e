/** Keeps the screen on if the browser allows it. Returns a function that releases it. */
export function keepScreenAwake(onChange: (isAwake: boolean) => void): () => void {
  let lock: WakeLockSentinel | null = null
  let isWanted = true
  let isRequested = false
  /** Whether the page became visible during a request, which may fail because the page was hidden before. */
  let isMissed = false

  const take = async () => {
    if (!('wakeLock' in navigator) || document.visibilityState !== 'visible' || lock) return
    isMissed = isRequested
    if (isRequested) return
    isRequested = true
    try {
      const wakeLock = await navigator.wakeLock.request('screen')
      if (!isWanted) return await wakeLock.release()
      lock = wakeLock
      wakeLock.addEventListener('release', () => {
        lock = null
        onChange(false)
      })
      onChange(true)
    } catch {
      // The browser may deny the lock, for instance when the battery is low. `isScreenKeptAwake` informs the user.
      onChange(false)
    } finally {
      isRequested = false
    }
    if (isMissed && isWanted) await take()
  }
  // The browser releases the lock whenever the page is hidden.
  const renew = () => void take()
  document.addEventListener('visibilitychange', renew)
  void take()

  return () => {
    isWanted = false
    document.removeEventListener('visibilitychange', renew)
    void lock?.release()
    onChange(false)
  }
}
