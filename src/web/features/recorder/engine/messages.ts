import { sentence } from '#shared/contract/errors.ts'
import type { StorageProblem } from './chunks/chunk-store.ts'
import type { SendEnd } from './chunks/sender.ts'

/** Messages of the recorder that the specification does not give (spec core §8). */
export const anotherTab =
  'Another tab is recording or uploading a recording. Continue there, or close that tab and try again.'

export const stillInMemory =
  'Some audio could not be stored on this device and is still uploading. Stay on this page until the upload is complete.'

/** The notice about the missing access says what is saved and what to do. */
export const notEnded = 'The session was not ended.'

export const storageProblems: Record<StorageProblem, string> = {
  full: 'This device has no storage left for audio. Audio is uploaded as it is recorded: do not close this page until everything is saved.',
  unavailable:
    'This browser cannot store audio on this device. Audio is uploaded as it is recorded: do not close this page until everything is saved.',
}

/** Shown when a full recording is ended or left although a part of it is only in memory. */
export const lastPartNotUploaded = 'The recording was full: its last part could not be uploaded.'

/** Messages for the reasons why sending ended. Unsent audio stays in the browser. */
export const sendEndMessages: Record<Exclude<SendEnd, 'stopped'>, string> = {
  ended: sentence('recording_ended'),
  full: sentence('recording_full'),
  elsewhere:
    'This session was continued in another browser. Audio recorded here that was not uploaded can be saved as a file.',
  refused: 'The server rejected the last part of the recording. It remains on this device and can be saved as a file.',
}
