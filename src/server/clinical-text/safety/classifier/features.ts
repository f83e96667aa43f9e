import { type Token, tokensOf } from '../../language/grammar.ts'

const contentParts = new Set(['NOUN', 'PROPN', 'VERB', 'ADJ', 'ADV', 'NUM'])
/** Common verbs, adverbs and nouns that say little alone. */
const emptyWords = new Set(
  'be have do get go will would can could should just really so then there here now not very about know think mean say like want thing something well even still again too also make come take see one two all any some much many more lot way time day'.split(
    ' ',
  ),
)
const hasContent = ({ pos, lemma }: Token) => contentParts.has(pos) && !emptyWords.has(lemma)

const wordsIn = (sentence: string): Token[] =>
  tokensOf(sentence).filter(({ pos, text }) => pos !== 'PUNCT' && /\w/.test(text))

function featuresOfWords(words: readonly Token[]): Set<string> {
  const features = new Set<string>()
  for (const [at, word] of words.entries()) {
    if (hasContent(word)) features.add(word.lemma)
    const next = words[at + 1]
    if (next && (hasContent(word) || hasContent(next))) features.add(`${word.lemma} ${next.lemma}`)
  }
  return features
}

/** The words of a sentence in dictionary form, and its pairs of neighbors, if they have content. Each once. */
export const featuresOf = (sentence: string): Set<string> => featuresOfWords(wordsIn(sentence))

/** The features of a question: also each pair of words with one word between them. Short questions have few other features. */
export function questionFeaturesOf(question: string): Set<string> {
  const words = wordsIn(question)
  const features = featuresOfWords(words)
  for (const [at, { lemma }] of words.entries()) {
    const after = words[at + 2]
    if (after) features.add(`${lemma} _ ${after.lemma}`)
  }
  return features
}
