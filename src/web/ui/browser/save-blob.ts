/** Downloads a file. */
export function saveBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob)
  saveLink(url, fileName)
  // The URL is revoked later, because the download must have started.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Downloads a URL as a file. */
export function saveLink(url: string, fileName: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
}
