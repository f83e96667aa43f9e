import type { Services } from '#server/context.ts'
import type { Draft } from '#server/providers/drafter/port.ts'
import type { SecondReader } from '#server/providers/second-reader/port.ts'
import { type DraftContext, readAgain, type SecondReading } from './read-again.ts'
import { readForRisk } from './read-for-risk.ts'
import { joinSafetyReadings, type SafetyReading } from './safety-reading.ts'

export interface Readings {
  second: SecondReading
  /** Null if the draft needs no reading for risk. */
  safety: SafetyReading | null
}

/**
 * Makes the second reading and the reading for risk in parallel. Some servers abort a request if another request
 * arrives, so a reading that failed with a transient error is repeated once, alone.
 */
export async function readDraft(
  services: Pick<Services, 'log'> & { secondReader: SecondReader | null },
  draft: Draft,
  draftContext: DraftContext,
): Promise<Readings> {
  const [second, risk] = await Promise.all([
    readAgain(services, draft, draftContext),
    readForRisk(services, draft, draftContext),
  ])
  const { isInterrupted, safety } = risk
  return {
    second: second.isInterrupted ? joinSecondReadings(second, await readAgain(services, draft, draftContext)) : second,
    safety: isInterrupted
      ? joinSafetyReadings(safety, (await readForRisk(services, draft, draftContext)).safety)
      : safety,
  }
}

/** Joins two second readings: the result of the later reading, with the judgements of both. */
const joinSecondReadings = (earlier: SecondReading, later: SecondReading): SecondReading => ({
  ...later,
  judgements: [...earlier.judgements, ...later.judgements],
})
