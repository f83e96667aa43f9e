import { createFakeDrafter } from '#server/providers/drafter/fake.ts'
import type { NoteDrafter } from '#server/providers/drafter/port.ts'
import { pipelineJobs } from '#server/session-pipeline/jobs.ts'
import { buildClient, buildSession, buildTranscript } from './build.ts'
import { buildClinic } from './clinic.ts'
import { createWorkerWorld, jobsOf, type RunChanges } from './jobs.ts'

export type DraftingHarness = Awaited<ReturnType<typeof createDraftingHarness>>

/**
 * A clinic whose draft jobs run on request, one at a time, with a drafter that can be set to fail. `traits` are added to
 * the drafter.
 */
export async function createDraftingHarness(
  settings: Record<string, string> = {},
  traits: Pick<NoteDrafter, 'isSlow' | 'usualMinutes'> = {},
) {
  const drafter = { ...createFakeDrafter(), ...traits }
  const { world, services, close } = await createWorkerWorld({ settings, providers: { drafter } })
  const clinic = await buildClinic(world)
  return {
    world,
    services,
    clinic,
    drafter,
    api: clinic.therapist,
    /** A session with a transcript, of a new client named Ada. Clears the requests to the drafter. */
    async newSession(transcript: { texts?: readonly string[] } = {}) {
      const { id: clientId } = await buildClient(world, { therapistId: clinic.therapistId, firstName: 'Ada' })
      const { id: sessionId } = await buildSession(world, { clientId })
      await buildTranscript(world, { sessionId, ...transcript })
      drafter.requests.length = 0
      return { clientId, sessionId }
    },
    /** Runs the draft job of the therapist's session as a worker does. */
    run: async (sessionId: string, changes: RunChanges = {}) => {
      const { isLastTry = false, signal = new AbortController().signal, ...changed } = changes
      const task = { sessionId, userId: clinic.therapistId }
      await pipelineJobs({ ...services, ...changed })['notes.draft'](task, {
        signal,
        isLastTry: () => isLastTry,
      })
    },
    /** The drafter, with a side effect while it drafts. */
    meanwhile: (happens: () => Promise<unknown>): { drafter: NoteDrafter } => ({
      drafter: {
        ...traits,
        async draft(request) {
          await happens()
          return await drafter.draft(request)
        },
      },
    }),
    note: async (sessionId: string) => (await clinic.therapist.notes.get({ sessionId })).note,
    requests: (sessionId: string) =>
      world.db
        .selectFrom('note_requests')
        .selectAll()
        .where('session_id', '=', sessionId)
        .orderBy('created_at')
        .execute(),
    queued: async (sessionId: string) =>
      (await jobsOf(world, sessionId)).filter(({ name }) => name === 'notes.draft').length,
    progress: (sessionId: string) =>
      world.db.selectFrom('session_progress').selectAll().where('session_id', '=', sessionId).executeTakeFirstOrThrow(),
    /** The note's sections after an edit: this text in the first, the others empty. */
    firstSection: async (sessionId: string, content: string) => {
      const { note } = await clinic.therapist.notes.get({ sessionId })
      return note.sections.map(({ title }, at) => ({ title, content: at === 0 ? content : '' }))
    },
    close,
  }
}
