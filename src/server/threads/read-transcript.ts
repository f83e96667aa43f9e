import { wordsOf } from '#server/clinical-text/language/words.ts'
import { docxText, isArchive } from '#server/clinical-text/reading/docx.ts'
import { TranscriptFileError } from '#server/clinical-text/reading/error.ts'
import { readTranscriptFile, readTranscriptText } from '#server/clinical-text/reading/read.ts'
import { foreignClient, type KnownPeople, nameKnown, namesOf } from '#server/clinical-text/speakers/known-people.ts'
import { withLanguages } from '#server/clinical-text/language/spoken-language.ts'
import { labelSpeakers } from '#server/clinical-text/speakers/speaker-roles.ts'
import { storableJson } from '#server/db/storable.ts'

export interface FileToRead {
  fileName: string
  bytes: Uint8Array
  people: KnownPeople
  /** Whether speakers without a role are named by rule. */
  isToBeNamed: boolean
}

/** A transcript as it is stored; its utterances are JSON, which the process then does not have to make. */
export interface ReadTranscript {
  utterances: string
  count: number
  words: number
  /** Where its last utterances end. */
  seconds: number
  hasTimes: boolean
  language: string
  engine: string
  /** A person whom it has in the client's place. */
  foreignClient: string | null
}

export type ReadFile = { transcript: ReadTranscript } | { fault: TranscriptFileError['code'] }

/** Reads a transcript file, tells its languages and speakers and makes its JSON. */
export async function readFile(file: FileToRead): Promise<ReadFile> {
  try {
    const { people, isToBeNamed } = file
    const { transcript, clientName } = await read(file)
    const known = nameKnown(withLanguages(transcript), people)
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
        foreignClient: foreignClient(named, { clientName, people }),
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
