import { sentence } from '#shared/contract/errors.ts'
import { isRecordingFile, recordingExtensions, recordingTypes } from '#shared/rules/recording-files.ts'
import { transcriptMaxMb } from '#shared/contract/limits.ts'

/** The kind of an uploaded file. */
export type FileKind = 'recording' | 'transcript'

/** `requestId` identifies this selection: sent twice, it creates one session. */
export type ChosenFile = { file: File; kind: FileKind; requestId: string }

/** Wraps a pasted transcript in a file. */
export function pastedFile(text: string): File {
  return new File([text], 'Pasted transcript.txt', { type: 'text/plain' })
}

/** `accept` value of the file dialog for recordings. */
export const recordingChoice = [...recordingTypes, ...recordingExtensions].join(',')

const transcriptName = /\.(?:vtt|srt|txt|md|json|docx|csv|tsv|html?)\s*$/i
/** Documents that cannot be recordings, so the user has a transcript. */
const documentName = /\.(?:pdf|rtf|docm?|odt|pages|xlsx?)\s*$/i
const cue = /^\uFEFF?\s*(?:WEBVTT\b|\d+\s*\r?\n\d{1,2}:\d{2}:\d{2}[,.]\d{3}\s+-->)/

/** Detects the kind of a file by name, type and first words; null if unknown. The server checks again. */
export async function kindOf(file: File): Promise<FileKind | null> {
  if (transcriptName.test(file.name)) return 'transcript'
  const type = file.type.split(';')[0]?.trim().toLowerCase() ?? ''
  if (isRecordingFile({ fileName: file.name, mediaType: file.type })) return 'recording'
  if (type === 'text/vtt' || cue.test(await file.slice(0, 200).text())) return 'transcript'
  return null
}

/** The specified error for a file that cannot be uploaded, or null. */
export function refusal(file: { size: number; name: string }, kind: FileKind | null, maxMb: number): string | null {
  const unsupported = sentence('file_unsupported')
  if (kind === null)
    return documentName.test(file.name) ? `${unsupported} ${sentence('transcript_document')}` : unsupported
  if (file.size === 0) return sentence(kind === 'recording' ? 'file_required' : 'transcript_required')
  const limit = kind === 'recording' ? maxMb : transcriptMaxMb
  if (file.size <= limit * 1024 * 1024) return null
  return sentence(kind === 'recording' ? 'file_too_large' : 'transcript_too_large', { limit })
}
