import { IconUserCheck } from '@tabler/icons-react'
import { type FocusEvent, type KeyboardEvent, Suspense, useEffect, useId, useRef, useState } from 'react'
import type { Statement } from '#shared/contract/notes.ts'
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx'
import { adviceFor, checkForScreenReader, checkLabel, labelOf } from './checks.ts'
import { useEvidenceTools } from './evidence-tools.ts'
import type { OpenSentence } from './use-open-sentence.ts'
import classes from './evidence.module.css'

export const loadSentencePanel = () => import('./sentence-panel.tsx')
const SentencePanel = lazyDialog(loadSentencePanel)

type Props = {
  id: string
  text: string
  statement: Statement
  /** Whether Tab stops at this sentence. Arrow keys move to the other sentences of the section. */
  isTabStop: boolean
  /** Whether this sentence is under review. */
  isCurrent?: boolean
  onFocus: () => void
  open: OpenSentence
}

/** One sentence of a note with its evidence mark. Hover, focus or tap shows its evidence. */
export function Sentence({ id, text, statement, isTabStop, isCurrent = false, onFocus, open }: Props) {
  const panelId = useId()
  const { check, kept = false } = statement
  const { isSourceDeleted } = useEvidenceTools()
  const label = labelOf(check, isSourceDeleted)
  const { Icon, title, advice } = kept ? { ...label, Icon: IconUserCheck } : label
  const isDeleted = label !== checkLabel(check)
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (isCurrent) place.current?.scrollIntoView({ block: 'center' })
  }, [isCurrent])
  const isOpen = open.id === id
  const [wasOpened, setOpened] = useState(false)
  if (isOpen && !wasOpened) setOpened(true)
  // Keeps the mark on the same line as the last word.
  const lastWord = text.search(/\S+\s*$/)

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      open.toggle(id)
    } else if (moveFocus(event)) event.preventDefault()
  }
  const onBlur = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) open.close(id)
  }

  return (
    <span
      onBlur={onBlur}
      onPointerEnter={(event) => event.pointerType === 'mouse' && open.showSoon(id)}
      onPointerLeave={(event) => event.pointerType === 'mouse' && open.hideSoon()}
    >
      <span
        ref={place}
        className={classes.sentence}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a real button cannot wrap over lines of running text
        role="button"
        tabIndex={isTabStop ? 0 : -1}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        data-sentence
        data-check={kept ? 'clinician' : isDeleted ? 'unchecked' : check}
        data-current={isCurrent || undefined}
        onClick={() => open.toggle(id)}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          onFocus()
          if (event.currentTarget.matches(':focus-visible')) open.show(id)
        }}
      >
        {text.slice(0, lastWord)}
        <span className={classes.end}>
          {text.slice(lastWord)}
          <Icon className={classes.mark} stroke={2} aria-hidden />
        </span>
        <span className={classes.spoken}>({checkForScreenReader(statement, label)})</span>
      </span>
      {wasOpened && (
        <Suspense>
          <SentencePanel
            id={panelId}
            statement={statement}
            title={
              <>
                <Icon size={15} stroke={2} aria-hidden />
                {kept ? `${title}. Kept by the clinician` : title}
              </>
            }
            why={isDeleted ? advice : adviceFor(statement)}
            isSourceShown={!isDeleted}
            place={place}
            opened={isOpen}
            onClose={() => open.close(id)}
          />
        </Suspense>
      )}
    </span>
  )
}

/** Moves between the sentences of a section with arrow keys, Home and End. Returns whether it handled the key. */
function moveFocus({ key, currentTarget }: KeyboardEvent<HTMLElement>): boolean {
  const all = [...(currentTarget.closest('section')?.querySelectorAll<HTMLElement>('[data-sentence]') ?? [])]
  const at = all.indexOf(currentTarget)
  const places: Readonly<Record<string, number>> = {
    ArrowRight: at + 1,
    ArrowDown: at + 1,
    ArrowLeft: at - 1,
    ArrowUp: at - 1,
    Home: 0,
    End: all.length - 1,
  }
  const next = places[key]
  if (next === undefined) return false
  all[next]?.focus()
  return true
}
