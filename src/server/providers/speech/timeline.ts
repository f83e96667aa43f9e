import type { Segment } from './port.ts'

/** Segments by time; those of two channels interleave as they were spoken. */
export function inOrder(segments: Segment[]): Segment[] {
  return segments.toSorted((a, b) => a.start - b.start || a.end - b.end)
}

/** Reports only progress that goes forward, also when work begins anew. */
export function steadyProgress(report: (share: number) => void): (share: number) => void {
  let reached = 0
  return (share) => {
    if (share > reached) report((reached = Math.min(1, share)))
  }
}
