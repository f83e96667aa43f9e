/** The sound of a shared tab, or why there is none. */
export type TabShare =
  | { result: 'shared'; track: MediaStreamTrack }
  | { result: 'canceled' | 'without sound' | 'failed' }

/** Whether this browser can share the sound of a tab: only Chromium on a computer can. */
export function canShareTabSound(): boolean {
  if (!('mediaDevices' in navigator) || !('getDisplayMedia' in navigator.mediaDevices)) return false
  return /Chrome\//.test(navigator.userAgent) && !/Mobile|Android/.test(navigator.userAgent)
}

/** Asks the user for a tab and takes its sound. The picture is stopped at once; a tab cannot be shared without it. */
export async function shareTab(): Promise<TabShare> {
  // Call processing would change the voice.
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
