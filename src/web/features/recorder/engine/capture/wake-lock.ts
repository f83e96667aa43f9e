/** Keeps the screen on if the browser allows it. Returns a release function. */
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
      // Denied, for instance on low battery; `isScreenKeptAwake` informs the user.
      onChange(false)
    }
  }
  // The browser releases it whenever the page is hidden.
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
