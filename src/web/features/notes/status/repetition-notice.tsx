import { useQuery } from '@tanstack/react-query'
import { query } from '#web/api/client.ts'
import { paintedAfterMs, useSettled } from '#web/ui/browser/use-settled.ts'
import { PageAlert } from '#web/ui/feedback/alerts.ts'
import { shownDate } from '#web/ui/format/dates.ts'

type Props = { sessionId: string; version: number }

/** Warns that a saved section repeats most of the client's previous note. */
export function RepetitionNotice({ sessionId, version }: Props) {
  const options = query.notes.repetition.queryOptions({ input: { sessionId } })
  const isPainted = useSettled(paintedAfterMs)
  const { data } = useQuery({ ...options, queryKey: [...options.queryKey, version], enabled: isPainted })
  if (!data || data.previousDate === null || data.sections.length === 0) return null
  const [first, ...others] = data.sections.map(({ title, percent }) => `${percent}% of ${title}`)
  const shares = [first, ...others].join(', ')
  return (
    <PageAlert color="ochre" title="Repeated text">
      {shares} {others.length === 0 ? 'is' : 'are'} the same as in the note of {shownDate(data.previousDate)}. A payer
      may treat this as a cloned note. Describe this session in its own words.
    </PageAlert>
  )
}
