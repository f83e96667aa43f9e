import type { Services } from '#server/context.ts'
import type { NoteDrafter } from '#server/providers/drafter/port.ts'
import { recordedSlot } from './calendar.ts'
import { readLibrary } from './library.ts'
import { type MemberInput, memberRows } from './member-rows.ts'
import { demoPractice, demoTimeZone, type MemberKey, team } from './members-and-clients.ts'
import { readSpoken, recordedMediaType, recordedNoteType, storeRecording } from './recording.ts'
import { createPractice, hasClients, insertRows, lockDemo, openPractice } from './store.ts'

/** Services for the preparation. Demo notes are drafted without a language model, regardless of the settings. */
export interface DemoServices extends Pick<Services, 'tenant' | 'files' | 'clock'> {
  extractive: NoteDrafter
}

/**
 * Prepares the installation's demo practice: its team, and three months of their work up to today, written as each
 * member. Can run repeatedly and in parallel: existing data is not changed. After an interruption, the next run
 * continues with the next member.
 */
export async function prepareDemo(services: DemoServices): Promise<void> {
  const { tenant } = services
  await tenant.asAnonymous((db) =>
    createPractice(db, {
      ...demoPractice,
      timeZone: demoTimeZone,
      people: Object.values(team).map((member) => ({
        ...member,
        managedBy: 'managedBy' in member ? member.managedBy : null,
      })),
    }),
  )
  const input = await readMemberInput(services)
  for (const key of memberKeys) await prepareMember(services, key, input)
  await tenant.asAnonymous(openPractice)
}

const memberKeys = Object.keys(team).filter((key): key is MemberKey => key in team)

async function prepareMember({ tenant }: DemoServices, key: MemberKey, input: MemberInput): Promise<void> {
  const { id } = team[key]
  await tenant.asUser(id, async (db) => {
    await lockDemo(db)
    if (!(await hasClients(db, id))) await insertRows(db, await memberRows(key, input))
  })
}

async function readMemberInput({ clock, extractive, files }: DemoServices): Promise<MemberInput> {
  const now = clock()
  const [library, spoken] = await Promise.all([readLibrary(), readSpoken()])
  return {
    now,
    library,
    drafter: extractive,
    async record({ therapistId, clientId, sessionId }) {
      const storageName = `session-recordings/${therapistId}/${clientId}/${sessionId}.webm`
      const size = await storeRecording(files, storageName)
      return {
        slot: recordedSlot(spoken.seconds, now, demoTimeZone),
        settingType: 'telehealth',
        noteType: recordedNoteType,
        transcript: spoken.transcript,
        seconds: spoken.seconds,
        audio: { storageName, size, mediaType: recordedMediaType, fileName: 'check-in.webm' },
      }
    },
  }
}
