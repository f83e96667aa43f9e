import * as z from 'zod'
import { TranscriptFileError } from './error.ts'
import { areMilliseconds, inSeconds } from './milliseconds.ts'
import type { Turn } from './turn.ts'

const Spoken = z.object({
  text: z.string(),
  speaker: z.union([z.string(), z.number()]).nullish(),
  label: z.string().nullish(),
  start: z.number().nullish(),
  end: z.number().nullish(),
})
const Spokens = z.array(Spoken)
const File = z.union([Spokens, z.object({ utterances: Spokens }), z.object({ segments: Spokens })])

/**
 * Turns of a JSON file: a list of `{ speaker, text, start, end }`, at the top or under `utterances` or `segments`.
 * Times are seconds or milliseconds. Null if the text is not JSON.
 * @throws TranscriptFileError for JSON of another format
 */
export function readJson(text: string): Turn[] | null {
  const parsed = parse(text)
  if (parsed === null) return null
  const file = File.safeParse(parsed.value)
  if (!file.success) throw new TranscriptFileError('transcript_unreadable')
  const spoken = Array.isArray(file.data)
    ? file.data
    : 'utterances' in file.data
      ? file.data.utterances
      : file.data.segments
  const turns = spoken.map(({ text: words, speaker, label, start, end }) => ({
    label: label ?? (speaker === undefined || speaker === null ? '' : String(speaker)),
    start: start ?? null,
    end: end ?? null,
    text: words,
  }))
  return areMilliseconds(turns) ? turns.map(inSeconds) : turns
}

function parse(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return null
  }
}
