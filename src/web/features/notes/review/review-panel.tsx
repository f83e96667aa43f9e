import { Alert, Button, Text, VisuallyHidden } from '@mantine/core'
import { useRef } from 'react'
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
import { UnsavedGuard } from '#web/ui/dialog/unsaved-guard.tsx'
import { useLetterKeys } from '#web/ui/browser/use-letter-keys.ts'
import classes from './review.module.css'

/** One item of the review queue with its passages from the session, and the buttons that decide it. */
export function ReviewPanel({ page, review }: { page: NotePage; review: Review }) {
  const { current, state } = review
  const panel = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const isEditing = review.text !== null
  const isReady = state === 'ready'
  const written = useUnsavedInput()
  const go = (step: () => void) => () => closeAfterQuestion(written.unsaved, step)

  const decide = (item: ReviewItem) => (decision: ReviewDecision) => review.decide({ item, decision })
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
      {/* The field of the current item has its own guard. */}
      <UnsavedGuard
        isDirty={review.hasUnsaved && written.unsaved === null}
        what="this note"
        hasSearch
        onDiscard={review.discardAll}
      />
      <ReviewHead note={page.note} review={review} onNext={go(review.next)} onPrevious={go(review.previous)} />
      <div className={classes.body}>
        {page.session.otherLanguage && (
          <Text size="sm">{sessionLanguage(page.session.otherLanguage)} Checks read English only.</Text>
        )}
        {review.failed && (
          <Alert role="alert" color="ember">
            {review.failed.reason}
            {review.retry && (
              <div>
                <Button variant="default" size="compact-sm" className={classes.gap} onClick={review.retry}>
                  Try again
                </Button>
              </div>
            )}
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
          {review.text !== null ? (
            <UnsavedInputContext value={written}>
              <ReviewEdit
                key={current.id}
                item={current}
                text={review.text}
                isGone={review.isGone}
                onType={(text) => review.type(current, text)}
                onSave={(text) => decide(current)({ kind: 'edit', text })}
                onCancel={() => {
                  review.cancel(current)
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
              onEdit={() => review.edit(current)}
              onDecide={decide(current)}
            />
          )}
        </div>
      )}
    </section>
  )
}
