import type { LiveRecording } from '#shared/contract/recordings.ts'

/** Pending audio of one session in this browser. */
export type Waiting = { chunks: number; ms: number; isHeldByAnotherTab: boolean }

/** Whether an unfinished recording can be continued here, or is being recorded now. */
export type UnfinishedStatus = 'open' | 'other tab' | 'other device'

const freshMs = 20_000

/** `waiting` is this browser's pending audio, if any; a recording made by this page belongs to no other device. */
export function unfinishedStatus(
  recording: Pick<LiveRecording, 'startedAt' | 'lastChunkAt'>,
  waiting: Waiting | null,
  isOwnWork: boolean,
  now: number,
): UnfinishedStatus {
  if (waiting?.isHeldByAnotherTab) return 'other tab'
  const age = now - Date.parse(recording.lastChunkAt ?? recording.startedAt)
  return waiting === null && !isOwnWork && age < freshMs ? 'other device' : 'open'
}
