import type { NoteType } from '#shared/contract/notes.ts'
import type { SettingType } from '#shared/contract/sessions.ts'
import type { Transcript } from '#shared/contract/transcripts.ts'
import type { Slot } from './calendar.ts'
import type { Exchange, Library } from './library.ts'
import type { DemoClient, FollowUpChange } from './members-and-clients.ts'
import { type Placeholders, fill, type Turn } from './script.ts'
import { spokenTranscript } from './spoken.ts'
import { themes } from './themes.ts'

/** A session that took place. */
export interface HeldSession {
  slot: Slot
  settingType: SettingType
  noteType: NoteType
  transcript: Transcript
  followUpChange?: FollowUpChange
}

/**
 * Returns a client's sessions with their dialogues. Short sessions come first, then, for some clients, one long session
 * that shows the theme's method, then short follow-ups. `number` is the client's number in the practice.
 */
export function heldSessions(
  client: DemoClient,
  number: number,
  slots: readonly Slot[],
  library: Library,
): HeldSession[] {
  const facts = themes[client.theme]
  const placeholders = { name: client.firstName, topic: facts.topic }
  const followUps = library.exchanges(client.theme)
  const methodIndex = indexOfMethod(client, number, slots.length)
  return slots.map((slot, index) => {
    const isLong = client.long !== undefined && index === methodIndex
    const isLater = index >= methodIndex && followUps.length > 0
    const turns = isLong
      ? fill(library.dialogue(client.theme), client.long ?? 0, placeholders)
      : shortSession(library, isLater ? followUps : library.exchanges('early'), number, index, placeholders)
    return {
      slot,
      settingType: settingOf(number, index),
      noteType: isLong || isLater ? facts.noteType : facts.earlyNoteType,
      transcript: spokenTranscript(turns),
      ...(isLong && client.followUpChange ? { followUpChange: client.followUpChange } : {}),
    }
  })
}

/**
 * Returns the index of the first session that uses the theme's method. A long dialogue is in this session, which is
 * then one of the last three.
 */
function indexOfMethod({ theme, long }: DemoClient, number: number, count: number): number {
  if (theme === 'intake') return 0
  return long === undefined ? Math.floor(count / 2) : Math.max(0, count - 1 - (number % 3))
}

function shortSession(
  library: Library,
  mainExchanges: readonly Exchange[],
  number: number,
  index: number,
  placeholders: Placeholders,
): Turn[] {
  const pick = (exchanges: readonly Exchange[], place: number) => {
    // The first exchange follows the last one, in the next variant.
    const round = Math.floor(place / exchanges.length)
    return fill(exchanges[place % exchanges.length] ?? [], number + round, placeholders)
  }
  const at = number * 3 + index * 2
  return [
    ...pick(library.exchanges('openings'), number + index),
    ...pick(mainExchanges, at),
    ...pick(library.exchanges('everyday'), number * 3 + index),
    ...pick(mainExchanges, at + 1),
    ...pick(library.exchanges('closings'), number + index),
  ]
}

/** Every third client attends mostly by telehealth, others occasionally. */
function settingOf(number: number, index: number): SettingType {
  return (number % 3 === 2) !== (index % 6 === 4) ? 'telehealth' : 'in-person'
}
