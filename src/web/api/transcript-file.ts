import type { ImportQuestion, TranscriptFile } from '#shared/contract/transcripts.ts'
import type { Failure } from './errors.ts'

/** `accept` value of a file dialog for transcripts. */
export const transcriptFileTypes = [
  '.vtt,.srt,.txt,.md,.json,.docx,.csv,.tsv,.html,.htm',
  'text/vtt,text/plain,text/csv,text/tab-separated-values,text/html,application/x-subrip,application/json',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
].join(',')

/** A question that the server asks before it uses a transcript, with its text. */
export type ImportQuestionAsked = { question: ImportQuestion; sentence: string }

/** Returns the question of the server if it rejected a transcript with one; null for other failures. */
export function importQuestion({ code, sentence }: Failure): ImportQuestionAsked | null {
  return code === 'transcript_other_name' || code === 'transcript_other_length' ? { question: code, sentence } : null
}

/** Reads a transcript file into the contract's form. The server detects the encoding. */
export async function readTranscriptFile(file: File): Promise<TranscriptFile> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(new Error('This file could not be read. Choose it again.')))
    reader.readAsDataURL(file)
  })
  return { fileName: file.name, content: url.slice(url.indexOf(',') + 1) }
}
