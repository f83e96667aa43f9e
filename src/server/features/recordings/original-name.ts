/** The name in the file store without the extension, e.g. `session-recordings/…/<session>` of `….mp4`. */
export function baseName(storageName: string): string {
  return storageName.replace(/\.[^./]+$/, '')
}

/** The name under which the original of an unreadable upload is stored. It differs from the readable audio only in its extension. */
export function originalName(storageName: string): string {
  return `${baseName(storageName)}.original`
}
