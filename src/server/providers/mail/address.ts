/**
 * Validates a single plain address. A list, a display name or a line break would let a user write to others or add
 * headers.
 * @throws TypeError. The message omits the address, because it may be logged.
 */
export function singleAddress(text: string): string {
  if (text.length > 320 || !/^[^\s@,;:<>()"\\]+@[^\s@,;:<>()"\\]+$/.test(text))
    throw new TypeError('Not a mail address')
  return text
}
