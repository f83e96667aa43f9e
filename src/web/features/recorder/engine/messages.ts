import { sentence } from '#shared/contract/errors.ts'
import type { StorageProblem } from './chunks/chunk-store.ts'
import type { SendEnd } from './chunks/sender.ts'

/** Sentences of the recorder that the specification (spec core §8) does not have. */
export const anotherTab =
  'Another tab is recording, or sending what was recorded. Go on there, or close that tab and try again.'

export const stillInMemory =
  'Some audio could not be kept on this device and is still being sent. Stay on this page until it was sent.'

export const storageProblems: Record<StorageProblem, string> = {
  full: 'This device has no room left to keep audio. It is sent as it comes: do not close this page until everything is saved.',
  unavailable:
    'This browser cannot keep audio on this device. It is sent as it comes: do not close this page until everything is saved.',
}

/** Why nothing more is sent. What was not sent stays in the browser. */
export const sendEndMessages: Record<Exclude<SendEnd, 'stopped'>, string> = {
  ended: sentence('recording_ended'),
  full: sentence('recording_full'),
  elsewhere:
    'This session went on in another browser. Audio that was recorded here and not sent before can be saved as a file.',
  refused:
    'The server did not take the last part of the recording. It stays on this device and can be saved as a file.',
}
