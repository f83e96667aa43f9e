import { Card } from '@mantine/core'
import { useId } from 'react'
import type { Snippet } from '#shared/contract/snippets.ts'
import { CardTitle } from '#web/ui/layout/panel-parts.ts'
import { RowAction, RowActions } from '#web/ui/layout/row-actions.tsx'
import { Hint, Strong } from '#web/ui/layout/text.ts'
import classes from './snippets.module.css'

type Props = {
  title: string
  snippets: readonly Snippet[]
  isReadOnly: boolean
  onEdit: (snippet: Snippet) => void
  onDelete: (snippet: Snippet) => void
}

/** Snippets with their actions. */
export function SnippetList({ title, snippets, isReadOnly, onEdit, onDelete }: Props) {
  const id = useId()
  if (snippets.length === 0) return null
  return (
    <Card component="section" aria-labelledby={id}>
      <CardTitle id={id}>{title}</CardTitle>
      <ul className={classes.list}>
        {snippets.map((snippet) => (
          <li key={snippet.id} className={classes.row}>
            <div className={classes.text}>
              <Strong>;{snippet.trigger}</Strong>
              <p className={classes.body}>{snippet.body}</p>
              {snippet.sharedBy !== null && <Hint>Shared by {snippet.sharedBy}</Hint>}
            </div>
            {snippet.canEdit && !isReadOnly && (
              <RowActions>
                <RowAction aria-label={`Edit ;${snippet.trigger}`} onClick={() => onEdit(snippet)}>
                  Edit
                </RowAction>
                <RowAction aria-label={`Delete ;${snippet.trigger}`} onClick={() => onDelete(snippet)}>
                  Delete
                </RowAction>
              </RowActions>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
