import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { CosignThread } from '#shared/contract/cosign.ts'
import type { Note } from '#shared/contract/notes.ts'
import type { Signature } from '#shared/contract/signatures.ts'
import { api, query } from '#web/api/client.ts'
import { showResult } from '#web/api/show-result.ts'
import { PageAlert } from '#web/ui/feedback/alerts.ts'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { shownMoment } from '#web/ui/format/dates.ts'
import { Hint } from '#web/ui/layout/text.ts'
import { awayText } from './away-text.ts'
import { CommentCard } from './comment-card.tsx'
import type { NumberedComment } from './commented-text.tsx'
import { EarlierRounds, type RenderChanges } from './earlier-rounds.tsx'
import { roundsOf } from './rounds.ts'
import classes from './returned-note.module.css'

/**
 * The comments of co-signers on a note that awaits a co-signature or may have awaited one before.
 * @param canReply false for users other than the author, and while viewing as the author
 */
export function useCosignThread(
  { sessionId, status }: Pick<Note, 'sessionId' | 'status'>,
  signatures: readonly Signature[] | undefined,
  canReply: boolean,
) {
  const isOpen = status === 'awaiting_cosign' || status === 'returned'
  // Co-signers may also have commented on a signature that its author unlocked.
  const wasOpen = signatures?.some(({ role, superseded }) => role === 'cosigner' || superseded !== null)
  const thread = useQuery({
    ...query.cosign.comments.queryOptions({ input: { sessionId } }),
    enabled: isOpen || wasOpen === true,
  })
  const rounds = roundsOf(signatures ?? [], thread.data?.items ?? [])
  // In a draft, the comments are on the text that the author unlocked.
  const current = status === 'signed' ? undefined : rounds.find(({ next }) => next === null)
  const numbered = (current?.comments ?? []).map((comment, at): NumberedComment => ({ comment, number: at + 1 }))
  const earlier = rounds.filter((round) => round !== current)
  return { ...thread, sessionId, canReply: canReply && isOpen, numbered, earlier }
}

export type CosignComments = ReturnType<typeof useCosignThread>

type NoticeProps = {
  /** The displayed note. */
  note: Pick<Note, 'sessionId' | 'version' | 'status' | 'sections'>
  thread: CosignComments
  timeZone: string
  renderChanges: RenderChanges
}

/**
 * Shows who returned the note, or that its co-signer is away, comments on sections that the note no longer has, and the
 * comments of earlier rounds.
 */
export function CosignNotice({ note, thread, timeZone, renderChanges }: NoticeProps) {
  return (
    <Loaded query={thread} failure="Failed to load the comments" loading={null}>
      {(data) => (
        <LoadedNotice data={data} note={note} thread={thread} timeZone={timeZone} renderChanges={renderChanges} />
      )}
    </Loaded>
  )
}

function LoadedNotice({ data, note, thread, timeZone, renderChanges }: NoticeProps & { data: CosignThread }) {
  const { returned, cosignerName, awayUntil } = data
  const removed = thread.numbered.filter(({ comment }) => !note.sections.some(({ title }) => title === comment.section))
  return (
    <>
      {note.status === 'returned' && returned !== null && (
        <PageAlert
          color="ochre"
          icon={<IconArrowBackUp size={20} aria-hidden />}
          title={`Returned by ${returned.byName || 'your supervisor'}`}
        >
          {shownMoment(returned.at, timeZone)}. Change what the comments ask for, then sign again.
        </PageAlert>
      )}
      {note.status === 'awaiting_cosign' && cosignerName !== null && awayUntil !== null && (
        <PageAlert color="ochre">{awayText(cosignerName, awayUntil, 'this note')}</PageAlert>
      )}
      {removed.length > 0 && (
        <section className={classes.removed} aria-label="Comments on removed sections">
          <Hint>Comments on sections that this note no longer has:</Hint>
          <CommentCards thread={thread} comments={removed} timeZone={timeZone} />
        </section>
      )}
      <EarlierRounds note={note} rounds={thread.earlier} timeZone={timeZone} renderChanges={renderChanges} />
    </>
  )
}

type SectionProps = Pick<NoticeProps, 'thread' | 'timeZone'> & {
  /** Title of the section. */
  section: string
  /** Opens the section for editing. Undefined while the text is locked. */
  onEdit: (() => void) | undefined
}

/** The comments on the sentences of a section, shown below its text. */
export function SectionComments({ thread, section, timeZone, onEdit }: SectionProps) {
  const comments = thread.numbered.filter(({ comment }) => comment.section === section)
  if (comments.length === 0) return null
  return (
    <div className={classes.comments}>
      <CommentCards thread={thread} comments={comments} timeZone={timeZone} />
      {onEdit && (
        <Button variant="default" size="xs" className={classes.edit} onClick={onEdit}>
          Edit {section} here
        </Button>
      )}
    </div>
  )
}

type CardsProps = Pick<NoticeProps, 'thread' | 'timeZone'> & { comments: readonly NumberedComment[] }

function CommentCards({ thread: { sessionId, canReply }, comments, timeZone }: CardsProps) {
  const cache = useQueryClient()
  return comments.map(({ comment, number }) => (
    <CommentCard
      key={comment.id}
      comment={comment}
      number={number}
      timeZone={timeZone}
      isQuoted
      {...(canReply && {
        onReply: async (reply) => {
          const next = await api.cosign.reply({ sessionId, commentId: comment.id, ...reply })
          showResult(cache, query.cosign.comments.queryKey({ input: { sessionId } }), next)
        },
      })}
    />
  ))
}
