import type { Voice } from '../capture/audio-tap-messages.ts'
import { hasEcho } from './echo.ts'

/** Maximum milliseconds between two chunks of both voices, so that they count as the same seconds. */
const sameSecondsMs = 1000
/** Number of chunks with an echo before it is reported, because a single one may be a coincidence. */
const certainAfter = 2

export type EchoWatch = { add: (voice: Voice, samples: Int16Array, at: number) => void }

/** Compares the live chunks of both voices, and reports when an echo begins or ends. */
export function watchEcho(onChange: (hasEcho: boolean) => void): EchoWatch {
  let waiting: { voice: Voice; samples: Int16Array; at: number } | null = null
  let echoes = 0
  return {
    add: (voice, samples, at) => {
      const other = waiting
      waiting = { voice, samples, at }
      if (!other || other.voice === voice || at - other.at > sameSecondsMs) return
      waiting = null
      const [tab, microphone] = voice === 'client' ? [samples, other.samples] : [other.samples, samples]
      const found = hasEcho(tab, microphone)
      if (found === null) return
      echoes = found ? Math.min(certainAfter, echoes + 1) : Math.max(0, echoes - 1)
      if (echoes === certainAfter) onChange(true)
      if (echoes === 0) onChange(false)
    },
  }
}
