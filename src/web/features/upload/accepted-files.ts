import { sentence } from '#shared/contract/errors.ts'

/** What a file is handed in as. */
export type FileKind = 'recording' | 'transcript'

export type ChosenFile = { file: File; kind: FileKind }

/** What the file dialog offers (core specification, section 5). */
export const recordingTypes =
  'audio/mp3,audio/mpeg,audio/mp4,audio/m4a,audio/x-m4a,audio/wav,audio/x-wav,audio/webm,video/mp4,video/mov,video/quicktime,video/webm,' +
  '.mp3,.mp4,.m4a,.wav,.mov,.webm'

const mimeTypes = new Set(recordingTypes.split(',').filter((type) => type.includes('/')))
const recordingName = /\.(?:mp3|mp4|m4a|wav|mov|webm)\s*$/i
const transcriptName = /\.(?:vtt|srt|txt|json)\s*$/i
const cue = /^\uFEFF?\s*(?:WEBVTT\b|\d+\s*\r?\n\d{1,2}:\d{2}:\d{2}[,.]\d{3}\s+-->)/

/** Largest transcript file in MB: several days of speech. */
const transcriptMaxMb = 5

/** What a file is, by its name, its type and its first words; null when it can be neither. The server looks again. */
export async function kindOf(file: File): Promise<FileKind | null> {
  if (transcriptName.test(file.name)) return 'transcript'
  const type = file.type.split(';')[0]?.trim().toLowerCase() ?? ''
  if (recordingName.test(file.name) || mimeTypes.has(type)) return 'recording'
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
