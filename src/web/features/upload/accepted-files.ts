import { sentence } from '#shared/contract/errors.ts'
import { isRecordingFile, recordingExtensions, recordingTypes } from '#shared/rules/recording-files.ts'
import { transcriptMaxMb } from '#shared/contract/limits.ts'

/** What a file is handed in as. */
export type FileKind = 'recording' | 'transcript'

/** `requestId` stands for this choice of the file: sent twice, it is one session. */
export type ChosenFile = { file: File; kind: FileKind; requestId: string }

/** A transcript that was pasted, as the file that it is sent as. */
export function pastedFile(text: string): File {
  return new File([text], 'Pasted transcript.txt', { type: 'text/plain' })
}

/** What the file dialog offers for recordings. */
export const recordingChoice = [...recordingTypes, ...recordingExtensions].join(',')

const transcriptName = /\.(?:vtt|srt|txt|json|docx|csv|tsv)\s*$/i
const cue = /^\uFEFF?\s*(?:WEBVTT\b|\d+\s*\r?\n\d{1,2}:\d{2}:\d{2}[,.]\d{3}\s+-->)/

/** What a file is, by its name, its type and its first words; null when it can be neither. The server looks again. */
export async function kindOf(file: File): Promise<FileKind | null> {
  if (transcriptName.test(file.name)) return 'transcript'
  const type = file.type.split(';')[0]?.trim().toLowerCase() ?? ''
  if (isRecordingFile({ fileName: file.name, mediaType: file.type })) return 'recording'
  if (type === 'text/vtt' || cue.test(await file.slice(0, 200).text())) return 'transcript'
  return null
}

/** Why a file cannot be handed in, in the specified words, or null. */
export function refusal(file: { size: number }, kind: FileKind | null, maxMb: number): string | null {
  if (kind === null) return sentence('file_unsupported')
  if (file.size === 0) return sentence(kind === 'recording' ? 'file_required' : 'transcript_required')
  const limit = kind === 'recording' ? maxMb : transcriptMaxMb
  if (file.size <= limit * 1024 * 1024) return null
  return sentence(kind === 'recording' ? 'file_too_large' : 'transcript_too_large', { limit })
}
