import type { FfmpegSetting } from '#server/providers/media/ffmpeg.ts'
import type { InstalledModel } from '../models.ts'
import type { Segment, SpeechError } from '../port.ts'
import type { Direction } from '../speakers/directions.ts'
import type { InstalledSpeakerModel } from '../speakers/models.ts'
import type { SpeakerCount, Span, Voices } from '../speakers/port.ts'

/** The task of the child process for one recording. */
export interface Task {
  path: string
  ffmpeg: FfmpegSetting
  isSpeakerPerChannel?: boolean | undefined
  work: TranscribeWork | { kind: 'cut'; limits: CutLimits } | IdentifyWork | ReadVoiceWork
}

/** Finds the voices of a recording with one channel. */
export interface IdentifyWork {
  kind: 'identify'
  model: InstalledSpeakerModel
  count: SpeakerCount
  /** A remembered voice to look for. */
  known?: Direction | undefined
}

/** Computes the voice of one person from their turns. */
export interface ReadVoiceWork {
  kind: 'read voice'
  model: InstalledSpeakerModel
  turns: readonly Span[]
}

export interface TranscribeWork {
  kind: 'transcribe'
  model: InstalledModel
  language: string
  vocabulary: readonly string[]
  /** Seconds of each channel whose speech an earlier child transcribed. */
  finished: number[]
}

/** Seconds of the longest piece, and of the silence that ends a piece early. */
export interface CutLimits {
  longest: number
  silence: number
}

/** Consecutive speech with its pauses. Times are seconds from the start of the recording. */
export interface Piece {
  start: number
  end: number
  label?: string
  samples: Int16Array
}

/** The sentences of a passage. All speech of the channel until `until` (seconds) is transcribed. */
export interface TranscribedPassage {
  segments: Segment[]
  until: number
}

export type ToChild = { type: 'start'; task: Task } | { type: 'next'; limits: CutLimits }

/** Why a task failed. The job queue tries it again if the failure is `transient`. */
export interface FailedTask {
  code: SpeechError['code']
  detail: string
  transient: boolean
}

export type FromChild =
  | { type: 'progress'; share: number }
  | ({ type: 'segments'; channel: number } & TranscribedPassage)
  | { type: 'piece'; piece: Piece }
  | { type: 'voices'; voices: Voices }
  /** `direction` is null if the turns are of more than one voice. */
  | { type: 'voice'; seconds: number; direction: Direction | null }
  | { type: 'done' }
  | ({ type: 'failed' } & FailedTask)

/** A live chunk of 16 kHz mono audio for the child that stays loaded. The next chunk is sent after the child's response. */
export interface ToWarmChild {
  model: InstalledModel
  language: string
  samples: Int16Array
}

export type FromWarmChild = { text: string } | FailedTask
