import { randomUUID } from 'node:crypto'
import type { NoteDrafter } from '#server/providers/drafter/port.ts'
import { datesOf } from '#shared/rules/recurrence.ts'
import { momentOf, type Slot, slotsOf } from './calendar.ts'
import { type HeldSession, heldSessions } from './compose.ts'
import { draftNote } from './draft-note.ts'
import type { Library } from './library.ts'
import {
  type DemoClient,
  demoClients,
  demoPractice,
  demoTimeZone,
  type MemberKey,
  team,
} from './members-and-clients.ts'
import { reviewOf } from './reviewed.ts'
import type { DemoRows } from './store.ts'
import { themes } from './themes.ts'

/** The recorded session. Its client has it in addition to the regular sessions. */
export interface RecordedSession extends HeldSession {
  seconds: number
  audio: { storageName: string; mediaType: string; size: number; fileName: string }
}

/**
 * Input for the rows of one member. `record` stores the audio of the client whose session is recorded, and returns the
 * session.
 */
export interface MemberInput {
  now: Date
  library: Library
  drafter: NoteDrafter
  record: (ids: { therapistId: string; clientId: string; sessionId: string }) => Promise<RecordedSession>
}

/** Returns all rows that one team member owns. */
export async function memberRows(key: MemberKey, input: MemberInput): Promise<DemoRows> {
  const rows: DemoRows = {
    clients: [],
    session_series: [],
    sessions: [],
    session_progress: [],
    recordings: [],
    transcripts: [],
    notes: [],
    note_versions: [],
    note_review_items: [],
    audit_events: [],
  }
  const own = demoClients.map((client, number) => ({ client, number })).filter(({ client }) => client.therapist === key)
  for (const [clientIndex, { client, number }] of own.entries())
    await addClient(rows, client, { clientIndex, number }, input)
  return rows
}

interface Owner {
  organization_id: string
  therapist_id: string
}

async function addClient(
  rows: DemoRows,
  client: DemoClient,
  at: { clientIndex: number; number: number },
  input: MemberInput,
) {
  const owner = { organization_id: demoPractice.id, therapist_id: team[client.therapist].id }
  const clientId = randomUUID()
  const slots = slotsOf(client, at.clientIndex, input.now, demoTimeZone)
  const first = slots[0]
  const since = first ? momentOf(first.date, first.startTime, demoTimeZone) : input.now
  rows.clients.push({ id: clientId, ...owner, ...contactOf(client, at.number), created_at: since, updated_at: since })
  rows.audit_events.push(event('client.created', 'client', clientId, clientId))

  const over = slots.filter(({ isOver }) => isOver)
  // Drafts run in parallel, one in each thread of the pool.
  await Promise.all(
    heldSessions(client, at.number, over, input.library).map((held) =>
      addSession(rows, owner, { client, clientId, sessionId: randomUUID(), held }, input),
    ),
  )
  if (client.isRecorded) {
    const sessionId = randomUUID()
    const held = await input.record({ therapistId: owner.therapist_id, clientId, sessionId })
    await addSession(rows, owner, { client, clientId, sessionId, held }, input)
    rows.recordings.push(recordingRow(owner, sessionId, held))
  }
  const ahead = slots.filter(({ isOver }) => !isOver)
  const series = at.clientIndex === 0 ? weeklySeries(client, ahead) : null
  if (series) rows.session_series.push({ ...series.rule, ...owner, client_id: clientId })
  for (const slot of series?.slots ?? ahead) {
    rows.sessions.push({
      id: randomUUID(),
      ...owner,
      client_id: clientId,
      series_id: series?.rule.id ?? null,
      series_date: series ? slot.date : null,
      date: slot.date,
      start_time: slot.startTime,
      end_time: slot.endTime,
      setting_type: 'in-person',
      status: 'scheduled',
      source: 'scheduled',
      recording_url: null,
      created_at: since,
      updated_at: since,
    })
  }
}

/** Number of weeks for which a series of the demo practice is scheduled. */
const seriesWeeks = 8

/** Returns the upcoming appointments of a weekly client as a series; null for other clients. */
function weeklySeries({ everyWeeks }: DemoClient, ahead: readonly Slot[]) {
  const [first] = ahead
  if (everyWeeks !== 1 || !first) return null
  const dates = datesOf({ frequency: 'weekly', firstDate: first.date }, seriesWeeks)
  const { startTime } = first
  return {
    rule: {
      id: randomUUID(),
      frequency: 'weekly',
      first_date: first.date,
      date_count: dates.length,
      start_time: startTime,
      duration_minutes: minutesOf(startTime, first.endTime),
    },
    slots: dates.map((date) => ({ ...first, date })),
  }
}

interface NewSession {
  client: DemoClient
  clientId: string
  sessionId: string
  held: HeldSession | RecordedSession
}

