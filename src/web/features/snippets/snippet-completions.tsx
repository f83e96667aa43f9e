import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { NotePage } from '#shared/contract/notes.ts'
import type { Snippet } from '#shared/contract/snippets.ts'
import { expandSnippet, pronounOf, type SnippetValues, triggerAt } from '#shared/rules/snippets.ts'
import { query } from '#web/api/client.ts'
import { CompletionContext, type FindCompletions } from '#web/ui/form/completions.ts'
import { shownDate, shownTime } from '#web/ui/format/dates.ts'

/** Maximum number of snippets in the list. To see others, the user types another character. */
const maxOffered = 6

type Props = {
  client: Pick<NotePage['client'], 'firstName' | 'pronouns'>
  session: Pick<NotePage['session'], 'date' | 'startTime' | 'endTime'>
  isEnabled: boolean
  /** Called after each insertion. */
  onInsert: () => void
  children: ReactNode
}

/** Offers the user's snippets in the text fields of a note, filled in for its client and session. */
export function SnippetCompletions({ client, session, isEnabled, onInsert, children }: Props) {
  const [isNeeded, setNeeded] = useState(false)
  const { data } = useQuery({ ...query.snippets.list.queryOptions(), enabled: isEnabled && isNeeded })
  const values: SnippetValues = {
    client: client.firstName,
    pronoun: pronounOf(client.pronouns),
    date: shownDate(session.date),
    start: shownTime(session.startTime),
    end: shownTime(session.endTime),
  }
  const snippets = isEnabled ? withoutHidden(data?.items ?? []) : []
  const find: FindCompletions = (text, cursor) => {
    const trigger = triggerAt(text, cursor)
    if (!trigger) return null
    const items = snippets.filter((snippet) => snippet.trigger.startsWith(trigger.typed)).slice(0, maxOffered)
    if (items.length === 0) return null
    return {
      start: trigger.start,
      items: items.map(({ id, trigger: name, body }) => ({
        id,
        name: `;${name}`,
        preview: expandSnippet(body, values).text,
        expand: () => {
          onInsert()
          return expandSnippet(body, values)
        },
      })),
    }
  }
  return <CompletionContext value={{ prepare: () => setNeeded(true), find }}>{children}</CompletionContext>
}

/** If the user's own snippet and a shared one have the same trigger, only the user's own is offered. */
function withoutHidden(items: readonly Snippet[]): readonly Snippet[] {
  const ownTriggers = new Set(items.filter(({ isShared }) => !isShared).map(({ trigger }) => trigger))
  return items.filter(({ isShared, trigger }) => !isShared || !ownTriggers.has(trigger))
}
