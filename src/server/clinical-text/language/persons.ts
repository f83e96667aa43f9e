import type { Clause, Word } from './clauses.ts'
import { fieldOf } from './dictionary.ts'

/** Words for persons by relation or occupation. Dictionary forms. */
const persons: ReadonlySet<string> = new Set(
  `mother mom mum mam mama maman mommy father dad da daddy papa parent child kid son daughter baby toddler sibling brother sister
  grandparent grandmother grandma nana nan gran granny grandfather grandpa husband wife partner spouse missus boyfriend girlfriend
  fiance uncle aunt aunty auntie nephew niece cousin relative family friend mate colleague coworker boss manager supervisor chef
  employer doctor gp dr nurse midwife visitor dentist physiotherapist physio pharmacist psychiatrist roommate flatmate housemate
  neighbor neighbour teacher professor coach landlord lawyer girl boy man woman guy lady brotherinlaw sisterinlaw
  motherinlaw fatherinlaw soninlaw daughterinlaw parentsinlaw ex stepfather stepmother stepson stepdaughter grandson granddaughter twin assistant officer padre
  priest pastor caseworker sponsor tenant passenger student pupil customer lad bloke someone somebody other others people kids
  children everyone everybody widow widower`.split(/\s+/),
)

/** Words that say only that someone is a person. */
export const isIndefinite = ({ text }: Pick<Word, 'text'>) =>
  /^(?:someone|somebody|others?|people|everyone|everybody|person)$/.test(text)

/** WordNet's lexicographer file of nouns for persons. */
const personField = 18
const noPerson =
  /^(?:client|patient|adult|self|subject|model|guide|host|minor|case|character|figure|member|body|star|user|head|runner|drunk|killer|hit|native|foreign|human|individual|second|junior|senior|loser|winner|reader|speaker|power|sleeper|drinker|smoker|ex-smoker|eater|monitor|server|browser|counter|scanner|recorder|carrier|trigger|lead|sponsor|aid|guard)s?$/

export const isPersonWord = ({ text, lemma, pos }: Pick<Word, 'text' | 'lemma'> & { pos?: string }) =>
  persons.has(lemma) ||
  persons.has(text) ||
  (pos === 'NOUN' && !noPerson.test(lemma) && fieldOf({ lemma, pos }) === personField)

/** The subject of a clause. `self` is the speaker, or in a note the client; `you` is the person addressed. */
export interface Subject {
  who: 'self' | 'you' | 'third' | 'thing'
  /** The word that names a third person, in dictionary form. */
  name: string
  /** The person whose relative it is: `my sister`, `his mother`. Empty if there is none. */
  of: string
}

const isVerb = ({ pos }: Word) => pos === 'VERB' || pos === 'AUX'
const isNominal = ({ pos }: Word) => pos === 'NOUN' || pos === 'PROPN'

const pronouns = new Map<string, Subject['who']>([
  ['i', 'self'],
  ['we', 'self'],
  ['me', 'self'],
  ['you', 'you'],
  ['he', 'third'],
  ['she', 'third'],
  ['they', 'third'],
  ['it', 'thing'],
  ['this', 'thing'],
  ['that', 'thing'],
  ['there', 'thing'],
  ['nobody', 'thing'],
  ['everybody', 'thing'],
  ['everyone', 'thing'],
  ['somebody', 'third'],
  ['someone', 'third'],
])

/** Decides which words are persons: `isSelf` for the speaker (in a note the client), and names. */
export interface Cast {
  isSelf: (word: Word) => boolean
  isName: (word: Word) => boolean
}

const subjectPronoun = /^(?:i|we|you|he|she|they|somebody|someone|nobody|everybody|everyone)$/

/** The subject before the verb of a clause, or null. */
export function subjectOf({ words }: Clause, cast: Cast): Subject | null {
  const verb = words.findIndex((word, at) => isVerb(word) && words[at - 1]?.text !== 'to')
  const before = verb < 0 ? words : words.slice(0, verb)
  const last = before.findLast(({ pos }) => pos !== 'ADV' && pos !== 'PART')
  if (verb >= 0 && last && subjectPronoun.test(last.text))
    return { who: pronouns.get(last.text) ?? 'thing', name: last.text, of: '' }
  for (const [at, word] of before.entries()) {
    const pronoun = pronouns.get(word.text)
    const previous = before[at - 1]
    if (pronoun !== undefined && previous?.pos !== 'ADP') return { who: pronoun, name: word.text, of: '' }
    const isGoverned =
      previous?.pos === 'ADP' || (/^(?:DET|PRON|ADJ)$/.test(previous?.pos ?? '') && before[at - 2]?.pos === 'ADP')
    if (!isNominal(word) || isGoverned) continue
    return nominal(before, at, cast)
  }
  return null
}

/** The subject that a noun group names. Its last noun decides; `of` is its possessive. */
function nominal(before: readonly Word[], from: number, { isSelf, isName }: Cast): Subject {
  let at = from
  let of = before.slice(0, from).findLast(({ text }) => /^(?:my|our|his|her|their|your)$/.test(text))?.text ?? ''
  let owner: Word | undefined
  for (;;) {
    const next = before[at + 1]
    if (next?.text === "'s" || next?.text === "'") {
      owner = before[at]
      at += 2
    } else if (next && isNominal(next)) at += 1
    else break
  }
  const head = before[Math.min(at, before.length - 1)]
  if (!head) return { who: 'thing', name: '', of: '' }
  if (owner) of = isSelf(owner) ? 'my' : owner.lemma
  const group = before.slice(from, at + 1)
  const named =
    group.find((word) => word !== owner && isPersonWord(word)) ??
    (owner ? undefined : group.find((word) => isName(word) && !isSelf(word)))
  if (named) return { who: 'third', name: named.lemma, of }
  if (isSelf(head) || (owner && isSelf(owner)) || /^(?:my|our)$/.test(of))
    return { who: 'self', name: head.lemma, of: 'my' }
  if (owner && (isPersonWord(owner) || isName(owner))) return { who: 'third', name: owner.lemma, of: '' }
  return { who: 'thing', name: head.lemma, of }
}
