const name = String.raw`(?!(?:Therapist|Clinician|Counsell?or|Provider|Doctor|Nurse|Dr)\b)\p{Lu}[\p{L}\p{M}'’.-]*(?:\s+(?:(?:de|da|del|la|van|von|bin|al|el)\s+)?\p{Lu}[\p{L}\p{M}'’.-]*){0,2}`
const reporting = String.raw`(?:also\s+)?(?:reports?|reported|states?|stated|says|said|adds|asks|describes?|described|endorses?|denies|expresse[sd]|mentions?|acknowledge[sd]|notes|voices|confirms|answer(?:s|ed)|repli(?:es|ed))`

/** A name where charting puts it: before a word of reporting. `When asked …, Mary Jane answered …` */
const byPlace = new RegExp(String.raw`(?<=^\s*|,\s+)${name}(?=\s+${reporting}\b|\s+denied\s+[\p{L}\p{N}])`, 'gu')

const isDate =
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day)$/i

/** After one of these a month or a day is a date, whoever is called so. */
const asDate = String.raw`(?<!\b(?:in|since|last|next|until|till|by|on|this|every|early|late|mid|of|before|after|\d+(?:st|nd|rd|th)?)[\s-]+)`

/** A text with `Client` in place of the client's name; where that is not known, in place of a name that reports. */
export function asClient(text: string, client: string): string {
  return client.trim() === '' ? text.replace(byPlace, 'Client') : withoutOwnName(text, client.trim())
}

/**
 * A text with `Client` in place of the client's name, so that a name is neither a claim nor a date or number (Hope, May).
 * Where the name is not known, only where charting puts one.
 */
export function withoutNames(text: string, client: string): string {
  const known = client.trim()
  const own = known === '' ? text : withoutOwnName(text, known)
  return own.replace(byPlace, 'Client')
}

function withoutOwnName(text: string, known: string): string {
  return text.replace(
    new RegExp(
      String.raw`${isDate.test(known) ? asDate : ''}(?<![\p{L}\p{N}])${patternOf(known)}(?![\p{L}\p{N}]|\s+\d)`,
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
