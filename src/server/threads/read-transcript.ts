import { wordsOf } from '#server/clinical-text/language/words.ts'
import { docxText, isArchive } from '#server/clinical-text/reading/docx.ts'
import { TranscriptFileError } from '#server/clinical-text/reading/error.ts'
import { readTranscriptFile, readTranscriptText } from '#server/clinical-text/reading/read.ts'
import {
  mismatchedClientName,
  type KnownPeople,
  labelKnownPeople,
  namesOf,
} from '#server/clinical-text/speakers/known-people.ts'
import { withLanguages } from '#server/clinical-text/language/spoken-language.ts'
import { labelSpeakers } from '#server/clinical-text/speakers/speaker-roles.ts'
import { storableJson } from '#server/db/storable.ts'

export interface FileToRead {
  fileName: string
  bytes: Uint8Array
  people: KnownPeople
  /** True if speakers without a role are labeled by rules. */
  isToBeNamed: boolean
}

/** A transcript as stored. `utterances` is JSON, so the main thread does not have to serialize it. */
export interface ReadTranscript {
  utterances: string
  count: number
  words: number
  /** End of the last utterance, in seconds. */
  seconds: number
  hasTimes: boolean
  language: string
  engine: string
  /** Name of the client in the file, if this is the name of another person. */
  mismatchedClientName: string | null
}

export type ParsedFile = { transcript: ReadTranscript } | { fault: TranscriptFileError['code'] }

/** Parses a transcript file, detects its languages and speakers, and serializes it. */
export async function parseTranscriptFile(file: FileToRead): Promise<ParsedFile> {
  try {
    const { people, isToBeNamed } = file
    const { transcript, clientName } = await read(file)
    const known = labelKnownPeople(withLanguages(transcript), people)
    const named = labelSpeakers(known)
    const { utterances, hasTimes, language, engine } = isToBeNamed ? named : known
    return {
      transcript: {
        utterances: storableJson(utterances),
        count: utterances.length,
        words: utterances.reduce((sum, { text }) => sum + wordsOf(text).length, 0),
        seconds: Math.max(...utterances.slice(-50).map(({ end }) => end)),
        hasTimes,
        language,
        engine,
        mismatchedClientName: mismatchedClientName(named, { clientName, people }),
      },
    }
  } catch (error) {
    if (error instanceof TranscriptFileError) return { fault: error.code }
    throw error
  }
}

async function read({ fileName, bytes, people }: FileToRead) {
  const known = namesOf(people)
  if (!isArchive(bytes)) return readTranscriptFile({ fileName, bytes, known })
  const { transcript, clientName } = readTranscriptText({ fileName, text: await docxText(bytes), known })
  return { transcript: { ...transcript, engine: 'import DOCX' }, clientName }
}
