import type { Failure } from '#web/api/errors.ts'
import type { Connection } from '../../recorder-state.ts'

/** Says why audio is waiting in this browser, if its therapist is signed in. */
export function connectionState({ code }: Failure): Connection {
  return code === 'disk_full' ? 'disk full' : 'waiting'
}
