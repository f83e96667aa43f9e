import type { Failure } from '#web/api/errors.ts'
import type { Connection } from '../../recorder-state.ts'

/** Returns why audio is waiting in this browser although its therapist is signed in. */
export function connectionState({ code }: Failure): Connection {
  return code === 'disk_full' ? 'disk full' : 'waiting'
}
