import { visibleLabel } from '#shared/rules/visible.ts'
import { isCommonWord } from '../language/dictionary.ts'
import { isPersonWord } from '../language/persons.ts'
import { isStopWord, wordsOf } from '../language/words.ts'
import { numberReader } from './number-labels.ts'
import { namesGroup, namesRelative } from './relative-labels.ts'
import { isSpeakerLabel, possessives } from './roles.ts'
import { speakerTest } from './speaker-test.ts'

const nameLike = /^(?:dr\.?\s|mr\.?\s|mrs\.?\s|ms\.?\s)?[\p{L}][\p{L}\p{M}\p{N}.'’ʼ ,()/_-]{0,48}$/iu

const startsSentence = new RegExp(
  String.raw`^(?:${possessives}|this|that|these|those|there|when|but|and|or|because|if|what|who|why|how|from|on|in|at|for|with|since|until|after|before|the|dear|hello|so|yes|no|oh|okay|i|he|she|they|we|you|it|well|now|just|only|last|next)(?:['’]s)?\s`,
  'i',
)

const degreesPattern = /^(?:(?:prof|dr|med|phil|rer|nat|dipl|mag)\.?[\s-]+)+/i

const particlePattern =
  /^(?:med\.|phil\.|rer\.|nat\.|de|da|di|du|del|della|des|van|von|der|den|dos|zu|la|le|el|al|bin|ibn|ben|and|&|\+)?$/

/** True if every word is capitalized, or of a script without capitals, except short particles such as `van der`. */
export const isProperName = (label: string) =>
  label !== 'I' &&
  !startsSentence.test(label) &&
  label
    .split(/[\s,]+/)
    .every((word) => /^(?:\(|(?:[dl]['’]|i)?[\p{Lu}\p{Lt}\p{Lo}\p{N}])/u.test(word) || particlePattern.test(word))

const headingsPattern =
  /^(?:notes?|plans?|questions?|answers?|examples?|first|second|third|next|then|finally|also|results?|problems?|reasons?|points?|conclusion|summary|goals?|homework|topics?|tasks?|steps?|time|date|location|subject|agenda|warning|important|edit|update|correction|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|january|february|march|july|september|october|november|december|today|yesterday|tomorrow|tonight|morning|afternoon|evening|transcript|attendees|participants)$/i

/** True for a word that begins a sentence or a list as often as it names a speaker: `Work: bad`. Single letters are speakers. */
export function isOrdinaryWord(label: string): boolean {
  const word = label.toLowerCase()
  if (word.length < 2 || /\s/.test(word) || isPersonWord({ text: word, lemma: word, pos: 'NOUN' })) return false
  return (
    isStopWord(word.replace(/['’]/g, '')) ||
    headingsPattern.test(word) ||
    isCommonWord(word) ||
    isCommonWord(word.replace(/s$/, ''))
  )
}

/** True for `Foster mother` and `Sister 2`, but not for `Her mother` and `I called my mother`. */
const isRelative = (label: string) =>
  /^\p{Lu}/u.test(label) &&
  label.split(/\s+/).length <= 3 &&
  !startsSentence.test(label) &&
  namesRelative(label.replace(/^.* (?=\p{L})/u, ''))

const isHeading = (label: string) =>
  headingsPattern.test(label) || (label.length > 1 && isStopWord(label.toLowerCase()) && !/^(?:may|will)$/i.test(label))

/** Signs before a label: quotes, list marks, heading marks, numbers. They contain no word. */
const marksPattern = String.raw`(?:(?:>{1,2}|[*•·‣▪◦–—-]|#{1,6})\s|>{1,2}|\d{1,5}[.)]\s){0,4}`
export const leadingMarks = new RegExp(`^${marksPattern}`)

/** The mark after a label. An arrow counts as `=`; the empty mark is a colon without a space after it. */
type Mark = ':' | '-' | '=' | ']' | ''

export interface Prefix {
  label: string
  text: string
  mark: Mark
}

const patterns: readonly (readonly [Mark, RegExp])[] = [
  [
    ']',
    new RegExp(
      String.raw`^${marksPattern}(?:\[([^\]]{1,50})\]|\(([^)]{3,50})\)|<([^>:/]{3,50})>)\s*[:：]?\s*(.*)$`,
      's',
    ),
  ],
  [
    ':',
    new RegExp(
      String.raw`^${marksPattern}()()([^:：]{1,50}?(?:[:*](?:in|innen)(?=\s*[:：]))?)\s*(?::(?:\s+|$)|：\s*)(.*)$`,
      's',
    ),
  ],
  ['=', new RegExp(String.raw`^${marksPattern}()()([^:–—→=]{1,50}?)(?:\s*(?:[→⇒]|[-=]>)\s*|\s*=\s+)(\S.*)$`, 's')],
  ['-', new RegExp(String.raw`^${marksPattern}()()([^:–—]{1,50}?)(?:\s+[-–—|]+\s*|[-–—]+\s+)(\S.*)$`, 's')],
  ['', new RegExp(String.raw`^${marksPattern}()()([^:]{2,50}?)\s*:(?=[^\s\d/:])(?!(?:in|innen)$)(.*)$`, 's')],
]

/** True for a mark that also joins parts of a sentence. */
export const hasAmbiguousMark = ({ mark }: Prefix) => mark === '-' || mark === '='

/** Emoji, which display names of meetings may have. */
const picturesPattern = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{RI}]|\u200D|\uFE0F/gu

/** Splits `Name: text`, `[Name] text`, `Name → text`, `Name = text`, or `Name - text` with any dash that has a space on one side. */
export function splitPrefix(line: string): Prefix | null {
  for (const [mark, pattern] of patterns) {
    const found = pattern.exec(line)
    const name = found?.slice(1, 4).find(Boolean) ?? ''
    const label = visibleLabel(name.replace(/^From\s+(.+?)\s+to\s+Everyone\s*$/, '$1').replaceAll(picturesPattern, ''))
    if (found && isName(label)) return { label, text: found[4] ?? '', mark }
  }
  return null
}

/** True for up to five words after a title that may be a name. */
export function isName(label: string): boolean {
  const name = label.replace(degreesPattern, '')
  const isShort = name.split(/\s+/).length <= 5 && !/[.?!]\s+\p{Ll}/u.test(name)
  return isShort && (nameLike.test(label) || isSpeakerLabel(label))
}

/** True if the language is not English, so the dictionary does not distinguish names from common words. */
function isForeign(lines: readonly string[]): boolean {
  const words = wordsOf(lines.slice(0, 300).join(' '))
  return words.length >= 50 && words.filter(({ text }) => isStopWord(text)).length * 4 < words.length
}

const isLowerCase = (label: string) => /^\p{Ll}[\p{L}\p{M}\p{N}'’._-]*$/u.test(label) || label === 'I'
const isCaseless = (label: string) => /^\p{Lo}/u.test(label)

export type ReadPrefix = (line: string) => { label: string; text: string } | null

/**
 * Decides which `Name:` prefixes are speakers: known roles, numbered speakers, repeated names, or the prefixes of most
 * lines. Others are speech, such as `I shouted: stop` and `Note: she was late`. A dash may be part of a sentence, so names
 * before a dash need a dash in most lines, at least two repeated names, and no certain speaker with another mark. Brackets may contain a sound.
 * @param known names of speakers
 */
export function prefixReader(lines: readonly string[], known: readonly string[] = []): ReadPrefix {
  const isNamed = speakerTest(known)
  const isRole = speakerTest([])
  const found = lines.map(splitPrefix).filter((prefix) => prefix !== null)
  const isMost = (mark: Mark) => found.filter((prefix) => prefix.mark === mark).length * 2 >= lines.length
  const isUsual = { ':': isMost(':'), '-': isMost('-'), '=': isMost('='), ']': isMost(']'), '': isMost('') }
  const counts = new Map<string, number>()
  for (const { label, mark } of found) counts.set(mark + label, (counts.get(mark + label) ?? 0) + 1)
  const isRepeated = ({ label, mark }: Prefix) => (counts.get(mark + label) ?? 0) > 1
  const repeatedBy = (one: Mark) =>
    new Set(found.filter((prefix) => prefix.mark === one && isRepeated(prefix)).map(({ label }) => label))
  const dashed = repeatedBy('-')
  const arrows = repeatedBy('=')
  const roleDashes = found.filter(({ label, mark }) => mark === '-' && isRole(label)).length
  const repeated = found.filter(
    (prefix) =>
      !hasAmbiguousMark(prefix) && isRepeated(prefix) && isProperName(prefix.label) && !isHeading(prefix.label),
  )
  /** True if some speakers are certain. Beside them, a heading or an ordinary word with a colon is speech. */
  const isCertain =
    found.some((prefix) => !hasAmbiguousMark(prefix) && isNamed(prefix.label)) ||
    repeated.some(({ label }) => !isOrdinaryWord(label)) ||
    new Set(repeated.map(({ label }) => label)).size > 1
  const areWordsUnknown = isForeign(lines)
  const mayBeWord = (label: string) => isOrdinaryWord(label) || (isCertain && areWordsUnknown && !/\s/.test(label))
  const isSpeaker = (prefix: Prefix) => {
    const { label, mark } = prefix
    if (mark === '=')
      return (
        isUsual['='] &&
        (isNamed(label) || (isProperName(label) && !isHeading(label) && arrows.size > 1 && arrows.has(label)))
      )
    if (isRole(label)) return mark !== '-' || roleDashes > 1
    if (isNamed(label)) return true
    if (mark === '-') return !isCertain && isProperName(label) && isUsual['-'] && dashed.size > 1 && dashed.has(label)
    if (mark !== ':') return isProperName(label) && isUsual[mark] && (isRepeated(prefix) || /\s/.test(label))
    if (isLowerCase(label) || isCaseless(label))
      return (
        isRepeated(prefix) &&
        (label === 'I' || !isHeading(label)) &&
        (isUsual[':'] || !(isCaseless(label) || isOrdinaryWord(label)))
      )
    const isGroup = namesGroup(label) && /^\p{Lu}/u.test(label) && (isUsual[':'] || isRepeated(prefix))
    if (isGroup || isRelative(label)) return isUsual[':'] || isRepeated(prefix)
    if (!isProperName(label) || (isCertain && isHeading(label)) || (mayBeWord(label) && !isRepeated(prefix)))
      return false
    return isUsual[':'] || isRepeated(prefix)
  }
  const readNumber = numberReader(lines)
  return (line) => {
    const number = readNumber(line)
    if (number) return number
    const prefix = splitPrefix(line)
    return prefix && isSpeaker(prefix) ? { label: prefix.label, text: prefix.text } : null
  }
}
