import { endpoints } from '#server/http/implement.ts'
import { inTransaction } from '#server/use-case/as-caller.ts'
import { cancelUpload } from './cancel-upload.ts'
import { completeUpload } from './complete-upload.ts'
import { getUpload } from './get-upload.ts'
import { discardRecording } from './live/discard-recording.ts'
import { endRecording } from './live/end-recording.ts'
import { unfinishedRecordings } from './live/list-unfinished.ts'
import { liveRecording } from './live/live-recording.ts'
import { startRecording } from './live/start-recording.ts'
import { openAudioFiles } from './audio-files.ts'
import { openPlayback } from './playback.ts'
import { processAgain } from './process-again.ts'
import { startUpload } from './start-upload.ts'

const { recordings } = endpoints

export const recordingRoutes = {
  startUpload: recordings.startUpload.handler(inTransaction(startUpload)),
  getUpload: recordings.getUpload.handler(inTransaction(getUpload)),
  completeUpload: recordings.completeUpload.handler(inTransaction(completeUpload)),
  cancelUpload: recordings.cancelUpload.handler(inTransaction(cancelUpload)),
  processAgain: recordings.processAgain.handler(inTransaction(processAgain)),
  playback: recordings.playback.handler(({ context, input }) => openPlayback(context, input)),
  audioFiles: recordings.audioFiles.handler(({ context, input }) => openAudioFiles(context, input)),
  start: recordings.start.handler(inTransaction(startRecording)),
  unfinished: recordings.unfinished.handler(inTransaction(unfinishedRecordings)),
  live: recordings.live.handler(inTransaction(liveRecording)),
  end: recordings.end.handler(inTransaction(endRecording)),
  discard: recordings.discard.handler(inTransaction(discardRecording)),
}
