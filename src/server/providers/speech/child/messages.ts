import type { FfmpegSetting } from '#server/providers/media/ffmpeg.ts'
import type { InstalledModel } from '../models.ts'
import type { Segment, SpeechError } from '../port.ts'

/** What the child process is asked to do with one recording. */
export interface Task {
  path: string
  ffmpeg: FfmpegSetting
  work: { kind: 'transcribe'; model: InstalledModel; language: string } | { kind: 'cut'; limits: CutLimits }
}

/** Seconds: the longest piece, and how long a silence must be to end a piece early. */
export interface CutLimits {
  longest: number
  silence: number
}

/** Consecutive speech with the pauses in it. Times are seconds from the start of the recording. */
export interface Piece {
  start: number
  end: number
  label?: string
  samples: Int16Array
}

export type ToChild = { type: 'start'; task: Task } | { type: 'next'; limits: CutLimits }

export type FromChild =
  | { type: 'progress'; share: number }
  | { type: 'segment'; segment: Segment }
  | { type: 'piece'; piece: Piece }
  | { type: 'done' }
  | { type: 'failed'; code: SpeechError['code']; detail: string }

/** A few seconds of 16 kHz mono audio for the child that is kept warm. It answers one before it is sent the next. */
export interface ToWarmChild {
  model: InstalledModel
  language: string
  samples: Int16Array
}

export type FromWarmChild = { text: string } | { code: SpeechError['code']; detail: string }
