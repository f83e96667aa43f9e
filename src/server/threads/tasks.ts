import type { ErrorCode } from '#shared/contract/errors.ts'
import type { Insights, Suggestion } from '#shared/contract/insights.ts'
import type { SafetyPassage, Section, Statement } from '#shared/contract/notes.ts'
import type { ProgressFile } from '#shared/contract/progress.ts'
import type { TemplateProposal } from '#shared/contract/template-examples.ts'
import type { Transcript } from '#shared/contract/transcripts.ts'
import type { CheckedTogether } from '#server/clinical-text/evidence/evidence.ts'
import type { Corrected } from '#server/clinical-text/evidence/recheck.ts'
import type { RiskMark } from '#server/clinical-text/safety/turns-by-mark.ts'
import type { Period, StoredRecord } from '#server/features/progress/session-record.ts'
import type { Summary } from '#server/features/progress/summarize.ts'
import type { CalendarContent } from '#server/features/sessions/ics/calendar-file.ts'
import type { UncheckedProposal } from '#server/features/templates/check-proposal.ts'
import type { AnalysisRequest, SuggestionRequest } from '#server/providers/analyst/port.ts'
import type { Draft, DraftRequest } from '#server/providers/drafter/port.ts'
import type { FileToRead, ParsedFile } from './read-transcript.ts'

/** Input and output of each task. Both are copied between threads, so large texts are passed as one string. */
interface Shapes {
  warmUp: { input: null; output: void }
  describeApi: { input: null; output: string }
  ratePassword: { input: { password: string; known: readonly string[] }; output: ErrorCode | undefined }
  readTranscript: { input: FileToRead; output: ParsedFile }
  detectLanguages: { input: Transcript; output: Transcript }
  draftExcerpts: { input: Omit<DraftRequest, 'signal'>; output: Draft }
  checkStatements: { input: CheckedTogether; output: Statement[] }
  findInsights: { input: Omit<AnalysisRequest, 'signal'>; output: Insights }
  makeSuggestions: { input: Omit<SuggestionRequest, 'signal'>; output: Suggestion[] }
  recheckSections: { input: Corrected; output: Section[] }
  /** `utterances` is the JSON of a stored transcript. */
  findSafety: {
    input: { utterances: string; sections: readonly Section[]; marks: readonly RiskMark[] }
    output: SafetyPassage[]
  }
  confirmRisk: {
    input: { sections: readonly Section[]; transcript: Transcript; marks: readonly RiskMark[] }
    output: Section[]
  }
  confirmRiskInInsights: {
    input: { insights: Insights; transcript: Transcript; marks: readonly RiskMark[] }
    output: Insights
  }
  checkProposal: { input: UncheckedProposal; output: TemplateProposal }
  /** At most `maxPassages` passages per heading. */
  summarizeProgress: { input: { records: readonly StoredRecord[]; maxPassages: number }; output: Summary }
  writeProgress: { input: Period & { timeZone: string }; output: ProgressFile }
  writeCalendar: { input: CalendarContent; output: string }
}

export type TaskName = keyof Shapes
export type TaskInput<N extends TaskName> = Shapes[N]['input']
export type TaskOutput<N extends TaskName> = Shapes[N]['output']

/** Loads a module with its task: a thread that only rates passwords needs a third of the time and of the memory. */
const tasks: { [N in TaskName]: (input: TaskInput<N>) => Promise<TaskOutput<N>> } = {
  warmUp: async () => (await import('./warm-up.ts')).warmUp(),
  describeApi: async () => (await import('#server/http/api-reference/describe-api.ts')).describeApi(),
  ratePassword: async ({ password, known }) =>
    (await import('#server/features/accounts/password-strength.ts')).passwordError(password, known),
  readTranscript: async (file) => (await import('./read-transcript.ts')).parseTranscriptFile(file),
  detectLanguages: async (transcript) =>
    (await import('#server/clinical-text/language/spoken-language.ts')).withLanguages(transcript),
  draftExcerpts: async (request) =>
    (await import('#server/providers/drafter/extractive/draft.ts')).draftExcerpts(request),
  checkStatements: async (statements) =>
    (await import('#server/clinical-text/evidence/evidence.ts')).checkedStatements(statements),
  findInsights: async (request) => (await import('#server/clinical-text/insights/analyze.ts')).insightsOf(request),
  makeSuggestions: async (request) =>
    (await import('#server/clinical-text/insights/suggest.ts')).suggestionsFrom(request),
  recheckSections: async (corrected) =>
    (await import('#server/clinical-text/evidence/recheck.ts')).recheckedSections(corrected),
  findSafety: async (stored) => (await import('./find-stored-safety.ts')).findStoredSafety(stored),
  confirmRisk: async ({ sections, transcript, marks }) =>
    (await import('#server/clinical-text/safety/confirm.ts')).confirmRisk(sections, transcript, marks),
  confirmRiskInInsights: async ({ insights, transcript, marks }) =>
    (await import('#server/clinical-text/insights/confirm-risk.ts')).confirmRiskInInsights(insights, transcript, marks),
  checkProposal: async (unchecked) =>
    (await import('#server/features/templates/check-proposal.ts')).checkProposal(unchecked),
  summarizeProgress: async ({ records, maxPassages }) =>
    (await import('#server/features/progress/summarize.ts')).summarize(records, maxPassages),
  writeProgress: async ({ records, timeZone, ...period }) => {
    const { summarize } = await import('#server/features/progress/summarize.ts')
    const { progressDocument } = await import('#server/features/progress/document.ts')
    return progressDocument({ ...period, ...summarize(records) }, timeZone)
  },
  writeCalendar: async (content) =>
    (await import('#server/features/sessions/ics/calendar-file.ts')).calendarFile(content),
}

export async function runTask<N extends TaskName>(name: N, input: TaskInput<N>): Promise<TaskOutput<N>> {
  return await tasks[name](input)
}
