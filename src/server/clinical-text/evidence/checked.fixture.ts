import type { Statement } from '#shared/contract/notes.ts'
import { transcriptOf } from '../transcript.fixture.ts'
import { checkedStatement } from './evidence.ts'

/**
 * Checks a statement about a session. `cites` are the numbers of the cited turns, from 1; each is cited as a whole. The
 * client is called Nadia.
 */
export function checkedOn(lines: string, text: string, ...cites: number[]): Statement {
  const transcript = transcriptOf(lines)
  const evidence = cites.map((turn) => ({
    utteranceId: `u${turn}`,
    quote: transcript.utterances[turn - 1]?.text ?? '',
  }))
  return checkedStatement(text, evidence, transcript, 'Nadia')
}
