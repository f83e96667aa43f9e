import { readFile, stat } from 'node:fs/promises'
import * as z from 'zod'
import type { NoteType } from '#shared/contract/notes.ts'
import { Speaker, type Transcript } from '#shared/contract/transcripts.ts'
import { fileContent } from '#server/file-content.ts'
import type { Files } from '#server/providers/files/port.ts'
import { labels, utteranceId } from './spoken.ts'

/** `npm exec -c 'node scripts/demo-recording.ts'` creates both files from `recording/script.txt`. */
const audioFile = new URL('./recording/session.webm', import.meta.url)
const timesFile = new URL('./recording/session.json', import.meta.url)

export const recordedNoteType: NoteType = 'SOAP'

/** The synthesized speech and its times, in seconds. */
export const SpokenScript = z.object({
  seconds: z.number(),
  turns: z.array(
    z.object({
      speaker: Speaker.extract(['therapist', 'client']),
      start: z.number(),
      end: z.number(),
      text: z.string(),
    }),
  ),
})
export type SpokenScript = z.infer<typeof SpokenScript>

export interface Spoken {
  transcript: Transcript
  seconds: number
}

/** The transcript of the spoken recording, exact to 0.01 s. */
export async function readSpoken(): Promise<Spoken> {
  const { seconds, turns } = SpokenScript.parse(JSON.parse(await readFile(timesFile, 'utf8')))
  const utterances = turns.map((turn, index) => ({ ...turn, id: utteranceId(index), label: labels[turn.speaker] }))
  const transcript = { utterances, language: 'en', engine: 'import (spoken by a speech synthesiser)', hasTimes: true }
  return { seconds, transcript }
}

export const recordedMediaType = 'audio/webm'

/** Saves the audio to the file store. Returns its size in bytes. */
export async function storeRecording(files: Files, name: string): Promise<number> {
  const { size } = await files.put(name, fileContent(audioFile))
  if (size !== (await stat(audioFile)).size) throw new Error('the recording was stored incompletely')
  return size
}
