/** Typographic characters with an ASCII form of the same meaning. */
const replacements: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '‛': "'",
  '′': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '‟': '"',
  '″': '"',
  '«': '"',
  '»': '"',
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '―': '-',
  '−': '-',
  '•': '-',
  '·': '-',
  '…': '...',
  '→': '->',
  '×': 'x',
  '≤': '<=',
  '≥': '>=',
  '½': '1/2',
  '¼': '1/4',
  '¾': '3/4',
  '\u00a0': ' ',
  '\u2009': ' ',
  '\u202f': ' ',
  '\ufeff': '',
  '\u200b': '',
}

/** Replaces typographic characters. Letters with accents, other scripts and emoji remain. */
export function toAscii(text: string): string {
  return text.replaceAll(/[^\n\x20-\x7e]/g, (character) => replacements[character] ?? character)
}

/** Lists the characters outside ASCII, each once, as users see them: an emoji counts as one character. */
export function charactersBeyondAscii(text: string): string[] {
  const seen = new Set<string>()
  for (const { segment } of new Intl.Segmenter('en').segment(text))
    if (/[^\n\t\x20-\x7e]/.test(segment)) seen.add(segment)
  return [...seen]
}
