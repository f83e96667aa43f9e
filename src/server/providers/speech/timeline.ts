import type { Segment } from './port.ts'

/** Sorts segments by time, so that two channels interleave in spoken order. */
export function sortByTime(segments: Segment[]): Segment[] {
  return segments.toSorted((a, b) => a.start - b.start || a.end - b.end)
}

/** Reports only increasing progress, also after a restart of the work. */
export function steadyProgress(report: (share: number) => void): (share: number) => void {
  let reached = 0
  return (share) => {
    if (share > reached) report((reached = Math.min(1, share)))
  }
}
