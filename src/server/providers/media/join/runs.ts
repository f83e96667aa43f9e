import { type EncodedPacket, EncodedPacketSink, type InputAudioTrack } from 'mediabunny'
import { untilDamage } from '../demux.ts'

/** Packets of a track that follow each other without a seam. Times are seconds. */
export interface Run {
  first: EncodedPacket
  count: number
  start: number
  end: number
}

/** Rounding between two packets that follow each other. Seconds. */
const seam = 0.1

/** How many runs back a late one is looked for a place. */
const reach = 500

/** The runs of a track in the order in which they are to be heard. */
export async function findRuns(track: InputAudioTrack): Promise<Run[]> {
  const runs: Run[] = []
  let current: Run | undefined
  for await (const packet of untilDamage(new EncodedPacketSink(track).packets())) {
    const { timestamp, duration } = packet
    if (current && Math.abs(timestamp - current.end) < seam) {
      current.count++
      current.end = Math.max(current.end, timestamp + duration)
    } else {
      current = { first: packet, count: 1, start: timestamp, end: timestamp + duration }
      runs.push(current)
    }
  }
  return inOrder(runs)
}

/**
 * Puts runs that stand late in the file where they fit without a seam. Any other one stays after those before it, also
 * when its times say otherwise: recorders write as time passes, and some begin to count anew after an interruption.
 */
function inOrder(runs: readonly Run[]): Run[] {
  const placed: Run[] = []
  for (const run of runs) {
    const earliest = Math.max(0, placed.length - reach)
    const at = placed.findIndex((next, index) => index >= earliest && fits(run, placed[index - 1], next))
    placed.splice(at === -1 ? placed.length : at, 0, run)
  }
  return placed
}

function fits(run: Run, before: Run | undefined, next: Run): boolean {
  if (run.end > next.start + seam || run.start >= next.start) return false
  if (before && run.start < before.end - seam) return false
  return next.start - run.end < seam || (before !== undefined && run.start - before.end < seam)
}

/** The packets of a run. Ends early where the file is damaged. */
export async function* packetsOf(track: InputAudioTrack, { first, count }: Run): AsyncGenerator<EncodedPacket> {
  let left = count
  for await (const packet of untilDamage(new EncodedPacketSink(track).packets(first))) {
    yield packet
    if (--left === 0) return
  }
}
