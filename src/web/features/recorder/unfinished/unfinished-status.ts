import type { UnfinishedRecording } from '#shared/contract/recordings.ts'

/** The pending audio of one session in this browser. */
export type PendingAudio = { chunks: number; ms: number; isHeldByAnotherTab: boolean }

/** Whether an unfinished recording can be continued here, or is being recorded elsewhere. */
export type UnfinishedStatus = 'open' | 'other tab' | 'other device'

const freshMs = 20_000

/**
 * Returns the status of an unfinished recording. `waiting` is its pending audio in this browser, if any. `isOwnWork`:
 * this page recorded it, so it is not recorded on another device.
 */
export function unfinishedStatus(
  recording: Pick<UnfinishedRecording, 'idleMs'>,
  waiting: PendingAudio | null,
  isOwnWork: boolean,
): UnfinishedStatus {
  if (waiting?.isHeldByAnotherTab) return 'other tab'
  return waiting === null && !isOwnWork && recording.idleMs < freshMs ? 'other device' : 'open'
}
