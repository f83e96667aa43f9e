import { Button, Text } from '@mantine/core'
import { IconBulb } from '@tabler/icons-react'
import type { LiveUtterance, SuggestionSource } from '#shared/contract/insights.ts'
import { shownDate } from '#web/ui/format/dates.ts'
import { CollapsiblePanel } from '#web/ui/layout/collapsible-panel.tsx'
import { Hint, Muted } from '#web/ui/layout/text.ts'
import { formatTimer } from '../timer.ts'
import { useSuggestions } from './use-suggestions.ts'
import classes from '../recorder.module.css'

type Props = { sessionId: string; utterances: readonly LiveUtterance[] }

/** Suggestions for this session, each with its source. */
export function Suggestions({ sessionId, utterances }: Props) {
  const { items, error, isLoading, isAsked, ask } = useSuggestions(sessionId, utterances)
  return (
    <CollapsiblePanel title="Suggestions" icon={<IconBulb size={19} stroke={1.6} aria-hidden />}>
      <div aria-live="polite">
        {error !== null && (
          <Text size="sm" c="error" mt="xs">
            {error}
          </Text>
        )}
        {isAsked && error === null && items.length === 0 && <Hint mt="xs">Nothing to suggest so far.</Hint>}
        <ul className={classes.suggestions}>
          {items.map(({ text, sources }) => (
            <li key={text}>
              {text}
              {sources.map((source) => (
                <Muted key={source.quote} size="xs" component="blockquote" className={classes.source}>
                  “{source.quote}” <span className="num">{placeOf(source, utterances)}</span>
                </Muted>
              ))}
            </li>
          ))}
        </ul>
      </div>
      <Button variant="light" size="xs" mt="sm" loading={isLoading} onClick={() => void ask()}>
        Get suggestions
      </Button>
      <Muted size="xs" mt="xs">
        New suggestions appear every five minutes.
      </Muted>
    </CollapsiblePanel>
  )
}

/** The time of a source: a time in this session, or the date of an earlier one. */
function placeOf({ utteranceId, date }: SuggestionSource, utterances: readonly LiveUtterance[]): string {
  if (date !== null) return shownDate(date)
  const said = utterances.find(({ id }) => id === utteranceId)
  return said ? formatTimer(said.start * 1000) : 'in this session'
}
