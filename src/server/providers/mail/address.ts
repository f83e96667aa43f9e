/**
 * One plain address; a list, a display name or a line break would let a person write to others or add headers.
 * @throws TypeError. The address stays out of the message, which may be logged.
 */
export function singleAddress(text: string): string {
  if (text.length > 320 || !/^[^\s@,;:<>()"\\]+@[^\s@,;:<>()"\\]+$/.test(text))
    throw new TypeError('Not a mail address')
  return text
}
