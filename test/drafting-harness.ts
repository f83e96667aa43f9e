import type { Services } from '#server/context.ts'
import { createFakeDrafter } from '#server/providers/drafter/fake.ts'
import type { NoteDrafter } from '#server/providers/drafter/port.ts'
import { pipelineJobs } from '#server/session-pipeline/jobs.ts'
import { buildClinic } from './clinic.ts'
import { jobsOf, openWorkerServices } from './jobs.ts'
import { createWorld } from './world.ts'

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
  const world = await createWorld({ settings, providers: { drafter } })
  const clinic = await buildClinic(world)
  const worker = await openWorkerServices(world)
  return {
    world,
    clinic,
    drafter,
    api: clinic.therapist,
    /** Runs the draft job of the therapist's session as a worker does. */
    run: async (sessionId: string, changes: Partial<Services> & { isLastTry?: boolean; signal?: AbortSignal } = {}) => {
      const { isLastTry = false, signal = new AbortController().signal, ...services } = changes
      const task = { sessionId, userId: clinic.therapistId }
      await pipelineJobs({ ...worker.services, ...services })['notes.draft'](task, {
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
    close: async () => {
      await worker.close()
      await world.close()
    },
  }
}
