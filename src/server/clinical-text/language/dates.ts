const dayAndMonth =
  /\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:january|february|april|june|july|august|september|october|november|december)\b/gi
const monthOrVerb =
  /\b(?:March|May)(?=\s+(?:the\s+)?\d|\s+\w+(?:st|nd|rd|th)\b)|\b(?<=(?:[Ii]n|of|[Ss]ince|[Uu]ntil|[Bb]y|[Ll]ast|[Nn]ext)\s)(?:March|May)\b/g

const spokenMonth = /\b(?:March|May)\b(?! (?:I|we|be|have)\b)|^(?:March|May)\b/g

/** Like `datesIn`, but reads any capitalized March or May as the month. */
export function spokenDatesIn(text: string): string[] {
  return [...datesIn(text), ...(text.match(spokenMonth) ?? []).map((name) => name.toLowerCase())]
}

/** Days of the week and months in a text, in lower case. */
export function datesIn(text: string): string[] {
  return [...(text.match(dayAndMonth) ?? []), ...(text.match(monthOrVerb) ?? [])].map((name) =>
    name.toLowerCase().replace(/s$/, ''),
  )
}
