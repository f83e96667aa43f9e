import type { CutOff } from '#server/providers/media/mp4/cut-off.ts'
import type { PreparedAudio } from './prepare-audio.ts'

/** Where the bytes of a recording stand: in chunks, or in the file store since it could not be read. */
export interface Source {
  clientId: string
  /** Null for a live recording. */
  uploadId: string | null
  storageName: string | null
  size: number
}

/** What became of a recording's bytes. */
export interface Prepared {
  /** Null when nothing of it can be read. */
  audio: PreparedAudio | null
  /** The file as it came; null for a live recording, whose chunks are the original. */
  original: string | null
  /** How an uploaded file is cut off, if it is. */
  cutOff: CutOff | null
  /** Segments of a live recording that are not part of the audio, since they hold none that can be read. */
  leftOut: readonly number[]
}
