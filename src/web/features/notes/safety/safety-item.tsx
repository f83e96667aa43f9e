import { Button } from '@mantine/core'
import { IconCheck, IconCircleMinus, IconEyeExclamation, IconListCheck } from '@tabler/icons-react'
import { useRef } from 'react'
import type { DismissReason, SafetyPassage } from '#shared/contract/notes.ts'
import { returnFocus } from '#web/ui/browser/return-focus.ts'
import { DismissMenu, reasonTexts } from './dismiss-menu.tsx'
import { Exchange } from '../evidence/exchange.tsx'
import { FoundByModel } from './model-reading.tsx'
import { InsertMenu, type InsertPassage } from './insert-passage.tsx'
import type { DismissPassage } from './use-dismiss-passage.ts'
import classes from './safety-card.module.css'

export type PassageActions = {
  insert: InsertPassage
  dismiss: DismissPassage
  /** Opens the review of the note. */
  review: () => void
}

type Props = {
  passage: SafetyPassage
  /** Whether the sentence of the note that cites this passage still needs confirmation. */
  isToConfirm: boolean
  /** Null for users who cannot edit this note. */
  actions: PassageActions | null
}

/** One safety passage with its exchange and its state: in the note, dismissed, or open. */
export function SafetyItem({ passage, isToConfirm, actions }: Props) {
  const item = useRef<HTMLLIElement>(null)
  const { dismissed, inNote, quote } = passage
  const dismiss = async (reason: DismissReason | null) => {
    await actions?.dismiss.because(passage, reason)
    // The pressed button was removed, so the passage takes the focus.
    returnFocus(item.current)
  }
  return (
    <li ref={item} tabIndex={-1} className={classes.passage} data-passage>
      <FoundByModel passage={passage} />
      <Exchange ids={passage.exchange} found={[passage, ...(passage.alsoMarked ?? [])]} />
      <div className={classes.foot}>
        <State passage={passage} isToConfirm={isToConfirm} />
        {actions && inNote && isToConfirm && (
          <Button
            hiddenFrom="sm"
            variant="default"
            className={classes.confirm}
            leftSection={<IconListCheck size={18} aria-hidden />}
            aria-label={`Confirm in review: ${quote}`}
            onClick={actions.review}
          >
            Confirm in review
          </Button>
        )}
        {actions && !inNote && (
          <div className={classes.actions}>
            {dismissed ? (
              <Button
                variant="subtle"
                size="sm"
                disabled={actions.dismiss.isBusy}
                aria-label={`Undo the dismissal: ${quote}`}
                onClick={() => void dismiss(null)}
              >
                Undo
              </Button>
            ) : (
              <>
                <DismissMenu
                  passage={passage}
                  isBusy={actions.dismiss.isBusy}
                  onDismiss={(reason) => void dismiss(reason)}
                />
                <InsertMenu passage={passage} insert={actions.insert} />
              </>
            )}
          </div>
        )}
      </div>
    </li>
  )
}

function State({ passage: { dismissed, inNote }, isToConfirm }: Pick<Props, 'passage' | 'isToConfirm'>) {
  if (inNote) {
    return (
      <span className={classes.inNote}>
        <IconCheck size={16} stroke={1.8} aria-hidden />
        {isToConfirm ? 'In the note, to confirm' : 'In the note'}
      </span>
    )
  }
  if (dismissed) {
    return (
      <span className={classes.inNote}>
        <IconCircleMinus size={16} stroke={1.8} aria-hidden />
        Dismissed: {reasonTexts[dismissed].toLowerCase()}
      </span>
    )
  }
  return (
    <span className={classes.missing}>
      <IconEyeExclamation size={16} stroke={1.8} aria-hidden />
      Not in the note
    </span>
  )
}
