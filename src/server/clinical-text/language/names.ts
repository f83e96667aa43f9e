import { clausesOf, type Word } from './clauses.ts'
import { isCommonWord } from './dictionary.ts'
import { isDrug } from './meanings.ts'
import { isPersonWord } from './persons.ts'

const namePattern = String.raw`(?!(?:Therapist|Clinician|Counsell?or|Provider|Doctor|Nurse|Dr)\b)\p{Lu}[\p{L}\p{M}'’.-]*(?:\s+(?:(?:de|da|del|la|van|von|bin|al|el)\s+)?\p{Lu}[\p{L}\p{M}'’.-]*){0,2}`
const reportingPattern = String.raw`(?:also\s+)?(?:reports?|reported|states?|stated|says|said|adds|asks|describes?|described|endorses?|denies|expresse[sd]|mentions?|acknowledge[sd]|notes|voices|confirms|answer(?:s|ed)|repli(?:es|ed))`

/** A name in its usual place in charting, before a reporting verb. `When asked …, Mary Jane answered …` */
const byPlace = new RegExp(
  String.raw`(?<=^\s*|,\s+)${namePattern}(?=\s+${reportingPattern}\b|\s+denied\s+[\p{L}\p{N}])`,
  'gu',
)

const titlePattern = /^(?:Mr|Ms|Mrs|Mx|Miss)\b/
/** Initials, and capitalized words before a verb that are not names. */
const noName = /^(?:(?:\p{Lu}\.?){1,3}|Client|Patient|The|He|She|They|I|We|It|This|That|There|Who)$/u

const speaksPattern = /^\s+(?:also\s+)?(?:said|asks|adds|answer|repli)/

/**
 * Names before a reporting verb, without the client's and without surnames after a title. A common word counts only
 * before a verb of speech: `Grace said`, but not `Assessment notes`. `text` calls the client `Client`.
 */
export function reportersIn(text: string): string[] {
  return [...text.matchAll(byPlace)]
    .filter(({ 0: found, index }) => {
      const parts = found.split(/\s+/)
      if (titlePattern.test(found) || parts.some((part) => noName.test(part))) return false
      const isCommon = parts.every((part) => isCommonWord(part.toLowerCase()))
      return !isCommon || speaksPattern.test(text.slice(index + found.length))
    })
    .map(([found]) => found)
}

/**
 * Professional terms that may begin a sentence, such as `Psychoeducation`, and names of methods, such as `Socratic`.
 */
const professionalPattern =
  /(?:tion|ment|ness|ity|ism|ing|sis|therapy|health)$|^(?:socratic|rogerian|adlerian|freudian|jungian|bowen|beck|gottman|linehan|likert|zoom|doxy)$/

const capitalizedPattern =
  /(?<![\p{L}\p{N}.'’-]|\b(?:Mr|Ms|Mrs|Mx|Miss|Dr|Client)\.? )(?:[\p{Lu}dl]['’])?(?:Mc|Mac|Fitz|De|Di|La|Le|Van)?\p{Lu}\p{Ll}+(?=['’]s\b|\s+\p{Ll}|[.,;])/gu

/**
 * Capitalized words that the dictionary lacks, also `O'Brien` and `McLeod`, in lower case: inside a clause, or at its start before a verb or possession
 * (`Farid swam`, `Farid’s shoulder`).
 */
export function unknownNamesIn(text: string): string[] {
  const candidates = new Set(
    [...text.matchAll(capitalizedPattern)]
      .filter(([found]) => !noName.test(found) && !isCommonWord(found.toLowerCase()))
      .map(([found]) => found.toLowerCase().replace('’', "'")),
  )
  if (candidates.size === 0) return []
  const isName = ({ text: word, lemma, pos }: Word) =>
    candidates.has(word) &&
    !isCommonWord(lemma) &&
    !/^(?:PRON|ADP|SCONJ|CCONJ|DET|ADV|PART|INTJ)$/.test(pos) &&
    !professionalPattern.test(word) &&
    !isPersonWord({ text: word, lemma, pos }) &&
    !datePattern.test(word.replace(/s$/, '')) &&
    !isDrug(word)
  return clausesOf(text).flatMap(({ words }) =>
    words.filter((word, at) => isName(word) && (at > 0 || isBeforeVerb(words.slice(at + 1)))).map((word) => word.text),
  )
}

const isVerb = ({ pos, text, lemma }: Word) =>
  // The tagger does not know all irregular verbs: `Farid swam`.
  pos === 'VERB' || pos === 'AUX' || (pos === 'NOUN' && !isCommonWord(text) && !isCommonWord(lemma))

const isBeforeVerb = ([first, second]: readonly Word[]) =>
  first !== undefined &&
  (isVerb(first) ||
    /^['’]s?$/.test(first.text) ||
    (/^(?:ADV|PART)$/.test(first.pos) && second !== undefined && isVerb(second)))

const datePattern =
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day)$/i

/** After one of these words a month or a day is a date, even if the client has that name. */
const asDate = String.raw`(?<!\b(?:in|since|last|next|until|till|by|on|this|every|early|late|mid|of|before|after|\d+(?:st|nd|rd|th)?)[\s-]+)`

/** Replaces the client's name by `Client`. If the name is unknown, replaces a name before a reporting verb. */
export function asClient(text: string, client: string): string {
  return client.trim() === '' ? text.replace(byPlace, 'Client') : withoutOwnName(text, client.trim())
}

/**
 * Replaces the client's name, and names before a reporting verb, by `Client`, so that they are neither claims nor dates (Hope,
 * May).
 */
export function withoutNames(text: string, client: string): string {
  const known = client.trim()
  const withoutClient = known === '' ? text : withoutOwnName(text, known)
  return withoutClient.replace(byPlace, 'Client')
}

function withoutOwnName(text: string, known: string): string {
  return text.replace(
    new RegExp(
      String.raw`${datePattern.test(known) ? asDate : ''}(?<![\p{L}\p{N}])${patternOf(known)}(?![\p{L}\p{N}]|\s+\d)`,
      'gu',
    ),
    'Client',
  )
}

const patternOf = (known: string) =>
  known
    .replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replace(/['’‘ʼ]/g, "['’‘ʼ]")
    .replace(/\s+/g, String.raw`\s+`)
