import { Suspense, useState } from 'react'
import type { AmendmentRequest, AmendmentRequests } from '#shared/contract/amendments.ts'
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx'
import classes from './amendments.module.css'
import type { Answer } from './answer-props.ts'
import { RequestItem, requestElementId } from './request-item.tsx'

const ExtendRequest = lazyDialog(() => import('./extend-request.tsx'))
const DenyRequest = lazyDialog(() => import('./deny-request.tsx'))
const SignAnswer = lazyDialog(() => import('./sign-answer.tsx'))

type Props = {
  requests: AmendmentRequests
  timeZone: string
  /** Whether each request links to its note. */
  hasNoteLinks: boolean
}

/** Requests with their history, and the dialogs that answer them. */
export function RequestList({ requests: { items, canAnswer }, timeZone, hasNoteLinks }: Props) {
  const [chosen, setChosen] = useState<{ request: AmendmentRequest; answer: Answer; opening: number } | null>(null)
  const [isOpen, setOpen] = useState(false)
  const choose = (request: AmendmentRequest) => (answer: Answer) => {
    setChosen({ request, answer, opening: (chosen?.opening ?? 0) + 1 })
    setOpen(true)
  }
  const dialog = chosen && {
    opened: isOpen,
    request: chosen.request,
    onClose: () => setOpen(false),
    // The button that opened the dialog may have disappeared when the state of the request changed.
    onDone: () => {
      setOpen(false)
      setTimeout(() => document.getElementById(requestElementId(chosen.request))?.focus())
    },
  }
  return (
    <>
      <ol className={classes.requests}>
        {items.map((request) => (
          <RequestItem
            key={request.id}
            request={request}
            timeZone={timeZone}
            hasNoteLink={hasNoteLinks}
            onAnswer={canAnswer ? choose(request) : undefined}
          />
        ))}
      </ol>
      <Suspense>
        {dialog && chosen.answer === 'extend' && <ExtendRequest key={chosen.opening} {...dialog} />}
        {dialog && chosen.answer === 'deny' && <DenyRequest key={chosen.opening} {...dialog} />}
        {dialog && (chosen.answer === 'accept' || chosen.answer === 'statement') && (
          <SignAnswer key={chosen.opening} {...dialog} answer={chosen.answer} timeZone={timeZone} />
        )}
      </Suspense>
    </>
  )
}
