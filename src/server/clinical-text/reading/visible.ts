/** Zero-width and direction characters, soft hyphens and byte order marks: they are not seen and mean nothing in a transcript. */
const unseen = /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF]/g

/** Joiners, save where they form a letter or an emoji: after Arabic, Syriac and Indic letters and after pictographs. */
const looseJoiners =
  /(?<![\p{sc=Arabic}\p{sc=Syriac}\p{sc=Devanagari}\p{sc=Bengali}\p{sc=Gurmukhi}\p{sc=Gujarati}\p{sc=Oriya}\p{sc=Tamil}\p{sc=Telugu}\p{sc=Kannada}\p{sc=Malayalam}\p{sc=Sinhala}\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])[\u200C\u200D]/gu

/** A text with only the characters that are seen, in composed form, so that equal words are equal texts. */
export function visible(text: string): string {
  return text.replace(unseen, '').replace(looseJoiners, '').normalize('NFC')
}

/** A speaker's label on one line, without any character that is not seen. */
export function visibleLabel(label: string): string {
  return visible(label)
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
}
