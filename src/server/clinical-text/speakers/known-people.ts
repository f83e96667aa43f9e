import type { Speaker, Transcript, Utterance } from '#shared/contract/transcripts.ts'
import { namesGroup, namesRelative } from '../reading/relative-labels.ts'
import { isSpeakerLabel, roleOf } from '../reading/roles.ts'

/** The people in a session, by name. */
export interface KnownPeople {
  client: string
  therapist: string
  /** Names or roles. */
  others: readonly string[]
}

/** The names that a transcript may use for these people. */
export function namesOf({ client, therapist, others }: KnownPeople): string[] {
  return [client, therapist, ...others].flatMap((name) => {
    const [first = ''] = name.trim().split(/\s+/)
    return first === '' ? [] : [name.trim(), first]
  })
}

const titlesPattern = /^(?:dr|dra|mr|mrs|ms|mx|prof|herr|frau|sr|sra|srta|mme|mlle|lmft|lcsw|lpc|phd|psyd|md)$/

/** Suffixes that a device or program adds to its user's name. */
const additionsPattern =
  /['’]s\s+(?:i?phone|ipad|macbook|laptop|computer|pc|android|galaxy).*$|\s*[([](?:host|guest|me|external|unverified|she|he|they)\b.*$/i

function partsOf(name: string): string[] {
  const plain = name.replace(additionsPattern, '').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const parts = plain.match(/[\p{L}\p{N}]+/gu) ?? []
  const names = parts.filter((part) => !titlesPattern.test(part))
  return names.length > 0 ? names : parts
}

/** Minimum letters of a short form such as `Sam` for `Samuel`. */
const minShortForm = 3
/** The same where a label that fits is only no sign of another person. */
const minSimilar = 2

/** True for a single letter, such as the label `A`. Names in scripts without capitals may have one character. */
const isLetter = ([part = '', ...others]: readonly string[]) => others.length === 0 && /^(?!\p{Lo})\p{L}$/u.test(part)

/**
 * How well a label fits a name: `exact` if each of its parts is a part of the name, `alike` if it is the initials, or has a short
 * form or one initial. `Maria Gomez` does not fit Maria Lopez.
 */
function fitOf(label: string, name: string, minLetters = minShortForm): 'exact' | 'alike' | null {
  const parts = partsOf(label)
  const fullParts = partsOf(name)
  const [first = '', last = ''] = [fullParts[0], fullParts.at(-1)]
  const isIn = (part: string) => fullParts.includes(part)
  if (parts.length === 0 || fullParts.length === 0 || isLetter(parts)) return null
  if (parts.every(isIn) || (fullParts.length > 1 && [first, last].every((one) => parts.includes(one)))) return 'exact'
  const isShort = (part: string, other: string) => part.length >= minLetters && other.startsWith(part)
  const isInitials = parts.length === 1 && parts[0] === fullParts.map((part) => part[0]).join('')
  const fits = (part: string) =>
    isIn(part) ||
    fullParts.some((other) => isShort(part, other) || isShort(other, part)) ||
    (part.length === 1 && parts.length > 1 && fullParts.some((other) => other.startsWith(part)))
  return (isInitials && fullParts.length > 1) || parts.every(fits) ? 'alike' : null
}

/** Labels of a person: those that fit the name exactly, otherwise the only one that is like it. */
function labelsOf(name: string, labels: readonly string[]): string[] {
  const exact = labels.filter((label) => fitOf(label, name) === 'exact')
  const alike = labels.filter((label) => fitOf(label, name) === 'alike')
  return exact.length > 0 ? exact : alike.length === 1 ? alike : []
}

/**
 * Sets the role of speakers whom the file names, and of all but one speaker if several have the role of the client. A label that
 * fits two people equally keeps its role.
 */
export function labelKnownPeople(transcript: Transcript, people: KnownPeople): Transcript {
  const { utterances } = transcript
  const roles = rolesByName([...new Set(utterances.map(({ label }) => label))], people)
  const named = utterances.map((utterance) => {
    const role = utterance.speaker === 'unknown' ? roles.get(utterance.label) : undefined
    return role ? { ...utterance, speaker: role } : utterance
  })
  return { ...transcript, utterances: withOneClient(named, people) }
}

function rolesByName(labels: readonly string[], { client, therapist, others }: KnownPeople): Map<string, Speaker> {
  const people = [
    { role: 'client' as const, name: client },
    { role: 'therapist' as const, name: therapist },
    ...others.map((name) => ({ role: 'other' as const, name })),
  ].map((person) => ({ ...person, labels: labelsOf(person.name, labels) }))
  return new Map(
    labels.flatMap((label) => {
      const found = people.filter((person) => person.labels.includes(label))
      const exact = found.filter(({ name }) => fitOf(label, name) === 'exact')
      const roles = new Set((exact.length > 0 ? exact : found).map(({ role }) => role))
      return roles.size === 1 ? [...roles].map((role) => [label, role] as const) : []
    }),
  )
}

/** Words beside a role that do not distinguish people: articles, ways to speak, and devices. */
const circumstancePattern =
  /^(?:the|der|die|das|le|la|el|il|o|cont|continued|resp|response|answer|reply|audio|video|camera|mic|microphone|phone|tablet|laptop|computer|channel|device|screen|zoom|online|remote|\p{L}{3,}ing)$/iu

/** The words of a label that distinguish clients: a number, a single letter or a capitalized name. */
function additionOf(label: string): string {
  const words = label.replace(additionsPattern, '').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return words
    .filter((word) => /^(?:\p{N}+|[\p{L}]|[\p{Lu}\p{Lo}].*)$/u.test(word))
    .filter((word) => !circumstancePattern.test(word) && [word, `${word}.`].every((one) => roleOf(one) === 'unknown'))
    .join(' ')
    .toLowerCase()
}

/**
 * `Client 1` and `Client 2` are two people, so only one of them is the client: the one without a number or with the client's name,
 * otherwise the first, as an unsure guess.
 */
function withOneClient(utterances: readonly Utterance[], { client }: KnownPeople): Utterance[] {
  const labels = utterances.filter(({ speaker }) => speaker === 'client').map(({ label }) => label)
  const additions = [...new Set(labels.map(additionOf))]
  if (additions.length < 2) return [...utterances]
  const certain = additions.filter((addition) => addition === '' || fitOf(addition, client) !== null)
  const own = new Set(certain.length > 0 ? certain : additions.slice(0, 1))
  return utterances.map((utterance) => {
    if (utterance.speaker !== 'client') return utterance
    if (!own.has(additionOf(utterance.label))) return { ...utterance, speaker: 'other' }
    return certain.length > 0 ? utterance : { ...utterance, isSpeakerUnsure: true }
  })
}

/**
 * The name of another person in the client's place, or null: the client in the file's header, or an unknown speaker if
 * no label is the client's name or role.
 * @param named the transcript with labeled speakers
 */
export function mismatchedClientName(
  named: Transcript,
  { clientName, people }: { clientName: string | null; people: KnownPeople },
): string | null {
  const mayBeClient = (label: string) => isLetter(partsOf(label)) || fitOf(label, people.client, minSimilar) !== null
  if (clientName !== null) return mayBeClient(clientName) ? null : clientName
  const labels = new Map(named.utterances.map(({ label, speaker }) => [label, speaker]))
  const isClient = (label: string) => roleOf(label) === 'client' || fitOf(label, people.client, minSimilar) !== null
  if ([...labels.keys()].some(isClient)) return null
  const known = rolesByName([...labels.keys()], people)
  const strangers = [...labels].filter(
    ([label, speaker]) => isPersonal(label) && !mayBeClient(label) && speaker !== 'therapist' && !known.has(label),
  )
  const inPlace = strangers.find(([, speaker]) => speaker === 'client') ?? strangers[0]
  return inPlace?.[0] ?? null
}

/** True for a person's name, not a role, a number or a device. */
const isPersonal = (label: string) =>
  /^\p{Lu}[\p{L}\p{M}]/u.test(label) &&
  roleOf(label) === 'unknown' &&
  !isSpeakerLabel(label) &&
  !namesRelative(label) &&
  !namesGroup(label) &&
  !/^(?:speaker|unknown|participant|person|voice|guest|user|channel|host|member|female|male|woman|man|gast|q|a)\b/i.test(
    label,
  )
