import { Button, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import type { CommentReply, NoteComment } from '#shared/contract/cosign.ts'
import { shownMoment } from '#web/ui/format/dates.ts'
import { Initials } from '#web/ui/layout/initials.tsx'
import { HintLine, StrongLine } from '#web/ui/layout/text.ts'
import { CommentForm, type OnComment } from './comment-form.tsx'
import { nameParts } from './waiting.ts'
import { signerName } from '#web/ui/format/signer-name.ts'
import classes from './comments.module.css'

type Props = {
  comment: NoteComment
  /** The number of the comment, in the text and in the margin. */
  number: number
  timeZone: string
  /** Whether to show the sentence above the comment. True where the comment is not beside its text. */
  isQuoted?: boolean
  /** Undefined if the user cannot reply. */
  onReply?: OnComment
}

/** A comment on a sentence, with its replies. */
export function CommentCard({ comment, number, timeZone, isQuoted = false, onReply }: Props) {
  const [isReplying, setReplying] = useState(false)
  return (
    <article className={classes.card} aria-label={`Comment ${number} on “${comment.quote}”`}>
      <p className={classes.quote} data-always={isQuoted || undefined}>
        {comment.section}: <span className={classes.marked}>{comment.quote}</span> <CommentNumber number={number} />
      </p>
      <Entry entry={comment} timeZone={timeZone} number={number} />
      {comment.replies.map((reply) => (
        <Entry key={reply.id} entry={reply} timeZone={timeZone} />
      ))}
      {onReply &&
        (isReplying ? (
          <CommentForm
            label={`Reply to ${comment.authorName}`}
            submitLabel="Reply"
            onSubmit={async (reply) => {
              await onReply(reply)
              setReplying(false)
            }}
            onClose={() => setReplying(false)}
          />
        ) : (
          <Button variant="subtle" size="compact-sm" className={classes.reply} onClick={() => setReplying(true)}>
            Reply
          </Button>
        ))}
    </article>
  )
}

/** The number that connects a sentence with its comment. */
export function CommentNumber({ number }: { number: number }) {
  return (
    <span className={classes.number}>
      <VisuallyHidden>comment </VisuallyHidden>
      {number}
    </span>
  )
}

function Entry({ entry, timeZone, number }: { entry: CommentReply; timeZone: string; number?: number }) {
  const name = { name: entry.authorName, credentials: entry.credentials }
  return (
    <div className={classes.entry}>
      <div className={classes.author}>
        <Initials {...nameParts(entry.authorName)} size={26} />
        <span className={classes.name}>
          <StrongLine size="sm">{signerName(name)}</StrongLine>
          <HintLine size="xs" className="num">
            {shownMoment(entry.createdAt, timeZone)}
          </HintLine>
        </span>
        {number !== undefined && <CommentNumber number={number} />}
      </div>
      <p className={classes.words}>{entry.text}</p>
    </div>
  )
}
