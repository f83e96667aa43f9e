/** The audio of a shared tab, or why there is none. */
export type TabShare =
  | { result: 'shared'; track: MediaStreamTrack }
  | { result: 'canceled' | 'without sound' | 'failed' }

/** Whether this browser can share the audio of a tab. Only Chromium on a computer can. */
export function canShareTabSound(): boolean {
  if (!('mediaDevices' in navigator) || !('getDisplayMedia' in navigator.mediaDevices)) return false
  return /Chrome\//.test(navigator.userAgent) && !/Mobile|Android/.test(navigator.userAgent)
}

/**
 * Asks the user to share a tab, and returns its audio. A tab is always shared with its picture, which is stopped at
 * once.
 */
export async function shareTab(): Promise<TabShare> {
  // Call processing would change the client's voice.
  const audio = {
    suppressLocalAudioPlayback: false,
    echoCancellation: false,
    noiseSuppression: false,
    autoGainControl: false,
  }
  const wish = {
    video: true,
    audio,
    preferCurrentTab: false,
    systemAudio: 'exclude',
    selfBrowserSurface: 'exclude',
    surfaceSwitching: 'exclude',
  }
  try {
    const stream = await navigator.mediaDevices.getDisplayMedia(wish)
    for (const picture of stream.getVideoTracks()) picture.stop()
    const [track] = stream.getAudioTracks()
    return track ? { result: 'shared', track } : { result: 'without sound' }
  } catch (error) {
    return { result: error instanceof DOMException && error.name === 'NotAllowedError' ? 'canceled' : 'failed' }
  }
}
