import type { NotePage } from '#shared/contract/notes.ts'
import { PageAlert } from '#web/ui/feedback/alerts.ts'

/** Shown beside the note while a model on this machine writes a full draft. */
export function FullDraftNotice({ minutes }: NonNullable<NotePage['fullDraft']>) {
  return (
    <PageAlert color="dusk" role="note">
      A full draft is being written on this machine{durationOf(minutes)}. You can write meanwhile: the draft never
      replaces your text.
    </PageAlert>
  )
}

function durationOf(minutes: number | null): string {
  if (minutes === null) return ''
  return minutes === 1 ? ', about 1 minute' : `, about ${minutes} minutes`
}
