/**
 * Zero-width and direction characters, soft hyphens and byte order marks: invisible and meaningless in a text.
 */
const invisiblePattern = /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF]/g

/**
 * Joiners, except where they form a letter or an emoji: after Arabic, Syriac and Indic letters and after pictographs.
 */
const looseJoiners =
  /(?<![\p{sc=Arabic}\p{sc=Syriac}\p{sc=Devanagari}\p{sc=Bengali}\p{sc=Gurmukhi}\p{sc=Gujarati}\p{sc=Oriya}\p{sc=Tamil}\p{sc=Telugu}\p{sc=Kannada}\p{sc=Malayalam}\p{sc=Sinhala}\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])[\u200C\u200D]/gu

/** Removes invisible characters and composes the rest (NFC), so that equal words are equal strings. */
export function visible(text: string): string {
  return text.replace(invisiblePattern, '').replace(looseJoiners, '').normalize('NFC')
}

/** A speaker's label on one line, without invisible characters. */
export function visibleLabel(label: string): string {
  return visible(label)
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Other characters without a shape: format characters except joiners, fillers of Hangul, and blank Braille. */
const shapelessPattern = /(?![\u200C\u200D])\p{Cf}|[\u115F\u1160\u2800\u3164\uFFA0]|\u034F|\u17B4|\u17B5/gu

/**
 * A name on one line, without invisible characters and those that turn the direction of text: they make different names
 * look alike, or reorder the text beside a name.
 */
export function visibleName(name: string): string {
  return visible(name.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '))
    .replace(shapelessPattern, '')
    .trim()
}
