/** MIME types of recordings: those of spec core §5, and other browser names for the same types. */
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

/** File extensions of recordings. */
export const recordingExtensions = ['.mp3', '.mp4', '.m4a', '.wav', '.mov', '.webm']

/**
 * True if name or type allow an upload. Browsers leave the type empty for unknown files, so either is enough; the
 * server inspects the content.
 */
export function isRecordingFile(file: { fileName: string; mediaType: string }): boolean {
  const type = file.mediaType.split(';')[0]?.trim().toLowerCase() ?? ''
  const name = file.fileName.trim().toLowerCase()
  return recordingTypes.includes(type) || recordingExtensions.some((extension) => name.endsWith(extension))
}
