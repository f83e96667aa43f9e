import type { AudioTapCommand, AudioTapMessage } from './audio-tap-messages.ts'
// oxlint-disable-next-line import/default -- Vite makes it
import workletUrl from './audio-tap.worklet.ts?worker&url'

export type AudioTap = {
  /** Turns live chunks on or off. */
  listen(isListening: boolean): void
  close(): void
}

/** Taps a microphone for the level meter and live text, independently of the recorder. */
export async function tapAudio(stream: MediaStream, onMessage: (message: AudioTapMessage) => void): Promise<AudioTap> {
  const context = new AudioContext()
  await context.audioWorklet.addModule(workletUrl)
  const node = new AudioWorkletNode(context, 'attend-listener', { numberOfOutputs: 0 })
  node.port.addEventListener('message', ({ data }: MessageEvent<AudioTapMessage>) => onMessage(data))
  node.port.start()
  context.createMediaStreamSource(stream).connect(node)
  // Phones suspend it, for instance during a call.
  const wake = () => {
    if (context.state !== 'running' && context.state !== 'closed') void context.resume().catch(() => undefined)
  }
  context.addEventListener('statechange', wake)
  wake()
  return {
    listen: (isListening) => {
      const command: AudioTapCommand = isListening ? 'listen' : 'rest'
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- ports have none
      node.port.postMessage(command)
    },
    close: () => {
      context.removeEventListener('statechange', wake)
      node.disconnect()
      void context.close()
    },
  }
}
