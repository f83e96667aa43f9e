/** MIME types of recordings: spec core §5, and the other names that browsers have for the same types. */
export const recordingTypes = [
  'audio/mp3',
  'audio/mpeg',
  'audio/mp4',
  'audio/m4a',
  'audio/x-m4a',
  'audio/wav',
  'audio/wave',
  'audio/x-wav',
  'audio/vnd.wave',
  'audio/webm',
  'video/mp4',
  'video/mov',
  'video/quicktime',
  'video/webm',
]

/** Endings of the names of recordings. */
export const recordingExtensions = ['.mp3', '.mp4', '.m4a', '.wav', '.mov', '.webm']

/**
 * Whether a file may be uploaded by what it is called. Browsers leave the type empty for files they do not know, so either
 * type or extension is enough; the content is looked at when it arrives.
 */
export function isRecordingFile(file: { fileName: string; mediaType: string }): boolean {
  const type = file.mediaType.split(';')[0]?.trim().toLowerCase() ?? ''
  const name = file.fileName.trim().toLowerCase()
  return recordingTypes.includes(type) || recordingExtensions.some((extension) => name.endsWith(extension))
}
