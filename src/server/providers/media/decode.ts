import { open } from 'node:fs/promises'
import { speechRate } from '#shared/audio/speech-rate.ts'
import { decodeByPackets } from './demux.ts'
import { decodeByFfmpeg, FfmpegError, type FfmpegSetting, findFfmpeg } from './ffmpeg.ts'
import { MediaError } from './media-error.ts'
import { readMp3 } from './mp3.ts'
import { mixDown } from '#shared/audio/mix-down.ts'
import { Resampler } from '#shared/audio/resample.ts'
import { concat, type PcmBlock } from './pcm.ts'
import { type MediaFacts, probeMedia } from './probe.ts'
import { hasSpeakerPerChannel } from './speakers.ts'
import { readWav, readWavLayout } from './wav.ts'

export interface DecodeOptions {
  ffmpeg?: FfmpegSetting
  signal: AbortSignal
  /** True if the two channels of a stereo recording are known to have one speaker each. */
  isSpeakerPerChannel?: boolean | undefined
}

export interface DecodedAudio {
  /** Two only if each channel of a stereo recording has its own speaker. */
  channels: 1 | 2
  /** Duration in seconds by the file's metadata, if stated. */
  duration: number | null
  /** 16 kHz audio, one array per channel. Can be read once; at most about a second is in memory. */
  blocks: AsyncIterable<Float32Array[]>
}

/** The decoded share of the audio; 0 while its duration is unknown. */
export function shareOf({ duration }: DecodedAudio, seconds: number): number {
  return duration ? Math.min(1, seconds / duration) : 0
}

/** Seconds that are analyzed to decide whether a stereo file has one speaker per channel. */
const beginningSeconds = 180

/** Maximum duration in seconds, longer than any session. Limits files with wrong time stamps. */
const maxSeconds = 12 * 3600

/**
 * Decodes any accepted recording to 16 kHz for a speech engine, by ffmpeg if available, else in this process. If ffmpeg
 * fails or gives no samples, the decoder in this process continues.
 * @throws MediaError if the file is not a recording, has no audio track, or gives no samples; FfmpegError if ffmpeg fails
 * and the other decoder cannot continue
 */
export async function decodeAudio(path: string, options: DecodeOptions): Promise<DecodedAudio> {
  const facts = await probeMedia(path)
  const blocks = await speechBlocks(path, facts, options)
  const first = await readBeginning(blocks)
  if (first.length === 0) throw new MediaError('no audio could be decoded')
  const leftChannel = concat(first.map((block) => block[0] ?? new Float32Array(0)))
  const rightChannel = first[0]?.length === 2 ? concat(first.map((block) => block[1] ?? new Float32Array(0))) : null
  const separate =
    rightChannel !== null && (options.isSpeakerPerChannel ?? hasSpeakerPerChannel(leftChannel, rightChannel))
  const begin = rightChannel ? [leftChannel, rightChannel] : [leftChannel]
  return { channels: separate ? 2 : 1, duration: facts.duration, blocks: play(begin, blocks, separate) }
}

async function speechBlocks(
  path: string,
  { kind, audioChannels }: MediaFacts,
  { ffmpeg, signal }: DecodeOptions,
): Promise<AsyncGenerator<Float32Array[]>> {
  if (kind.container === 'wav') {
    await using file = await open(path)
    const layout = await readWavLayout(file)
    if (layout.encoding !== 'other') return toSpeechRate(readWav(path, layout))
  }
  const ownDecoder = () =>
    toSpeechRate(kind.container === 'mp3' ? readMp3(path, signal) : decodeByPackets(path, signal))
  const program = await findFfmpeg(ffmpeg)
  if (!program) return ownDecoder()
  const byFfmpeg = decodeByFfmpeg(program, path, kind.container, audioChannels === 1 ? 1 : 2, signal)
  return withFallback(toSpeechRate(byFfmpeg), ownDecoder)
}

/** If ffmpeg fails or gives no samples, `fallback` continues at the same position. */
async function* withFallback(
  byFfmpeg: AsyncGenerator<Float32Array[]>,
  fallback: () => AsyncGenerator<Float32Array[]>,
): AsyncGenerator<Float32Array[]> {
  let failure: FfmpegError | undefined
  let samples = 0
  try {
    for await (const block of byFfmpeg) {
      samples += lengthOf(block)
      yield block
    }
    if (samples > 0) return
  } catch (error) {
    if (!(error instanceof FfmpegError)) throw error
    failure = error
  }
  let continues = false
  try {
    for await (const block of after(samples, fallback())) {
      continues = true
      yield block
    }
  } catch (error) {
    if (continues || !(error instanceof MediaError)) throw error
  }
  if (!continues && failure) throw failure
}

/** The blocks without the first samples. */
async function* after(samples: number, blocks: AsyncGenerator<Float32Array[]>): AsyncGenerator<Float32Array[]> {
  let toSkip = samples
  for await (const block of blocks) {
    const length = lengthOf(block)
    const skipped = Math.min(toSkip, length)
    toSkip -= skipped
    if (skipped < length) yield skipped === 0 ? block : block.map((channel) => channel.subarray(skipped))
  }
}

const lengthOf = (block: readonly Float32Array[]) => block[0]?.length ?? 0

/** Resamples every channel; more than two channels are mixed into one. */
async function* toSpeechRate(blocks: AsyncGenerator<PcmBlock>): AsyncGenerator<Float32Array[]> {
  let rate = 0
  let resamplers: Resampler[] = []
  let total = 0
  for await (const block of blocks) {
    const channels = block.channels.length > 2 ? [mixDown(block.channels)] : block.channels
    total += (channels[0]?.length ?? 0) / block.rate
    if (total > maxSeconds) throw new MediaError('longer than twelve hours')
    if (block.rate === speechRate) {
      yield channels
      continue
    }
    if (rate !== block.rate || resamplers.length !== channels.length) {
      rate = block.rate
      resamplers = channels.map(() => new Resampler(rate, speechRate))
    }
    yield channels.map((channel, i) => resamplers[i]?.push(channel) ?? channel)
  }
  if (resamplers.length > 0) yield resamplers.map((resampler) => resampler.flush())
}

/** Reads as much as needed to compare the channels: the first seconds of stereo, one block of mono. */
async function readBeginning(blocks: AsyncGenerator<Float32Array[]>): Promise<Float32Array[][]> {
  const beginning: Float32Array[][] = []
  let samples = 0
  while (samples < beginningSeconds * speechRate) {
    const next = await blocks.next()
    if (next.done) break
    const length = lengthOf(next.value)
    if (length === 0) continue
    beginning.push(next.value)
    samples += length
    if (next.value.length < 2) break
  }
  return beginning
}

async function* play(
  begin: Float32Array[],
  rest: AsyncGenerator<Float32Array[]>,
  separate: boolean,
): AsyncGenerator<Float32Array[]> {
  const shape = (block: Float32Array[]) => (separate && block.length === 2 ? block : [mixDown(block)])
  try {
    for (let at = 0; at < (begin[0]?.length ?? 0); at += speechRate)
      yield shape(begin.map((channel) => channel.subarray(at, at + speechRate)))
    for await (const block of rest) if (lengthOf(block) > 0) yield shape(block)
  } finally {
    // A reader that stops during the buffered beginning must not leave ffmpeg waiting.
    await rest.return(undefined)
  }
}
