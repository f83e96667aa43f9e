import type { Speaker, Transcript } from '#shared/contract/transcripts.ts'

const speakers: Readonly<Record<string, Speaker>> = { T: 'therapist', C: 'client', O: 'other', U: 'unknown' }

/** A transcript for tests, one turn per line: `T: …` or `C: …`. Ids are u1, u2, … */
export function transcriptOf(text: string): Transcript {
  const utterances = text
    .trim()
    .split('\n')
    .map((line, at) => {
      const [, who = 'U', words = ''] = /^\s*([TCOU]):\s*(.*)$/.exec(line) ?? [undefined, 'U', line.trim()]
      const speaker = speakers[who] ?? 'unknown'
      return { id: `u${at + 1}`, speaker, label: speaker, start: at * 5, end: at * 5 + 4, text: words }
    })
  return { utterances, language: 'en', engine: 'test', hasTimes: true }
}
