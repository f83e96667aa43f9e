/** Whether a text has the form of an email address; only a mail sent there proves more. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim())
}
