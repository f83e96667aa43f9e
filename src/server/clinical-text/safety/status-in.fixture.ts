import { type SafetyStatus, statusOf } from '#shared/rules/safety-status.ts'
import { transcriptOf } from '../transcript.fixture.ts'
import type { SafetyTopic } from './finding.ts'
import { findSafety } from './safety.ts'

/** The status of a topic on the safety card of a session. ` / ` separates its turns. */
export function statusIn(lines: string, topic: SafetyTopic): SafetyStatus {
  return statusOf(findSafety(transcriptOf(lines.replaceAll(' / ', '\n')), []), topic)
}
