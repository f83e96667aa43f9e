import type { TranscriptFile } from '#shared/contract/transcripts.ts'

/** What a file dialog offers for transcripts. */
export const transcriptFileTypes = '.vtt,.srt,.txt,.json,text/vtt,text/plain,application/x-subrip,application/json'

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
