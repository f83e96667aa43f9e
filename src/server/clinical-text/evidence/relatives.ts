import type { Transcript } from '#shared/contract/transcripts.ts'
import type { Cast } from '../language/persons.ts'
import type { Claim, Finding } from './claim.ts'
import { type SourceClause, wordsIn } from './source-clauses.ts'

const parents = 'parents?|folks|mam and dad|family'
const offspring = 'kids?|child|children|baby|babies|wean|bairn|toddler|twins?|grandchild\\w*'

/** Words that may mean each relative. A relative of another person, such as `my brother's wife`, counts. */
const meant: Readonly<Record<string, string>> = {
  mother: `mother|mom|mum|mam|mama|mamma|mamá|maman|mommy|mummy|ma|${parents}`,
  father: `father|dad|da|daddy|papa|papá|pop|pops|${parents}`,
  sister: 'sisters?|sis|siblings?|twins?|brothers?-in-law',
  brother: 'brothers?|bro|siblings?|twins?',
  son: `sons?|boys?|lads?|${offspring}`,
  daughter: `daughters?|girls?|lass|lassie|${offspring}`,
  uncle: 'uncles?',
  aunt: 'aunts?|aunt(?:ie|y)s?',
  cousin: 'cousins?',
  nephew: 'nephews?',
  niece: 'nieces?',
}

const patterns = new Map(
  Object.entries(meant).map(([relative, words]) => [
    relative,
    new RegExp(String.raw`(?<![\p{L}-])(?:${words})(?![\p{L}])`, 'iu'),
  ]),
)

/**
 * Flags a relative whom the session does not mention: `her uncle` for `her aunt`. Does not flag a child if the cited
 * words contain a name, because clients often call their children only by name.
 */
export function unknownRelative(
  claim: Claim,
  source: readonly SourceClause[],
  { utterances }: Transcript,
  isName: Cast['isName'],
): Finding | null {
  const relative = claim.words.find(
    ({ lemma, pos }, at) =>
      pos === 'NOUN' &&
      patterns.has(lemma) &&
      /^(?:his|her|their|client|'s|the)$/.test(claim.words[at - 1]?.text ?? ''),
  )
  const pattern = relative && patterns.get(relative.lemma)
  if (!pattern || utterances.some(({ label, text }) => pattern.test(label) || pattern.test(text))) return null
  const isChild = /^(?:son|daughter)$/.test(relative.lemma)
  if (isChild && wordsIn(source).some((word) => isName(word))) return null
  return { reason: `The session does not mention the ${relative.text}.` }
}
