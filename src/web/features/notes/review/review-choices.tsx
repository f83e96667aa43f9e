import { Button } from '@mantine/core'
import { IconCheck, IconPencil, IconQuote, IconTrash, type TablerIcon } from '@tabler/icons-react'
import type { Note } from '#shared/contract/notes.ts'
import type { ReviewDecision, ReviewItem } from '#shared/contract/review.ts'
import { useSingleKeys } from '#web/ui/browser/single-keys.ts'
import { allFieldsOf } from '../editor/worksheet.ts'
import { DismissMenu } from '../safety/dismiss-menu.tsx'
import { InsertMenu } from '../safety/insert-passage.tsx'
import { suggestedFirst } from '../safety/use-insert-passage.ts'
import classes from './review.module.css'

type Props = {
  item: ReviewItem
  note: Note
  onEdit: () => void
  onDecide: (decision: ReviewDecision) => void
}

/** The choices for an item, of equal weight. */
export function ReviewChoices({ item, note, onEdit, onDecide }: Props) {
  const { kind, passage, statement } = item
  if (passage) {
    const into = ({ title, part }: { title: string; part: string | null }) =>
      onDecide({ kind: 'insert', section: title, part })
    const fields = suggestedFirst(allFieldsOf(note))
    return (
      <div className={classes.choices}>
        <InsertMenu passage={passage} insert={{ fields, isBusy: false, into }} />
        <DismissMenu
          passage={passage}
          isBusy={false}
          variant="default"
          onDismiss={(reason) => onDecide({ kind: 'dismiss', reason })}
        />
      </div>
    )
  }
  const isSection = statement === null
  const isSpotCheck = kind === 'spot check'
  const keepLabel = isSpotCheck
    ? 'Correct'
    : kind === 'empty'
      ? 'Leave empty'
      : isSection
        ? 'Leave as it is'
        : 'Keep as observed'
  return (
    <div className={classes.choices} data-count={isSection ? 2 : isSpotCheck ? 3 : 4}>
      {!item.required && (
        <Choice
          Icon={IconCheck}
          letter="a"
          label={keepLabel}
          onClick={() => onDecide({ kind: isSpotCheck ? 'correct' : 'keep' })}
        />
      )}
      <Choice Icon={IconPencil} letter="e" label={isSection ? 'Write' : 'Edit'} onClick={onEdit} />
      {!isSection && !isSpotCheck && (
        <Choice
          Icon={IconQuote}
          letter="r"
          label="Replace by quote"
          isDisabled={statement.evidence.length === 0}
          onClick={() => onDecide({ kind: 'replace' })}
        />
      )}
      {!isSection && <Choice Icon={IconTrash} letter="d" label="Delete" onClick={() => onDecide({ kind: 'delete' })} />}
    </div>
  )
}

type ChoiceProps = { Icon: TablerIcon; letter: string; label: string; isDisabled?: boolean; onClick: () => void }

function Choice({ Icon, letter, label, isDisabled = false, onClick }: ChoiceProps) {
  const [hasSingleKeys] = useSingleKeys()
  return (
    <Button
      variant="default"
      justify="flex-start"
      classNames={{ root: classes.choice, inner: classes.choiceInner, label: classes.choiceLabel }}
      leftSection={<Icon size={17} stroke={1.8} aria-hidden />}
      rightSection={
        hasSingleKeys && (
          <kbd className={classes.key} aria-hidden>
            {letter.toUpperCase()}
          </kbd>
        )
      }
      data-key={letter}
      disabled={isDisabled}
      onClick={onClick}
    >
      {label}
    </Button>
  )
}
