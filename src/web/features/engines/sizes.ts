/** Formats bytes in decimal megabytes or gigabytes, e.g. `631 MB` and `2.5 GB`. */
export function shownBytes(bytes: number): string {
  if (bytes >= 100e9) return `${Math.round(bytes / 1e9)} GB`
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.round(bytes / 1e6)} MB`
}

/** Formats a part of a size in the unit of the whole, e.g. `412 of 631 MB`. */
export function shownShare(part: number, whole: number): string {
  const inUnit = whole >= 1e9 ? (part / 1e9).toFixed(1) : String(Math.round(part / 1e6))
  return `${inUnit} of ${shownBytes(whole)}`
}

/** Formats the remaining time of a download, e.g. `36 seconds left`. */
export function shownTimeLeft(seconds: number): string {
  if (seconds < 90) return `${seconds} second${seconds === 1 ? '' : 's'} left`
  const minutes = Math.round(seconds / 60)
  return minutes < 90 ? `${minutes} minutes left` : `${Math.round(minutes / 60)} hours left`
}
