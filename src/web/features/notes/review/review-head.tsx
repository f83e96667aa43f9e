import { ActionIcon, Button, Popover } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconKeyboard } from '@tabler/icons-react'
import type { Note } from '#shared/contract/notes.ts'
import { useSingleKeys } from '#web/ui/browser/single-keys.ts'
import { Hint, Strong } from '#web/ui/layout/text.ts'
import { queueSummary, resolveText } from './review-texts.ts'
import type { Review } from './use-review.ts'
import classes from './review.module.css'

const keys = [
  ['J', 'Next item'],
  ['K', 'Previous item'],
  ['A', 'Keep, or correct'],
  ['E', 'Edit, or change the speaker'],
  ['R', 'Replace by quote'],
  ['D', 'Delete'],
  ['I', 'Insert into note'],
  ['X', 'Dismiss'],
  ['Space', 'Play or stop'],
  ['S', 'Sign when nothing is open'],
  ['Ctrl Z', 'Undo'],
  ['Esc', 'Leave editing'],
] as const

type Props = { note: Note; review: Review; onNext: () => void; onPrevious: () => void }

/** The state of the queue, the buttons that move through it, and undo. */
export function ReviewHead({ note, review, onNext, onPrevious }: Props) {
  const [hasSingleKeys] = useSingleKeys()
  const { asked, at, items, fine } = review
  const key = (name: string) =>
    hasSingleKeys && (
      <kbd className={classes.key} aria-hidden>
        {name}
      </kbd>
    )
  return (
    <div className={classes.head}>
      <div className={classes.headLine}>
        <div className={classes.summary}>
          <Strong span className="num">
            {review.state === 'ready' ? queueSummary({ items, fine }, note) : 'Review'}
          </Strong>
          {items.length > 0 && <Hint className={classes.onPhone}>{resolveText(items.length)}</Hint>}
        </div>
        {asked.length > 0 && (
          <div className={classes.steps}>
            {key('K')}
            <ActionIcon
              variant="subtle"
              color="gray"
              className={classes.step}
              aria-label="Previous item"
              disabled={at === 0}
              onClick={onPrevious}
            >
              <IconChevronLeft size={18} aria-hidden />
            </ActionIcon>
            <Hint span className={`num ${classes.count}`}>
              {at + 1} of {asked.length}
            </Hint>
            <ActionIcon
              variant="subtle"
              color="gray"
              className={classes.step}
              aria-label="Next item"
              disabled={at === asked.length - 1}
              onClick={onNext}
            >
              <IconChevronRight size={18} aria-hidden />
            </ActionIcon>
            {key('J')}
          </div>
        )}
        <Popover position="bottom-end" withRoles={false} shadow="md">
          <Popover.Target>
            <ActionIcon variant="subtle" color="gray" className={classes.keysButton} aria-label="Keys of the review">
              <IconKeyboard size={18} aria-hidden />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown>
            <dl className={classes.keys}>
              {keys.map(([name, action]) => (
                <div key={name}>
                  <dt>
                    <kbd className={classes.key}>{name}</kbd>
                  </dt>
                  <dd>{action}</dd>
                </div>
              ))}
            </dl>
            <Hint className={classes.gap}>Single letters can be turned off in Settings.</Hint>
          </Popover.Dropdown>
        </Popover>
      </div>
      {(review.canUndo || review.notice) && (
        <div className={classes.notice}>
          {review.notice && <span role="alert">{review.notice}</span>}
          {review.canUndo && (
            <Button variant="subtle" size="compact-sm" onClick={review.undo}>
              Undo
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
