import { keepRunning } from '../capture/audio-tap.ts'

/** Mixes two voices into one stream: the microphone in the left channel, the tab in the right one. */
export type VoiceMixer = {
  stream: MediaStream
  /** The nodes of the left and the right channel, for audio taps. */
  microphone: AudioNode
  tab: AudioNode
  /** Plays the audio of a tab into the right channel, in place of an earlier tab. */
  play: (tab: MediaStreamTrack) => void
  /** Duration of the processed audio, in milliseconds. */
  audioMs: () => number
  close: () => void
}

/** Mixes a microphone and a tab. The right channel is silent until a tab is played. */
export function mixVoices(stream: MediaStream): VoiceMixer {
  // `latencyHint` asks for large buffers. With small ones, a busy computer drops audio.
  const context = new AudioContext({ sampleRate: 48_000, latencyHint: 'playback' })
  const oneChannel = { channelCount: 1, channelCountMode: 'explicit' } as const
  const microphone = new GainNode(context, oneChannel)
  const tab = new GainNode(context, oneChannel)
  const merger = new ChannelMergerNode(context, { numberOfInputs: 2 })
  const target = new MediaStreamAudioDestinationNode(context, { channelCount: 2, channelCountMode: 'explicit' })
  context.createMediaStreamSource(stream).connect(microphone)
  // Without input, the node would stop processing, and the tab's level meter would stop, too.
  const silence = new ConstantSourceNode(context, { offset: 0 })
  silence.connect(tab)
  silence.start()
  microphone.connect(merger, 0, 0)
  tab.connect(merger, 0, 1)
  merger.connect(target)
  const stopWaking = keepRunning(context)
  let source: AudioNode | null = null
  return {
    stream: target.stream,
    microphone,
    tab,
    play: (track) => {
      source?.disconnect()
      source = context.createMediaStreamSource(new MediaStream([track]))
      source.connect(tab)
      // The user has clicked to share the tab, so the page may start its audio.
      void context.resume().catch(() => undefined)
    },
    audioMs: () => context.currentTime * 1000,
    close: () => {
      stopWaking()
      void context.close()
    },
  }
}
