import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { accountQuery } from '#web/identity/account.ts'
import { shownDay } from '#web/ui/format/dates.ts'
import { RowAction } from '#web/ui/layout/row-actions.tsx'
import { Hint, Strong } from '#web/ui/layout/text.ts'
import type { Learning } from './use-learning.ts'
import classes from './templates.module.css'

/** The stored examples of a template with their date and length. Their text is not shown. */
export function StoredExamples({ learning, onDeleteAll }: { learning: Learning; onDeleteAll: () => void }) {
  const { stored, isDeleting } = learning
  const { data: account } = useQuery(accountQuery)
  if (stored.length === 0) return null
  return (
    <div>
      <Group justify="space-between">
        <Strong>Stored examples</Strong>
        <RowAction disabled={isDeleting} onClick={onDeleteAll}>
          Delete all
        </RowAction>
      </Group>
      <ul className={classes.examples}>
        {stored.map(({ id, characters, addedAt }, at) => (
          <li key={id}>
            <Hint className="num">
              Example {at + 1}: {shownDay(addedAt, account?.timeZone ?? '')}, {characters.toLocaleString('en-US')}{' '}
              characters
            </Hint>
            <RowAction
              aria-label={`Delete example ${at + 1}`}
              disabled={isDeleting}
              onClick={() => learning.deleteOne(id)}
            >
              Delete
            </RowAction>
          </li>
        ))}
      </ul>
    </div>
  )
}
