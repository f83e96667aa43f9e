import { randomUUID } from 'node:crypto'
import type { SessionProgress } from '#shared/contract/sessions.ts'
import type { Speaker } from '#shared/contract/transcripts.ts'
import type { TranscriptEdit } from '#shared/contract/transcript-edits.ts'
import type { Api } from './world.ts'

/** An invented conversation with enough speech for a note. */
export const conversation = [
  'Therapist: How have you been sleeping since we met last week?',
  'Client: Not well. I wake up at three and I lie there worrying about my job until the alarm rings.',
  'Therapist: What goes through your mind when you lie there?',
  'Client: That I will be let go in the spring and that my sister will have to lend me money again.',
  'Therapist: It sounds like the nights have become the place where all of that worry is waiting for you.',
  'Client: Yes. I tried the breathing exercise twice and it helped me a little on Tuesday.',
  'Therapist: Let us practice it together now, and then plan when you will use it this week.',
  'Client: I will do it every evening before bed and write down the worries on paper.',
].join('\n')

/** A transcript file as the browser sends it. */
export function transcriptFile(content: string | Uint8Array = conversation, fileName = 'session.txt') {
  return { fileName, content: Buffer.from(content).toString('base64') }
}

/** Imports a transcript for a client. Returns the session. */
export async function importTranscript(api: Api, clientId: string, content?: string | Uint8Array): Promise<string> {
  const { sessionId } = await api.transcripts.import({
    clientId,
    settingType: 'telehealth',
    requestId: randomUUID(),
    ...transcriptFile(content),
  })
  return sessionId
}

/** Changes the current transcript of a session. Returns note and transcript. */
export async function editTranscript(api: Api, sessionId: string, edit: TranscriptEdit) {
  const { revision } = await api.transcripts.get({ sessionId })
  return await api.notes.editTranscript({ sessionId, revision, edit })
}

/** Sets the role of a speaker. */
export async function setRole(
  api: Api,
  { sessionId, ...role }: { sessionId: string; label: string; speaker: Speaker },
) {
  return await editTranscript(api, sessionId, { kind: 'role', ...role })
}

/** Follows the live progress of a session to its end. Returns all of it. */
export async function watchToEnd(api: Api, sessionId: string): Promise<SessionProgress[]> {
  const seen: SessionProgress[] = []
  for await (const progress of await api.sessions.watchProgress({ sessionId })) seen.push(progress)
  return seen
}
