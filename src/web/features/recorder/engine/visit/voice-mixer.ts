import { keepRunning } from '../capture/audio-tap.ts'

/** Two voices as the channels of one stream: the microphone left, the tab right. */
export type VoiceMixer = {
  stream: MediaStream
  /** The left and the right channel, for taps. */
  microphone: AudioNode
  tab: AudioNode
  /** Plays the sound of a tab into the right channel, in place of an earlier one. */
  play: (tab: MediaStreamTrack) => void
  /** Milliseconds of processed audio. */
  audioMs: () => number
  close: () => void
}

/** Mixes a microphone and a tab. The right channel is silent until a tab plays. */
export function mixVoices(stream: MediaStream): VoiceMixer {
  // Large buffers: on a busy computer, a context that is late drops audio.
  const context = new AudioContext({ sampleRate: 48_000, latencyHint: 'playback' })
  const oneChannel = { channelCount: 1, channelCountMode: 'explicit' } as const
  const microphone = new GainNode(context, oneChannel)
  const tab = new GainNode(context, oneChannel)
  const merger = new ChannelMergerNode(context, { numberOfInputs: 2 })
  const target = new MediaStreamAudioDestinationNode(context, { channelCount: 2, channelCountMode: 'explicit' })
  context.createMediaStreamSource(stream).connect(microphone)
  // A node without input stops processing, and then the meter of the tab would stop.
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
      // Sharing is a click, which lets a page start its sound.
      void context.resume().catch(() => undefined)
    },
    audioMs: () => context.currentTime * 1000,
    close: () => {
      stopWaking()
      void context.close()
    },
  }
}
