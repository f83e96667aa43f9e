import { sentence } from '#shared/contract/errors.ts'
import { isRecordingFile, recordingExtensions, recordingTypes } from '#shared/rules/recording-files.ts'
import { transcriptMaxMb } from '#shared/contract/limits.ts'

/** The kind of an uploaded file. */
export type FileKind = 'recording' | 'transcript'

/** `requestId` identifies this selection. If it is sent twice, only one session is created. */
export type ChosenFile = { file: File; kind: FileKind; requestId: string }

/** Converts a pasted transcript to a file. */
export function pastedFile(text: string): File {
  return new File([text], 'Pasted transcript.txt', { type: 'text/plain' })
}

/** `accept` value of the file dialog for recordings. */
export const recordingChoice = [...recordingTypes, ...recordingExtensions].join(',')

const transcriptName = /\.(?:vtt|srt|txt|md|json|docx|csv|tsv|html?)\s*$/i
/** Names of documents that cannot be recordings, but may contain a transcript. */
const documentName = /\.(?:pdf|rtf|docm?|odt|pages|xlsx?)\s*$/i
const cuePattern = /^\uFEFF?\s*(?:WEBVTT\b|\d+\s*\r?\n\d{1,2}:\d{2}:\d{2}[,.]\d{3}\s+-->)/

/**
 * Detects whether a file is a recording or a transcript, by its name, type and first words. Null if unknown. The server
 * checks again.
 */
export async function kindOf(file: File): Promise<FileKind | null> {
  if (transcriptName.test(file.name)) return 'transcript'
  const type = file.type.split(';')[0]?.trim().toLowerCase() ?? ''
  if (isRecordingFile({ fileName: file.name, mediaType: file.type })) return 'recording'
  if (type === 'text/vtt' || cuePattern.test(await file.slice(0, 200).text())) return 'transcript'
  return null
}

/** Returns the specified error if the file cannot be uploaded, else null. */
export function fileError(file: { size: number; name: string }, kind: FileKind | null, maxMb: number): string | null {
  const unsupported = sentence('file_unsupported')
  if (kind === null)
    return documentName.test(file.name) ? `${unsupported} ${sentence('transcript_document')}` : unsupported
  if (file.size === 0) return sentence(kind === 'recording' ? 'file_required' : 'transcript_required')
  const limit = kind === 'recording' ? maxMb : transcriptMaxMb
  if (file.size <= limit * 1024 * 1024) return null
  return sentence(kind === 'recording' ? 'file_too_large' : 'transcript_too_large', { limit })
}
