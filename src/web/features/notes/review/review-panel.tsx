import { Alert, Button, Text, VisuallyHidden } from '@mantine/core'
import { useRef, useState } from 'react'
import type { NotePage } from '#shared/contract/notes.ts'
import type { ReviewDecision, ReviewItem } from '#shared/contract/review.ts'
import { closeAfterQuestion, UnsavedInputContext, useUnsavedInput } from '#web/identity/unsaved-input.tsx'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { sessionLanguage } from '#web/ui/format/session-language.ts'
import { ReviewChoices } from './review-choices.tsx'
import { ReviewEdit } from './review-edit.tsx'
import { ReviewEnd } from './review-end.tsx'
import { ReviewHead } from './review-head.tsx'
import { ReviewItemView } from './review-item.tsx'
import { allResolved, nothingOpen } from './review-texts.ts'
import type { Review } from './use-review.ts'
import { useLetterKeys } from '#web/ui/browser/use-letter-keys.ts'
import classes from './review.module.css'

/** One item of the review queue with its passages from the session, and the buttons that decide it. */
export function ReviewPanel({ page, review }: { page: NotePage; review: Review }) {
  const { current, state } = review
  const panel = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const [editedId, setEditedId] = useState<string | null>(null)
  const isEditing = current !== null && editedId === current.id
  const isReady = state === 'ready'
  const written = useUnsavedInput()
  const go = (step: () => void) => () => closeAfterQuestion(written.unsaved, step)

  const decide = (item: ReviewItem) => (decision: ReviewDecision) => {
    setEditedId(null)
    review.decide({ item, decision })
  }
  const press = (selector: string) => () => {
    const button = panel.current?.querySelector<HTMLElement>(selector)
    if (selector !== '[data-play]') button?.focus()
    button?.click()
  }
  useLetterKeys(
    {
      j: review.next,
      k: review.previous,
      ...Object.fromEntries(['a', 'e', 'd', 'r', 'i', 'x'].map((key) => [key, press(`[data-key="${key}"]`)])),
      ' ': press('[data-play]'),
      undo: review.undo,
    },
    !isEditing,
  )

  return (
    <section ref={panel} className={classes.panel} aria-label="Review">
      <VisuallyHidden component="output">{review.spoken}</VisuallyHidden>
      <ReviewHead note={page.note} review={review} onNext={go(review.next)} onPrevious={go(review.previous)} />
      <div className={classes.body}>
        {page.session.otherLanguage && (
          <Text size="sm">{sessionLanguage(page.session.otherLanguage)} Checks read English only.</Text>
        )}
        {review.failed && (
          <Alert role="alert" color="ember">
            Not saved. Check your connection and try again.
            <div>
              <Button variant="default" size="compact-sm" className={classes.gap} onClick={review.retry}>
                Try again
              </Button>
            </div>
          </Alert>
        )}
        {state === 'loading' && (
          <Loading label="Loading the review">
            <Placeholder kind="field" />
            <Placeholder kind="line" count={5} />
          </Loading>
        )}
        {state === 'failed' && (
          <LoadFailure error={review.error} fallback="The review could not be loaded." onRetry={review.onReload} />
        )}
        {isReady && current && (
          <ReviewItemView
            key={current.id}
            item={current}
            question={review.spotCheckText}
            position={`${review.at + 1} of ${review.asked.length}`}
            page={page}
            headingRef={heading}
          />
        )}
        {isReady && !current && (
          <ReviewEnd className={classes.end} isSignable={review.resolved > 0}>
            {review.resolved > 0 ? allResolved(review.resolved) : nothingOpen(page.note)}
          </ReviewEnd>
        )}
      </div>
      {isReady && current && (
        <div className={classes.foot}>
          {isEditing ? (
            <UnsavedInputContext value={written}>
              <ReviewEdit
                item={current}
                onSave={(text) => decide(current)({ kind: 'edit', text })}
                onCancel={() => {
                  setEditedId(null)
                  heading.current?.focus()
                }}
              />
            </UnsavedInputContext>
          ) : (
            // The key gives each item new menus. A menu of the previous item would take the focus from the heading.
            <ReviewChoices
              key={current.id}
              item={current}
              note={page.note}
              onEdit={() => setEditedId(current.id)}
              onDecide={decide(current)}
            />
          )}
        </div>
      )}
    </section>
  )
}
