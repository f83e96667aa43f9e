import { readTranscriptText } from '#server/clinical-text/reading/read.ts'
import { DrafterError } from '#server/providers/drafter/port.ts'
import type { SecondReader } from '#server/providers/second-reader/port.ts'
import { harmless, indirect } from './risk-cases.ts'
import type { Share } from './score.ts'

export interface RiskScore {
  /** Sessions that the reader did not read to the end. */
  failed: Share
  /** Indirect statements of risk that the reader found under the right topic. */
  found: Share
  /** Indirect statements of risk that the reader found under any topic. */
  foundUnderAnyTopic: Share
  /** Harmless statements that the reader marked as risk. */
  falseAlarms: Share
}

/** Number of invented sessions among which the statements are divided. */
const sessionCount = 6

/** Measures a reader with invented sessions in which indirect statements of risk and harmless statements alternate. */
export async function measureRisk(reader: Pick<SecondReader, 'readForRisk'>): Promise<RiskScore> {
  let failed = 0
  const counts = { topic: 0, any: 0, harmless: 0 }
  for (let session = 0; session < sessionCount; session += 1) {
    const risks = indirect.filter((_, place) => place % sessionCount === session)
    const others = harmless.filter((_, place) => place % sessionCount === (session + 1) % sessionCount)
    const statements = risks.flatMap(({ text }, place) => [text, others[place] ?? ''])
    const text = statements.map((line) => `Therapist: What else was there?\nClient: ${line}`).join('\n')
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
    counts.topic += risks.filter(({ topic, text: words }) => found.get(words)?.has(topic)).length
    counts.any += risks.filter(({ text: words }) => found.has(words)).length
    counts.harmless += others.filter((words) => found.has(words)).length
  }
  return {
    failed: { count: failed, of: sessionCount },
    found: { count: counts.topic, of: indirect.length },
    foundUnderAnyTopic: { count: counts.any, of: indirect.length },
    falseAlarms: { count: counts.harmless, of: harmless.length },
  }
}
