import { Box, Textarea, type TextareaProps, VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, type RefObject, use, useId, useState } from 'react'
import { insertText } from '#web/ui/browser/insert-text.ts'
import { type Completion, CompletionContext } from './completions.ts'
import classes from './completing-textarea.module.css'

type Props = Omit<TextareaProps, 'value'> & { value: string; ref: RefObject<HTMLTextAreaElement | null> }

/**
 * A text field that offers completions while the user types their names. The arrow keys select one, Tab inserts it, and
 * Escape closes the list. The browser's undo reverts an insertion.
 */
export function CompletingTextarea({ ref, value, onFocus, onChange, onKeyDown, onSelect, onBlur, ...props }: Props) {
  const { prepare, find } = use(CompletionContext)
  const listId = useId()
  /** Where the user last typed; null while no completions are wanted. They may load after the name was typed. */
  const [typedAt, setTypedAt] = useState<number | null>(null)
  const match = typedAt === null ? null : find(value, typedAt)
  const [active, setActive] = useState(0)
  const items = match?.items ?? []
  const marked = items[active] ?? items[0]

  const cursorIn = ({ selectionStart, selectionEnd }: HTMLTextAreaElement) =>
    selectionStart === selectionEnd ? selectionEnd : null
  const startAt = (cursor: number | null) => (cursor === null ? undefined : find(value, cursor)?.start)
  const insert = (item: Completion) => {
    const field = ref.current
    if (!field || !match) return
    const { text, cursor, selected } = item.expand()
    const start = match.start + cursor
    insertText(field, match.start, field.selectionEnd, text)
    field.setSelectionRange(start, start + selected)
    setTypedAt(null)
  }
  /** Handles a key of the list. Returns whether it did. */
  const handleKey = (event: KeyboardEvent): boolean => {
    if (!marked || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false
    const at = items.indexOf(marked)
    if (event.key === 'ArrowDown') setActive((at + 1) % items.length)
    else if (event.key === 'ArrowUp') setActive((at + items.length - 1) % items.length)
    else if (event.key === 'Tab' && !event.shiftKey) insert(marked)
    else if (event.key === 'Escape') setTypedAt(null)
    else return false
    return true
  }
  return (
    <div className={classes.field}>
      <Textarea
        ref={ref}
        {...props}
        value={value}
        {...(marked && {
          'aria-autocomplete': 'list',
          'aria-controls': listId,
          'aria-activedescendant': `${listId}-${marked.id}`,
        })}
        onFocus={(event) => {
          onFocus?.(event)
          prepare()
        }}
        onChange={(event) => {
          onChange?.(event)
          setTypedAt(cursorIn(event.currentTarget))
          setActive(0)
        }}
        onSelect={(event) => {
          onSelect?.(event)
          const cursor = cursorIn(event.currentTarget)
          // The list closes when the cursor leaves the name. Moving the cursor into a name does not open it.
          if (match ? startAt(cursor) !== match.start : cursor !== typedAt) setTypedAt(null)
        }}
        onBlur={(event) => {
          onBlur?.(event)
          setTypedAt(null)
        }}
        onKeyDown={(event) => {
          if (handleKey(event)) {
            event.preventDefault()
            event.stopPropagation()
          } else onKeyDown?.(event)
        }}
      />
      {marked && (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an HTML list has no previews
        <Box id={listId} role="listbox" aria-label="Snippets" className={classes.list}>
          {items.map((item) => (
            <Box
              key={item.id}
              id={`${listId}-${item.id}`}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
              role="option"
              aria-selected={item === marked}
              className={classes.item}
              // A press on an option does not take the focus from the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => insert(item)}
            >
              <strong>{item.name}</strong>
              <span className={classes.preview}>{item.preview}</span>
            </Box>
          ))}
        </Box>
      )}
      <VisuallyHidden component="output">
        {marked && `${items.length === 1 ? '1 snippet' : `${items.length} snippets`}. Tab inserts ${marked.name}.`}
      </VisuallyHidden>
    </div>
  )
}
