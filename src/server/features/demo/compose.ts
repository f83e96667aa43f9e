import type { NoteType } from '#shared/contract/notes.ts'
import type { SettingType } from '#shared/contract/sessions.ts'
import type { Transcript } from '#shared/contract/transcripts.ts'
import type { Slot } from './calendar.ts'
import type { Exchange, Library } from './library.ts'
import type { DemoClient, Sequel } from './people.ts'
import { type Cast, fill, type Turn } from './script.ts'
import { spokenTranscript } from './spoken.ts'
import { themes } from './themes.ts'

/** A session that took place. */
export interface HeldSession {
  slot: Slot
  settingType: SettingType
  noteType: NoteType
  transcript: Transcript
  sequel?: Sequel
}

/**
 * What was said in a client's sessions: short ones at first, then one long dialogue in which the work on the theme is shown
 * (not with every client), then short ones that follow from it. `number` is the client's number in the practice.
 */
export function heldSessions(
  client: DemoClient,
  number: number,
  slots: readonly Slot[],
  library: Library,
): HeldSession[] {
  const facts = themes[client.theme]
  const cast = { name: client.firstName, topic: facts.topic }
  const followUps = library.exchanges(client.theme)
  const turning = turningPoint(client, number, slots.length)
  return slots.map((slot, index) => {
    const isLong = client.long !== undefined && index === turning
    const isLater = index >= turning && followUps.length > 0
    const turns = isLong
      ? fill(library.dialogue(client.theme), client.long ?? 0, cast)
      : shortSession(library, isLater ? followUps : library.exchanges('early'), number, index, cast)
    return {
      slot,
      settingType: settingOf(number, index),
      noteType: isLong || isLater ? facts.noteType : facts.earlyNoteType,
      transcript: spokenTranscript(turns),
      ...(isLong && client.sequel ? { sequel: client.sequel } : {}),
    }
  })
}

/** Index of the session from which the theme's method is under way: among the last three where a long dialogue is held. */
function turningPoint({ theme, long }: DemoClient, number: number, count: number): number {
  if (theme === 'intake') return 0
  return long === undefined ? Math.floor(count / 2) : Math.max(0, count - 1 - (number % 3))
}

function shortSession(library: Library, bank: readonly Exchange[], number: number, index: number, cast: Cast): Turn[] {
  const say = (exchanges: readonly Exchange[], place: number) => {
    // When a bank is used up it begins again, with the next variant of its words.
    const round = Math.floor(place / exchanges.length)
    return fill(exchanges[place % exchanges.length] ?? [], number + round, cast)
  }
  const at = number * 3 + index * 2
  return [
    ...say(library.exchanges('openings'), number + index),
    ...say(bank, at),
    ...say(library.exchanges('everyday'), number * 3 + index),
    ...say(bank, at + 1),
    ...say(library.exchanges('closings'), number + index),
  ]
}

/** Every third client calls in, and everybody once in a while. */
function settingOf(number: number, index: number): SettingType {
  return (number % 3 === 2) !== (index % 6 === 4) ? 'telehealth' : 'in-person'
}
