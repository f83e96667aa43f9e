import type { Word } from '../language/clauses.ts'
import { type Claim, type Finding, isPerson, overlap, sharesPredicate } from './claim.ts'
import { isOthersOpinion, type SourceClause, type Person } from './source-clauses.ts'

const names: Readonly<Record<Person, string>> = {
  client: 'the client',
  therapist: 'the therapist',
  other: 'another speaker',
  third: 'somebody else',
  thing: 'something else',
  unknown: 'somebody else',
}

const isPassive = ({ words }: SourceClause | Claim) =>
  words.some(({ lemma, pos }, at) => {
    const next = words.slice(at + 1, at + 3).find((word) => word.pos === 'VERB')
    return pos === 'AUX' && lemma === 'be' && next !== undefined && !next.text.endsWith('ing')
  })

/** True if the person of a passage cannot be the person of the claim. */
function differs(claim: Claim, source: SourceClause): boolean {
  const { person } = claim
  const said = source.person
  if (said === 'unknown' || said === 'thing' || person === 'unknown' || person === 'thing') return false
  if (person === 'third') {
    if (said === 'client') return !isCalled(claim, source)
    return said === 'third' && isOther(claim, source)
  }
  if (person === 'client') return said !== 'client'
  return said === 'client'
}

/** True if the claim calls the speaker of a passage by name. */
const isCalled = (claim: Claim, source: SourceClause) => claim.subject?.name === source.utterance.label.toLowerCase()

/** True if the relatives belong to different people: `his mother` in a passage is not the client's mother. */
function isOther({ subject }: Claim, { subject: said }: SourceClause): boolean {
  if (subject === null || said === null || said.of === '' || subject.of === '') return false
  const possessivePattern = /^(?:my|our|her|his|their)$/
  return subject.name === said.name && possessivePattern.test(subject.of) && !/^(?:my|our)$/.test(said.of)
}

/** True for a passive clause that names who did the act: `was driven by his partner`. */
const namesDoer = (claim: Claim) =>
  isPassive(claim) && claim.words.some(({ text }) => text === 'by') && claim.words.some((word) => isPerson(word))

const selfPattern = /^(?:i|me|we|us|myself)$/

/** True if a claim is about the client, and the passages speak only of others. */
function speaksOfOthers(claim: Claim, cited: readonly SourceClause[]): boolean {
  return (
    claim.person === 'client' &&
    claim.at === 0 &&
    !namesDoer(claim) &&
    cited.length > 0 &&
    cited.every(({ person, utterance }) => utterance.speaker === 'client' && person !== 'client') &&
    cited.some(({ person }) => person === 'third') &&
    !cited.some((one) => isShort(one) && overlap(claim.content, one) >= 0.5) &&
    !cited.some(({ words }) => words.some(({ text }) => selfPattern.test(text)))
  )
}

/**
 * True for a passage about another person, in a sentence that does not mention the client, if the claim names no other
 * person.
 */
function isAboutSomeoneElse(claim: Claim, one: SourceClause, cited: readonly SourceClause[]): boolean {
  const mentionsClient = cited.some(({ sentence, person }) => sentence === one.sentence && person === 'client')
  return (
    claim.person === 'client' &&
    (one.person === 'third' || one.person === 'other') &&
    !mentionsClient &&
    !one.words.some(({ text }) => selfPattern.test(text)) &&
    !claim.words.some((word) => word.isNegated) &&
    !claim.content.some((word) => isPerson(word)) &&
    overlap(claim.content, one) >= 1
  )
}

/** Finds the passage if the note states another person's opinion, which the client only reported, as the client's. */
function othersOpinion(claim: Claim, claims: readonly Claim[]): SourceClause | undefined {
  const holder = claims[claim.at - 1]
  if (claim.frames.length === 0 || holder?.person !== 'client' || holder.subject === null) return undefined
  const near = claim.nearest.filter((one) => overlap(claim.content, one) >= 0.5)
  return near.every(isOthersOpinion) ? near[0] : undefined
}

/** The subject or object is not the speaker or the person of the passage. */
export function wrongPerson(claim: Claim, source: readonly SourceClause[], claims: readonly Claim[]): Finding | null {
  if (claim.subject === null && claim.at > 0 && /^(?:,|against|despite)$/.test(claim.words[0]?.text ?? '')) return null
  const opinion = othersOpinion(claim, claims)
  if (opinion) return { reason: 'This was the opinion of somebody else.', against: opinion }
  const cited = source.filter(({ isContext, isQuestion }) => !isContext && !isQuestion)
  const [first] = cited
  if (first && speaksOfOthers(claim, cited)) return findingOf(claim, first)
  const isOfClient = cited.some((one) => one.person === 'client' && overlap(claim.content, one) > 0)
  const nearest = claim.nearest.filter(
    (one) =>
      !isSubordinate(one) &&
      !claims.some((other) => other !== claim && other.person === 'third' && other.nearest.includes(one)) &&
      overlap(claim.content, one) >= 0.25 &&
      (sharesPredicate(claim, one) || (!isOfClient && isAboutSomeoneElse(claim, one, cited))),
  )
  if (nearest.length === 0 || nearest.some((one) => !differs(claim, one))) return null
  const { subject } = claim
  const actWords = claim.content.filter(({ lemma }) => lemma !== subject?.name)
  if (
    claim.person === 'third' &&
    cited.some((one) => one.subject?.name === subject?.name && overlap(actWords, one) >= 0.5)
  )
    return null
  const best = Math.max(...nearest.map((one) => overlap(claim.content, one)))
  if (cited.some((one) => isOfSame(claim, one) && overlap(claim.content, one) * 2 > best)) return null
  if (claim.person === 'therapist' && source.some(({ utterance }) => utterance.speaker === 'therapist')) return null
  if (nearest.some((one) => isPassive(one) !== isPassive(claim) && !(isPassive(claim) && isDoneToAnother(claim, one))))
    return null
  const [against] = nearest
  return against ? findingOf(claim, against) : null
}

/** True if a passage shares words with the claim and may be about the same person. */
function isOfSame(claim: Claim, one: SourceClause): boolean {
  return (one.person !== 'unknown' || isShort(one)) && !differs(claim, one) && overlap(claim.content, one) >= 0.5
}

/** The claim says that the client received something; the passage says that someone gave it to another person. */
function isDoneToAnother({ person }: Claim, { words }: SourceClause): boolean {
  const verb = words.findIndex(({ pos }) => pos === 'VERB')
  const after = words.slice(verb + 1)
  const isAnother = (word: Word) => /^(?:him|her|them)$/.test(word.text) || (isPerson(word) && word.pos === 'NOUN')
  return person === 'client' && verb >= 0 && after.some(isAnother) && !words.some(({ text }) => selfPattern.test(text))
}

/** True for a clause such as `Since she left.` */
const isSubordinate = ({ words }: SourceClause) =>
  /^(?:since|when|because|if|after|before|until|till|as|while)$/.test(words[0]?.text ?? '')

/** `With the collar in my pocket.`: an answer without a verb. */
const isShort = ({ person, words }: SourceClause) =>
  person === 'unknown' &&
  words.every(({ pos, text }) => pos !== 'VERB' && pos !== 'AUX' && !/^(?:he|she|they|his|her|hers|their)$/.test(text))

function findingOf(claim: Claim, against: SourceClause): Finding {
  if (against.person === 'therapist') return { reason: 'The therapist said this, not the client.', against }
  return { reason: `This was said about ${names[against.person]}, not about ${names[claim.person]}.`, against }
}
