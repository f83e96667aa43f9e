import { readTranscriptText } from '#server/clinical-text/reading/read.ts'
import { DrafterError } from '#server/providers/drafter/port.ts'
import type { SecondReader } from '#server/providers/second-reader/port.ts'
import { harmless, indirect } from './risk-cases.ts'
import type { Share } from './score.ts'

export interface RiskScore {
  /** Sessions whose reading did not finish. */
  failed: Share
  /** Indirect statements of risk that were found under their topic. */
  found: Share
  /** Indirect statements of risk that were found under any topic. */
  foundAtAll: Share
  /** Harmless statements that were marked as risk. */
  falseAlarms: Share
}

/** Number of sessions among which the statements are divided. */
const sessions = 6

/** Measures a reader on invented sessions in which indirect statements of risk and harmless statements alternate. */
export async function measureRisk(reader: Pick<SecondReader, 'readForRisk'>): Promise<RiskScore> {
  let failed = 0
  const at = { topic: 0, any: 0, harmless: 0 }
  for (let session = 0; session < sessions; session += 1) {
    const risks = indirect.filter((_, place) => place % sessions === session)
    const others = harmless.filter((_, place) => place % sessions === (session + 1) % sessions)
    const said = risks.flatMap(({ text }, place) => [text, others[place] ?? ''])
    const text = said.map((line) => `Therapist: What else was there?\nClient: ${line}`).join('\n')
    const { transcript } = readTranscriptText({ fileName: 'case.txt', text })
    const found = new Map<string, Set<string>>()
    try {
      const signal = new AbortController().signal
      for await (const { utterance, topic } of reader.readForRisk({ transcript, clientFirstName: 'Ana', signal })) {
        const words = transcript.utterances[utterance]?.text ?? ''
        found.set(words, (found.get(words) ?? new Set()).add(topic))
      }
    } catch (error) {
      if (!(error instanceof DrafterError)) throw error
      failed += 1
    }
    at.topic += risks.filter(({ topic, text: words }) => found.get(words)?.has(topic)).length
    at.any += risks.filter(({ text: words }) => found.has(words)).length
    at.harmless += others.filter((words) => found.has(words)).length
  }
  return {
    failed: { count: failed, of: sessions },
    found: { count: at.topic, of: indirect.length },
    foundAtAll: { count: at.any, of: indirect.length },
    falseAlarms: { count: at.harmless, of: harmless.length },
  }
}
