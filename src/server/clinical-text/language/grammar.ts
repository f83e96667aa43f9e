import model from 'wink-eng-lite-web-model'
import winkNLP, { type WinkMethods } from 'wink-nlp'

export interface Token {
  /** Lower case, straight apostrophes. */
  text: string
  /** Dictionary form, if the library knows it. */
  lemma: string
  /** Universal part of speech: NOUN, PROPN, VERB, AUX, ADJ, … */
  pos: string
  isCapital: boolean
}

let reader: WinkMethods | undefined
/** Created on first use: it takes 90 ms and 45 MB, and processes that only serve pages never need it. */
const library = (): WinkMethods => (reader ??= winkNLP(model, ['sbd', 'pos']))

/** Forms, mostly of verbs, for which the library does not return the dictionary form. */
const irregular: Readonly<Record<string, string>> = {
  an: 'a',
  felt: 'feel',
  left: 'leave',
  found: 'find',
  woke: 'wake',
  rang: 'ring',
  rung: 'ring',
  lay: 'lie',
  fell: 'fall',
  drank: 'drink',
  drunk: 'drink',
  bit: 'bite',
}

/** Words that charting uses as verbs and that the library often labels as nouns. */
const verbsOfCharting =
  /^(?:report|state|note|plan|rate|drink|drank|deny|denie|request|view|link|count|text|phone|link|dislike)s?$/

/** Writes contractions in full, replaces some idioms and removes fillers. `'d` is `had` before a past participle. */
const contractions: readonly (readonly [RegExp, string])[] = [
  [/[’‘ʼ`]/g, "'"],
  [/[“”]/g, '"'],
  [/,? ?\bI(?:'d| would) say\b,?/gi, ' '],
  [/,? \bwould you say\b/gi, ''],
  [/\bkeep(s|ing)? an eye on\b/gi, 'watch$1'],
  [/\bI (?:would not|wouldn't) say\b/gi, 'not'],
  [/\b(how|what|where|why)'d (?=\w+ (?:go|do|get|find|feel|say|think|make|sleep|manage)\b)/gi, '$1 did '],
  // The library reads `No.` as short for `number`.
  [/\bno\.(?=\s|$|["'])/gi, 'no .'],
  [/(?<=\p{L})'s\b/giu, " 's"],
  [/,? \b(?:you know|y'know|i mean|like|um|uh|er|eh|mm|sort of|kind of),/gi, ''],
  [/^(?:um|uh|er|eh|mm|well|so|like|i mean|you know)[,.]? /gi, ''],
  [/\bput(?:s|ting)? on (?=(?:\w+ ){0,3}(?:weight|kilos?|kg|pounds?|stone|lbs?)\b)/gi, 'gained '],
  [/\bput on (?=(?:a|one|two|three|four|five|six|seven|eight|nine|ten|\d+) (?:since|over|in|more)\b)/gi, 'gained '],
  [/\b(can|do|does|did|is|are|was|were|have|has|had|would|could|should|must|might|need) n't\b/gi, "$1n't"],
  [/\bcan(?:not|'t)\b/gi, 'can not'],
  [/\bwon't\b/gi, 'will not'],
  [/\bain't\b/gi, 'is not'],
  [/n't\b/gi, ' not'],
  [/\b(?:gonna|gon na)\b/gi, 'going to'],
  [/\b(?:wanna|wan na)\b/gi, 'want to'],
  [/(?<=\p{L}) ?'m\b/giu, ' am'],
  [/(?<=\p{L}) ?'re\b/giu, ' are'],
  [/(?<=\p{L}) ?'ve\b/giu, ' have'],
  [/(?<=\p{L}) ?'ll\b/giu, ' will'],
  [
    /(?<=\p{L}) ?'d (?=(?:\w+ly |just |never |already |always |not )?(?:been|had|gone|done|got|seen|said|sat|taken|told|given|left|made|come|found|lost|put|said|left|bought|brought|kept|thought|written|read|sent|met|heard|felt|taught|eaten|drunk|fallen|forgotten|agreed|\w+ed)\b)/giu,
    ' had ',
  ],
  [/(?<=\p{L}) ?'d\b/giu, ' would'],
  [/\b(mother|father|brother|sister|son|daughter|parents)-in-law\b/gi, '$1inlaw'],
]

const expandContractions = (text: string) =>
  contractions.reduce((rest, [short, long]) => rest.replace(short, long), text)

/** `Ioana wakes at`, `what bothers him`: a noun in -s between a subject and a typical complement of a verb is a verb. */
function posOf(texts: readonly string[], parts: readonly string[], at: number): string {
  const pos = parts[at] ?? 'X'
  const text = texts[at]?.toLowerCase() ?? ''
  const before = parts[at - 1] ?? ''
  const previous = texts[at - 1]?.toLowerCase() ?? ''
  if (pos === 'INTJ' && before === 'DET') return 'NOUN'
  if (pos === 'ADJ' && text.endsWith('ed') && /^(?:i|we|he|she|they|client)$/.test(previous)) return 'VERB'
  if (pos === 'NOUN' && previous === 'client' && /[^s]s$/.test(text)) return 'VERB'
  if (pos !== 'NOUN' || !(/^(?:PROPN|PRON|CCONJ|ADV)$/.test(before) || /^(?:what|who|which)$/.test(previous)))
    return pos
  if (/^(?:my|your|his|her|our|their|its)$/.test(previous)) return pos
  if (previous === 'but' && /[^s]s$/.test(text) && parts[at + 1] === 'PUNCT') return 'VERB'
  if (verbsOfCharting.test(text)) return 'VERB'
  const isFollowed = /^(?:DET|ADP|PRON|ADV|NUM|SCONJ|PART)$/.test(parts[at + 1] ?? '')
  return /[^s]s$/.test(text) && isFollowed && (before !== 'CCONJ' || parts[at + 1] === 'DET') ? 'VERB' : pos
}

/** Makes names singular, because the library does not change words that it labels as names. */
const singular = (lemma: string, pos: string) =>
  pos === 'PROPN' && /[^sui]s$/.test(lemma) && lemma.length > 4 ? lemma.slice(0, -1) : lemma

/** Words and punctuation marks of a text with their part of speech. */
export function tokensOf(text: string): Token[] {
  const nlp = library()
  // oxlint-disable-next-line typescript/unbound-method -- the library's helpers are plain functions, compared by identity
  const { pos: partOf, lemma: formOf } = nlp.its
  const tokens = nlp.readDoc(expandContractions(text)).tokens()
  const values: string[] = tokens.out()
  const parts: string[] = tokens.out(partOf)
  // @ts-expect-error The library's type of `lemma` does not fit its own `out` (2.4.0).
  const lemmas: string[] = tokens.out(formOf)
  return values.map((value, at) => {
    const lower = value.toLowerCase()
    const part = posOf(values, parts, at)
    const isAmbiguous = (lower === 'left' || lower === 'bit' || lower === 'lay') && part !== 'VERB'
    const form = isAmbiguous ? lower : (irregular[lower] ?? lemmas[at] ?? lower)
    return { text: lower, lemma: singular(form.toLowerCase(), part), pos: part, isCapital: /^\p{Lu}/u.test(value) }
  })
}
