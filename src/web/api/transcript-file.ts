import type { ImportQuestion, TranscriptFile } from '#shared/contract/transcripts.ts'
import type { Failure } from './errors.ts'

/** What a file dialog offers for transcripts. */
export const transcriptFileTypes = [
  '.vtt,.srt,.txt,.json,.docx,.csv,.tsv',
  'text/vtt,text/plain,text/csv,text/tab-separated-values,application/x-subrip,application/json',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
].join(',')

/** A question of the server before it uses a transcript: what it asks for, and the sentence. */
export type ImportQuestionAsked = { question: ImportQuestion; sentence: string }

/** What the server asks by refusing a transcript, or null when it failed for another reason. */
export function importQuestion({ code, sentence }: Failure): ImportQuestionAsked | null {
  return code === 'transcript_other_name' || code === 'transcript_other_length' ? { question: code, sentence } : null
}

/** A transcript file as the contract carries it. Its encoding is left to the server. */
export async function readTranscriptFile(file: File): Promise<TranscriptFile> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(new Error('This file could not be read. Choose it again.')))
    reader.readAsDataURL(file)
  })
  return { fileName: file.name, content: url.slice(url.indexOf(',') + 1) }
}
