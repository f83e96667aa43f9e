import type { CutOff } from '#server/providers/media/mp4/cut-off.ts'
import type { PreparedAudio } from './prepare-audio.ts'

/** The place of a recording's bytes: chunks, or the file store after an attempt that could not read the recording. */
export interface Source {
  clientId: string
  /** Null for a live recording. */
  uploadId: string | null
  storageName: string | null
  size: number
}

/** The result of preparing a recording. */
export interface PreparedRecording {
  /** Null if the recording cannot be read at all. */
  audio: PreparedAudio | null
  /** The original file; null for a live recording, whose chunks are the original. */
  original: string | null
  /** How an uploaded file is cut off; null for other files. */
  cutOff: CutOff | null
  /** Segments of a live recording whose chunks stay: those that cannot be read, or all if audio is missing. */
  leftOut: readonly number[]
}