async function addSession(
  rows: DemoRows,
  owner: Owner,
  { client, clientId, sessionId, held }: NewSession,
  { drafter, now }: MemberInput,
) {
  const { slot, settingType, noteType, transcript, followUpChange } = held
  const audio = 'audio' in held ? held.audio : null
  const note = await draftNote(drafter, {
    transcript,
    noteType,
    clientFirstName: client.firstName,
    clientPronouns: client.pronouns,
    session: { date: slot.date, durationMinutes: minutesOf(slot.startTime, slot.endTime), settingType },
    followUpChange,
  })
  const ended = momentOf(slot.date, slot.endTime, demoTimeZone)
  const times = { created_at: ended, updated_at: ended }
  const newest = note.versions.at(-1) ?? note.versions[0]
  rows.sessions.push({
    id: sessionId,
    ...owner,
    client_id: clientId,
    series_id: null,
    series_date: null,
    date: slot.date,
    start_time: slot.startTime,
    end_time: slot.endTime,
    setting_type: settingType,
    status: 'completed',
    source: audio ? 'uploaded' : 'transcript',
    recording_url: audio?.storageName ?? null,
    ...times,
  })
  rows.session_progress.push({ session_id: sessionId, ...owner, stage: 'complete', percent: 100, updated_at: ended })
  rows.transcripts.push({
    session_id: sessionId,
    ...owner,
    utterances: transcript.utterances,
    language: transcript.language,
    engine: transcript.engine,
    has_times: transcript.hasTimes,
    ...times,
  })
  const reviewed = reviewOf(
    { sessionId, version: note.versions.length, ...newest, safety: note.safety, unsureTurns: [] },
    { owner, drafter: newest.drafter, ended, now },
  )
  rows.note_review_items.push(...reviewed.decisions)
  rows.notes.push({
    session_id: sessionId,
    ...owner,
    client_id: clientId,
    session_date: slot.date,
    note_type: newest.noteType,
    state: 'ready',
    sections: newest.sections,
    version: note.versions.length,
    drafter: newest.drafter,
    coverage: newest.coverage,
    safety: note.safety,
    safety_dismissals: reviewed.dismissals,
    to_review_count: reviewed.openCount,
    // The figures measure the time from this moment to the signature. Reviewed notes are signed on the first visit.
    first_ready_at: reviewed.openCount === 0 ? minutesBefore(now, 6 + (transcript.utterances.length % 15)) : ended,
    note_type_change_count: note.versions.filter(({ reason }) => reason === 'type changed').length,
    note_enhance_count: note.versions.filter(({ reason }) => reason === 'enhanced').length,
    ...times,
  })
  rows.audit_events.push(event('session.created', 'session', sessionId, clientId))
  for (const [index, version] of note.versions.entries()) {
    rows.note_versions.push({
      session_id: sessionId,
      ...owner,
      version: index + 1,
      note_type: version.noteType,
      reason: version.reason,
      author_id: version.reason === 'edited' ? owner.therapist_id : null,
      sections: version.sections,
      drafter: version.drafter,
      coverage: version.coverage,
      created_at: new Date(ended.getTime() + index * 5 * 60_000),
    })
    rows.audit_events.push(event(`note.${version.reason.replace(' ', '_')}`, 'note', sessionId, clientId))
  }
}

function recordingRow(
  owner: Owner,
  sessionId: string,
  { slot, audio, seconds }: RecordedSession,
): DemoRows['recordings'][number] {
  const at = momentOf(slot.date, slot.startTime, demoTimeZone)
  return {
    session_id: sessionId,
    ...owner,
    file_name: audio.fileName,
    media_type: audio.mediaType,
    size: audio.size,
    duration_seconds: seconds,
    storage_name: audio.storageName,
    state: 'stored',
    recorded_at: at,
    created_at: at,
    updated_at: at,
  }
}

function contactOf({ firstName, lastName, pronouns, theme, weeks }: DemoClient, number: number) {
  const address = `${firstName}.${lastName}`.toLowerCase().replaceAll(/[^a-z.]/g, '')
  return {
    first_name: firstName,
    last_name: lastName,
    pronouns,
    email: `${address}@example.com`,
    phone: `(555) 555-01${String(number + 10).padStart(2, '0')}`,
    status: weeks[1] === undefined ? 'active' : 'archived',
    treatment_approach: themes[theme].treatmentApproach,
  }
}

function event(action: string, type: string, id: string, clientId: string): DemoRows['audit_events'][number] {
  return {
    organization_id: demoPractice.id,
    action,
    resource_type: type,
    resource_id: id,
    client_id: clientId,
    details: { demo: true },
  }
}

const minutesBefore = (now: Date, minutes: number) => new Date(now.getTime() - minutes * 60_000)

function minutesOf(start: string, end: string): number {
  return (Date.parse(`1970-01-01T${end}:00Z`) - Date.parse(`1970-01-01T${start}:00Z`)) / 60_000
}
