const maxLength = 120

/**
 * Returns a file name for display: the last part of a path, without control characters and direction marks, at most 120
 * characters with the extension. The result is never used as a path.
 */
export function displayName(fileName: string): string {
  const last =
    fileName
      .toWellFormed()
      .split(/[/\\]/)
      .findLast((part) => /[^.\s]/.test(part)) ?? ''
  const name = last
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
  if (name === '') return 'Recording'
  const letters = Array.from(name)
  if (letters.length <= maxLength) return name
  const extension = /\.[a-z0-9]{1,5}$/i.exec(name)?.[0] ?? ''
  return `${letters.slice(0, maxLength - extension.length - 1).join('')}…${extension}`
}
