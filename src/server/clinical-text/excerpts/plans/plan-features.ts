import { type Token, tokensOf } from '../../language/grammar.ts'

const timePattern =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|today|tonight|tomorrow|mornings?|afternoons?|evenings?|nights?|noon|weeks?|weekends?|fortnights?|months?|days?|hours?|minutes?|january|february|march|april|june|july|august|september|october|november|december|christmas|easter|am|pm)$/
const numberPattern =
  /^(?:\d[\w:.]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|half|quarter|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\w+teenth|twenty-\w+)$/

/** The word itself; times, numbers and names are alike, because plans differ in them. */
function wordOf({ text, pos }: Token): string {
  if (timePattern.test(text)) return 'TIME'
  if (numberPattern.test(text)) return 'NUMBER'
  return pos === 'PROPN' ? 'NAME' : text
}

/** The part of speech of a word with content; other words, times, numbers and names as in `wordOf`. */
function formOf(token: Token): string {
  const word = wordOf(token)
  if (word !== token.text) return word
  if (token.pos === 'NOUN' || token.pos === 'ADJ') return token.pos
  if (token.pos !== 'VERB') return word
  return /(?:ing|ed)$/.exec(word)?.[0].toUpperCase() ?? 'VERB'
}

/**
 * The features of a sentence that may be a plan: its words and pairs of words, and its forms in groups of up to three, so that
 * sentences with other content but the same form are alike. Question marks and commas count as words, and so do both ends.
 */
export function planFeaturesOf(sentence: string): Set<string> {
  const tokens = tokensOf(sentence).filter(({ pos, text }) => pos !== 'PUNCT' || text === '?' || text === ',')
  const words = ['START', ...tokens.map(wordOf), 'END']
  const forms = ['START', ...tokens.map(formOf), 'END']
  const features = new Set([...words, ...forms])
  for (const at of words.keys()) {
    if (at + 1 < words.length) {
      features.add(words.slice(at, at + 2).join(' '))
      features.add(forms.slice(at, at + 2).join(' '))
    }
    if (at + 2 < forms.length) features.add(forms.slice(at, at + 3).join(' '))
  }
  return features
}
