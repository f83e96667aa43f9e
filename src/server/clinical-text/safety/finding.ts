import type { SafetyPassage } from '#shared/contract/notes.ts'

export type SafetyTopic = SafetyPassage['topic']
export type Finding = SafetyPassage['finding']
