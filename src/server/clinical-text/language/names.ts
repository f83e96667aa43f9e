const name = String.raw`(?!(?:Therapist|Clinician|Counsell?or|Provider|Doctor|Nurse|Dr)\b)\p{Lu}[\p{L}\p{M}'’.-]*(?:\s+(?:(?:de|da|del|la|van|von|bin|al|el)\s+)?\p{Lu}[\p{L}\p{M}'’.-]*){0,2}`
const reporting = String.raw`(?:also\s+)?(?:reports?|reported|states?|stated|says|said|adds|asks|describes?|described|endorses?|denies|expresse[sd]|mentions?|acknowledge[sd]|notes|voices|confirms|answer(?:s|ed)|repli(?:es|ed))`

/** A name in its usual place in charting, before a reporting verb. `When asked …, Mary Jane answered …` */
const byPlace = new RegExp(String.raw`(?<=^\s*|,\s+)${name}(?=\s+${reporting}\b|\s+denied\s+[\p{L}\p{N}])`, 'gu')

const isDate =
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day)$/i

/** After one of these words a month or a day is a date, even if the client has that name. */
const asDate = String.raw`(?<!\b(?:in|since|last|next|until|till|by|on|this|every|early|late|mid|of|before|after|\d+(?:st|nd|rd|th)?)[\s-]+)`

/** Replaces the client's name by `Client`. If the name is unknown, replaces a name before a reporting verb. */
export function asClient(text: string, client: string): string {
  return client.trim() === '' ? text.replace(byPlace, 'Client') : withoutOwnName(text, client.trim())
}

/**
 * Replaces the client's name by `Client`, so that it is neither a claim nor a date or number (Hope, May). If the name is unknown,
 * replaces only names in their usual place in charting.
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
