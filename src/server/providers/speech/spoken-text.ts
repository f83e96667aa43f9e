const soundMark = /^[[(*]\s*(?:blank[_ ]?audio|silence|no (?:audio|speech)|music|background noise|noise)\s*[\])*]$/i

/** The words of an engine's text; empty for its marks for silence and noise, and for text without a letter or digit. */
export function spokenText(text: string): string {
  const trimmed = text.trim()
  return soundMark.test(trimmed) || !/[\p{L}\p{N}]/u.test(trimmed) ? '' : trimmed
}
