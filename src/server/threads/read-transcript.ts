import { labelSpeakers } from '#server/clinical-text/speakers/speaker-roles.ts'
import { storableJson } from '#server/db/storable.ts'
import { TranscriptFileError } from '#server/clinical-text/reading/error.ts'
import { readTranscriptFile } from '#server/clinical-text/reading/read.ts'

export interface FileToRead {
  fileName: string
  bytes: Uint8Array
  /** Whether speakers without a role are named by rule. */
  isToBeNamed: boolean
}

/** A transcript as it is stored; its utterances are JSON, which the process then does not have to make. */
export interface ReadTranscript {
  utterances: string
  count: number
  /** Where its last utterances end. */
  seconds: number
  hasTimes: boolean
  language: string
  engine: string
}

export type ReadFile = { transcript: ReadTranscript } | { fault: TranscriptFileError['code'] }

/** Reads a transcript file, names its speakers and makes its JSON. */
export function readFile({ fileName, bytes, isToBeNamed }: FileToRead): ReadFile {
  try {
    const read = readTranscriptFile(fileName, bytes)
    const { utterances, hasTimes, language, engine } = isToBeNamed ? labelSpeakers(read) : read
    const seconds = Math.max(...utterances.slice(-50).map(({ end }) => end))
    return {
      transcript: {
        utterances: storableJson(utterances),
        count: utterances.length,
        seconds,
        hasTimes,
        language,
        engine,
      },
    }
  } catch (error) {
    if (error instanceof TranscriptFileError) return { fault: error.code }
    throw error
  }
}
