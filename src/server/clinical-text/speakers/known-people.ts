import type { Transcript } from '#shared/contract/transcripts.ts'
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

/**
 * True if a label can be this name: each of its parts equals a part of the name, is an initial, or is a short form
 * (`Sam` for `Samuel`). `Maria Gomez` does not match Maria Lopez.
 */
function isNameOf(label: string, name: string): boolean {
  const parts = partsOf(label)
  const fullParts = partsOf(name)
  if (parts.length === 0 || fullParts.length === 0) return false
  const fits = (part: string) => fullParts.some((other) => other.startsWith(part) || part.startsWith(other))
  const [first = '', last = ''] = [fullParts[0], fullParts.at(-1)]
  const hasBoth = fullParts.length > 1 && parts.includes(first) && parts.includes(last)
  const isInitials = parts.length === 1 && parts[0] === fullParts.map((part) => part[0]).join('')
  return hasBoth || isInitials || parts.every(fits)
}

/** Sets the role of speakers whom the file names. A label that matches two people keeps its role. */
export function labelKnownPeople(transcript: Transcript, people: KnownPeople): Transcript {
  const roles = new Map(transcript.utterances.map(({ label }) => [label, roleByName(label, people)]))
  const utterances = transcript.utterances.map((utterance) => {
    const role = utterance.speaker === 'unknown' ? roles.get(utterance.label) : undefined
    return role ? { ...utterance, speaker: role } : utterance
  })
  return { ...transcript, utterances }
}

function roleByName(label: string, { client, therapist, others }: KnownPeople) {
  if (label === '') return undefined
  const roles = [
    ...(isNameOf(label, client) ? ['client' as const] : []),
    ...(isNameOf(label, therapist) ? ['therapist' as const] : []),
    ...(others.some((other) => isNameOf(label, other)) ? ['other' as const] : []),
  ]
  return roles.length === 1 ? roles[0] : undefined
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
  if (clientName !== null) return isNameOf(clientName, people.client) ? null : clientName
  const labels = new Map(named.utterances.map(({ label, speaker }) => [label, speaker]))
  const isClient = (label: string) => roleOf(label) === 'client' || isNameOf(label, people.client)
  if ([...labels.keys()].some(isClient)) return null
  const strangers = [...labels].filter(
    ([label, speaker]) => isPersonal(label) && speaker !== 'therapist' && roleByName(label, people) === undefined,
  )
  const inPlace = strangers.find(([, speaker]) => speaker === 'client') ?? strangers[0]
  return inPlace?.[0] ?? null
}

/** True for a person's name, not a role, a number or a device. */
const isPersonal = (label: string) =>
  /^\p{Lu}[\p{L}\p{M}]/u.test(label) &&
  roleOf(label) === 'unknown' &&
  !isSpeakerLabel(label) &&
  !/^(?:speaker|unknown|participant|person|voice|guest|user|channel|host|interpreter|mother|father|mom|dad|parent|partner|wife|husband|spouse|child|son|daughter|family|group|member|female|male|woman|man|mutter|vater|eltern|partnerin|ehefrau|ehemann|sohn|tochter|familie|gast|madre|padre|pareja|esposa|esposo|hijo|hija|familia|mère|père|conjointe?|fils|fille|famille|q|a)\b/i.test(
    label,
  )
