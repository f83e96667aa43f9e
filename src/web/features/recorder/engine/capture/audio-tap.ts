import type { AudioTapCommand, AudioTapMessage } from './audio-tap-messages.ts'
// oxlint-disable-next-line import/default -- Vite generates the default export
import workletUrl from './audio-tap.worklet.ts?worker&url'

export type AudioTap = {
  /** Turns live chunks on or off. */
  listen: (isListening: boolean) => void
  close: () => void
}

/** Taps a microphone for the level meter and live text, independently of the recorder. */
export async function tapAudio(stream: MediaStream, onMessage: (message: AudioTapMessage) => void): Promise<AudioTap> {
  const context = new AudioContext()
  const tap = await tapNode(context.createMediaStreamSource(stream), onMessage).catch(async (error: unknown) => {
    await context.close()
    throw error
  })
  const stopWaking = keepRunning(context)
  return {
    listen: tap.listen,
    close: () => {
      stopWaking()
      tap.close()
      void context.close()
    },
  }
}

/** Taps a node of an AudioContext. */
export async function tapNode(source: AudioNode, onMessage: (message: AudioTapMessage) => void): Promise<AudioTap> {
  const { context } = source
  await context.audioWorklet.addModule(workletUrl)
  const node = new AudioWorkletNode(context, 'attend-listener', { numberOfOutputs: 0 })
  node.port.addEventListener('message', ({ data }: MessageEvent<AudioTapMessage>) => onMessage(data))
  node.port.start()
  source.connect(node)
  return {
    listen: (isListening) => {
      const command: AudioTapCommand = isListening ? 'listen' : 'rest'
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- message ports have no origin
      node.port.postMessage(command)
    },
    close: () => node.disconnect(),
  }
}

/**
 * Resumes an AudioContext whenever the browser suspends it, for instance during a call on a phone. Returns a function
 * that stops this.
 */
export function keepRunning(context: AudioContext): () => void {
  const wake = () => {
    if (context.state !== 'running' && context.state !== 'closed') void context.resume().catch(() => undefined)
  }
  context.addEventListener('statechange', wake)
  wake()
  return () => context.removeEventListener('statechange', wake)
}
