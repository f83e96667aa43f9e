import type { Services } from '#server/context.ts'
import { analyzeStep } from '#server/features/insights/analyze-step.ts'
import { draftStep } from '#server/features/notes/draft-step.ts'
import { processStep } from '#server/features/recordings/process-step.ts'
import { transcribeStep } from '#server/features/transcripts/transcribe-step.ts'
import type { JobHandlers } from '#server/jobs/queue.ts'
import { asUser } from '#server/use-case/as-user.ts'
import type { steps, StepName } from './order.ts'
import { resumeSession } from './resume-session.ts'
import { runStep } from './run-step.ts'
import { failLostSession } from './fail-lost-session.ts'

type PipelineJob = (typeof steps)[StepName]['job'] | 'sessions.run_again' | 'sessions.lost'

/** Handlers of the session pipeline's jobs: its four steps, and the repair of a session. */
export function pipelineJobs(services: Services): Pick<JobHandlers, PipelineJob> {
  return {
    'recordings.process': (task, run) => runStep(services, processStep, task, run),
    'transcripts.transcribe': (task, run) => runStep(services, transcribeStep, task, run),
    'notes.draft': (task, run) => runStep(services, draftStep, task, run),
    'insights.analyze': (task, run) => runStep(services, analyzeStep, task, run),
    'sessions.run_again': (task) => asUser(services, task.userId, (context) => resumeSession(context, task.sessionId)),
    'sessions.lost': (task) => failLostSession(services, task),
  }
}
