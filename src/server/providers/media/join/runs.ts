import { type EncodedPacket, EncodedPacketSink, type InputAudioTrack } from 'mediabunny'
import { untilDamage } from '../demux.ts'
import { seamSeconds } from './pauses.ts'

/** Consecutive packets of a track without a gap. Times are seconds. */
export interface Run {
  first: EncodedPacket
  count: number
  start: number
  end: number
}

/** How many runs to look back for the place of a late run. */
const reach = 500

/** The runs of a track in playing order. */
export async function findRuns(track: InputAudioTrack): Promise<Run[]> {
  const runs: Run[] = []
  let current: Run | undefined
  for await (const packet of untilDamage(new EncodedPacketSink(track).packets())) {
    const { timestamp, duration } = packet
    if (current && Math.abs(timestamp - current.end) < seamSeconds) {
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
 * Moves late runs to the place where they fit without a gap. Other runs stay in file order, whatever their times:
 * recorders write in real time, and some restart their clock after an interruption.
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
  if (run.end > next.start + seamSeconds || run.start >= next.start) return false
  if (before && run.start < before.end - seamSeconds) return false
  return next.start - run.end < seamSeconds || (before !== undefined && run.start - before.end < seamSeconds)
}

/** The packets of a run, up to damage in the file. */
export async function* packetsOf(track: InputAudioTrack, { first, count }: Run): AsyncGenerator<EncodedPacket> {
  let remaining = count
  for await (const packet of untilDamage(new EncodedPacketSink(track).packets(first))) {
    yield packet
    if (--remaining === 0) return
  }
}
