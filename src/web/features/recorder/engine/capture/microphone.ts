import type { Microphone } from './capture.ts'
import { tapAudio } from './audio-tap.ts'
import { microphoneDenied, MicrophoneRefused, recordingError } from './microphone-error.ts'
import { beginSegment } from './segment.ts'

/**
 * Opens a microphone. Null means the browser's default, which also replaces a missing device. @throws MicrophoneRefused
 */
export async function openMicrophone(deviceId: string | null): Promise<Microphone> {
  const { stream, track } = await openMicrophoneStream(deviceId)
  return {
    track,
    begin: (events) => beginSegment(stream, events),
    listen: (onMessage) => tapAudio(stream, onMessage),
    close: () => track.stop(),
  }
}

type MicrophoneStream = { stream: MediaStream; track: MediaStreamTrack }

/**
 * Opens the audio stream of a microphone. `changes` replace some of the recorder's constraints. @throws
 * MicrophoneRefused
 */
export async function openMicrophoneStream(
  deviceId: string | null,
  changes: MediaTrackConstraints = {},
): Promise<MicrophoneStream> {
  const stream = await openStream(deviceId, changes)
  const [track] = stream.getAudioTracks()
  if (!track) throw new MicrophoneRefused('Recording error: the microphone gives no sound.')
  return { stream, track }
}

async function openStream(deviceId: string | null, changes: MediaTrackConstraints): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: { ...constraints(deviceId), ...changes } })
  } catch (error) {
    const name = error instanceof DOMException ? error.name : ''
    const isGone = name === 'OverconstrainedError' || name === 'NotFoundError'
    if (isGone && deviceId !== null) return openStream(null, changes)
    throw new MicrophoneRefused(sentenceFor(name, error), { cause: error })
  }
}

function constraints(deviceId: string | null): MediaTrackConstraints {
  return {
    channelCount: 1,
    // The browser's call processing is off, because it suppresses distant and quiet voices, which the transcript needs.
    echoCancellation: false,
    noiseSuppression: false,
    autoGainControl: false,
    ...(deviceId !== null && { deviceId: { exact: deviceId } }),
  }
}

function sentenceFor(name: string, error: unknown): string {
  if (name === 'NotAllowedError' || name === 'SecurityError') return microphoneDenied
  if (name === 'NotFoundError') return 'Recording error: no microphone was found. Connect one and try again.'
  if (name === 'NotReadableError') {
    return 'Recording error: the microphone could not be opened. Close other programs that use it and try again.'
  }
  return recordingError(error)
}
