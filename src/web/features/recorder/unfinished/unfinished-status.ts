import type { LiveRecording } from '#shared/contract/recordings.ts'

/** Audio of one session that waits in this browser. */
export type Waiting = { chunks: number; ms: number; isHeldByAnotherTab: boolean }

/** Whether an unfinished recording can be taken up here, or somebody is at it at this moment. */
export type UnfinishedStatus = 'open' | 'other tab' | 'other device'

const freshMs = 20_000

/**
 * `waiting` is what this browser knows of the recording, if anything; a recording that this page made is nobody else's.
 */
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
