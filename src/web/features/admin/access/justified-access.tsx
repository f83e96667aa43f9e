import { Text } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useNow } from '#web/ui/browser/use-now.ts'
import { JustificationPrompt } from './justification-prompt.tsx'
import { minutesText } from './minutes-text.ts'
import { useAccess } from './use-access.ts'
import classes from '../details/details.module.css'

type Props = {
  kind: 'client' | 'session'
  id: string
  /** Whether the record has unsaved edits. When the access expires, they are hidden but not discarded. */
  holdsEdits: boolean
  onCancel: () => void
  /** `onRefused` is called when the server asks for a new reason. */
  children: (onRefused: () => void) => ReactNode
}

/** Shows a record once a reason was given, until the access expires (D5). */
export function JustifiedAccess({ kind, id, holdsEdits, onCancel, children }: Props) {
  const { endsAt, isOpen, begin, end } = useAccess(kind, id)
  // The pressed button was removed, so the remaining time takes the focus.
  const [isGiven, setGiven] = useState(false)
  return (
    <>
      {isOpen && endsAt !== null && <TimeLeft endsAt={endsAt} takesFocus={isGiven} />}
      {!isOpen && (
        <JustificationPrompt
          kind={kind}
          id={id}
          message={remarkOf(endsAt !== null, holdsEdits)}
          holdsEdits={holdsEdits}
          onAccepted={() => {
            setGiven(true)
            begin()
          }}
          onCancel={onCancel}
        />
      )}
      {(isOpen || holdsEdits) && <div hidden={!isOpen}>{children(end)}</div>}
    </>
  )
}

function remarkOf(isOver: boolean, holdsEdits: boolean): string | null {
  if (!isOver) return null
  const why = 'The 15 minutes are over. Enter a reason again to continue.'
  return holdsEdits ? `${why} Your changes are still here but not saved yet.` : why
}

function focusInPlace(part: HTMLElement | null): void {
  part?.focus({ preventScroll: true })
}

function TimeLeft({ endsAt, takesFocus }: { endsAt: number; takesFocus: boolean }) {
  const now = useNow()
  return (
    <div ref={takesFocus ? focusInPlace : undefined} tabIndex={-1} className={classes.access}>
      <IconClock size={17} aria-hidden />
      <Text span inherit className="num">
        Access to this record lasts for {minutesText(endsAt - now.getTime())}.
      </Text>
    </div>
  )
}
