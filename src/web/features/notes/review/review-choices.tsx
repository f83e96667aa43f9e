import { Button } from '@mantine/core'
import { IconCheck, IconPencil, IconQuote, IconTrash, type TablerIcon } from '@tabler/icons-react'
import type { Note } from '#shared/contract/notes.ts'
import type { ReviewDecision, ReviewItem } from '#shared/contract/review.ts'
import { onSingleClick } from '#web/ui/browser/on-single-click.ts'
import { useSingleKeys } from '#web/ui/browser/single-keys.ts'
import { allFieldsOf } from '../editor/worksheet.ts'
import { DismissMenu } from '../safety/dismiss-menu.tsx'
import { InsertMenu } from '../safety/insert-passage.tsx'
import { suggestedFirst } from '../safety/use-insert-passage.ts'
import { keepLabelOf } from './review-texts.ts'
import { SpeakerMenu } from './speaker-menu.tsx'
import choices from './review-choices.module.css'
import classes from './review.module.css'

type Props = {
  item: ReviewItem
  note: Note
  onEdit: () => void
  onDecide: (decision: ReviewDecision) => void
}

/** The buttons that decide an item. None of them is primary. */
export function ReviewChoices({ item, note, onEdit, onDecide }: Props) {
  const { kind, passage, statement, turn } = item
  if (passage) {
    const into = ({ title, part }: { title: string; part: string | null }) =>
      onDecide({ kind: 'insert', section: title, part })
    const fields = suggestedFirst(allFieldsOf(note))
    return (
      <div className={choices.choices}>
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
  const onKeep = () => onDecide({ kind: kind === 'spot check' ? 'correct' : 'keep' })
  if (turn)
    return (
      <div className={choices.choices} data-count={2}>
        <Choice Icon={IconCheck} letter="a" label={keepLabelOf(item)} onClick={onKeep} />
        <SpeakerMenu turn={turn} onChoose={(label) => onDecide({ kind: 'speaker', label })} />
      </div>
    )
  const isSection = statement === null
  const isSpotCheck = kind === 'spot check'
  const hasQuote = !isSection && !isSpotCheck && kind !== 'carried over'
  return (
    <div className={choices.choices} data-count={isSection ? 2 : hasQuote ? 4 : 3}>
      {!item.required && <Choice Icon={IconCheck} letter="a" label={keepLabelOf(item)} onClick={onKeep} />}
      <Choice Icon={IconPencil} letter="e" label={isSection ? 'Write' : 'Edit'} onClick={onEdit} />
      {hasQuote && (
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
      classNames={{ root: choices.choice, inner: choices.choiceInner, label: choices.choiceLabel }}
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
      {...onSingleClick(onClick)}
    >
      {label}
    </Button>
  )
}
