import type { Failure } from '#web/api/errors.ts'
import type { Line } from '../../recorder-state.ts'

/** Why captured audio waits in this browser, though its therapist is signed in. */
export function waitingLine({ code }: Failure): Line {
  return code === 'disk_full' ? 'disk full' : 'waiting'
}
