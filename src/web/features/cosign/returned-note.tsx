import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { NoteComment } from '#shared/contract/cosign.ts'
import type { Note } from '#shared/contract/notes.ts'
import type { Signature } from '#shared/contract/signatures.ts'
import { api, query } from '#web/api/client.ts'
import { PageAlert } from '#web/ui/feedback/alerts.ts'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { shownMoment } from '#web/ui/format/dates.ts'
import { awayText } from './away-text.ts'
import { CommentCard } from './comment-card.tsx'
import { EarlierRounds, type RenderChanges } from './earlier-rounds.tsx'
import { roundsOf } from './rounds.ts'
import classes from './returned-note.module.css'

/** The comments of co-signers on a note that awaits a co-signature or has awaited one before. */
export function useCosignThread(
  { sessionId, status }: Pick<Note, 'sessionId' | 'status'>,
  signatures: readonly Signature[] | undefined,
) {
  const isOpen = status === 'awaiting_cosign' || status === 'returned'
  const wasOpen = signatures?.some(({ role, superseded }) => role === 'cosigner' || superseded?.kind === 'returned')
  const thread = useQuery({
    ...query.cosign.comments.queryOptions({ input: { sessionId } }),
    enabled: isOpen || wasOpen === true,
  })
  const rounds = roundsOf(signatures ?? [], thread.data?.items ?? [])
  const current = isOpen ? rounds.find(({ next }) => next === null) : undefined
  return { ...thread, comments: current?.comments ?? [], earlier: rounds.filter((round) => round !== current) }
}

export type CosignComments = ReturnType<typeof useCosignThread>

type NoticeProps = {
  note: Pick<Note, 'sessionId' | 'version' | 'status'>
  thread: CosignComments
  timeZone: string
  renderChanges: RenderChanges
}

/** Shows who returned the note, or that its co-signer is away, and the comments of earlier rounds. */
export function CosignNotice({ note, thread, timeZone, renderChanges }: NoticeProps) {
  if (thread.isError)
    return (
      <LoadFailure error={thread.error} fallback="Failed to load the comments" onRetry={() => void thread.refetch()} />
    )
  const { data } = thread
  if (!data) return null
  const { returned, cosignerName, awayUntil } = data
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
      <EarlierRounds note={note} rounds={thread.earlier} timeZone={timeZone} renderChanges={renderChanges} />
    </>
  )
}

type CommentsProps = {
  sessionId: string
  comments: readonly NoteComment[]
  /** Title of the section. */
  section: string
  timeZone: string
  /** False for users other than the author, and while viewing as the author. */
  canReply: boolean
  /** Opens the section for editing. Undefined while the text is locked. */
  onEdit: (() => void) | undefined
}

/** The comments on the sentences of a section, shown below its text. */
export function SectionComments({ sessionId, comments, section, timeZone, canReply, onEdit }: CommentsProps) {
  const cache = useQueryClient()
  const numbered = comments
    .map((comment, at) => ({ comment, number: at + 1 }))
    .filter(({ comment }) => comment.section === section)
  if (numbered.length === 0) return null
  return (
    <div className={classes.comments}>
      {numbered.map(({ comment, number }) => (
        <CommentCard
          key={comment.id}
          comment={comment}
          number={number}
          timeZone={timeZone}
          isQuoted
          {...(canReply && {
            onReply: async (reply) => {
              const next = await api.cosign.reply({ sessionId, commentId: comment.id, ...reply })
              cache.setQueryData(query.cosign.comments.queryKey({ input: { sessionId } }), next)
            },
          })}
        />
      ))}
      {onEdit && (
        <Button variant="default" size="xs" className={classes.edit} onClick={onEdit}>
          Edit {section} here
        </Button>
      )}
    </div>
  )
}
