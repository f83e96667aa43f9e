import { Button, Text } from '@mantine/core'
import { IconBulb } from '@tabler/icons-react'
import type { LiveUtterance, SuggestionSource } from '#shared/contract/insights.ts'
import { shownDate } from '#web/ui/format/dates.ts'
import { CollapsiblePanel } from '#web/ui/layout/collapsible-panel.tsx'
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
          <Text fz="sm" c="error" mt="xs">
            {error}
          </Text>
        )}
        {isAsked && error === null && items.length === 0 && (
          <Text fz="sm" c="dimmed" mt="xs">
            Nothing to suggest so far.
          </Text>
        )}
        <ul className={classes.suggestions}>
          {items.map(({ text, sources }) => (
            <li key={text}>
              {text}
              {sources.map((source) => (
                <Text key={source.quote} fz="xs" c="dimmed" component="blockquote" className={classes.source}>
                  “{source.quote}” <span className="num">{placeOf(source, utterances)}</span>
                </Text>
              ))}
            </li>
          ))}
        </ul>
      </div>
      <Button variant="light" size="xs" mt="sm" loading={isLoading} onClick={() => void ask()}>
        Get suggestions
      </Button>
      <Text fz="xs" c="dimmed" mt="xs">
        New suggestions appear every five minutes.
      </Text>
    </CollapsiblePanel>
  )
}

/** When it was said: time in this session, or date of an earlier one. */
function placeOf({ utteranceId, date }: SuggestionSource, utterances: readonly LiveUtterance[]): string {
  if (date !== null) return shownDate(date)
  const said = utterances.find(({ id }) => id === utteranceId)
  return said ? formatTimer(said.start * 1000) : 'in this session'
}
