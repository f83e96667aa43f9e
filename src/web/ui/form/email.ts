/** Returns whether a text looks like an email address. Only a mail to it proves that it exists. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim())
}
