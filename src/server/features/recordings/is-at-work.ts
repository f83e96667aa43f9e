import type { Context } from '#server/context.ts'

/** The jobs that take a session from its recording to its note. Each is sent in the transaction that ends the one before. */
const jobsOfSession = ['sessions.run_again', 'recordings.process', 'transcripts.transcribe', 'notes.draft'] as const

/** Whether a job is at work on a session, or will be. */
export async function isAtWork({ db, jobs }: Context, sessionId: string): Promise<boolean> {
  const found = await Promise.all(jobsOfSession.map((name) => jobs.isUnderway(db, name, { sessionId })))
  return found.includes(true)
}
