/** Keeps the screen on if the browser allows it. Returns a function that releases it. */
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
      // The browser may deny the lock, for instance when the battery is low. `isScreenKeptAwake` informs the user.
      onChange(false)
    }
  }
  // The browser releases the lock whenever the page is hidden.
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
