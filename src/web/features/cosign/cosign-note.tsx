import { Badge, Button, Card, Title } from '@mantine/core'
import { IconArrowBackUp, IconClock, IconLock, IconMessagePlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { CosignNote as CosignNoteData } from '#shared/contract/cosign.ts'
import { splitSentences } from '#shared/rules/sentences.ts'
import { api, query } from '#web/api/client.ts'
import { showResult } from '#web/api/show-result.ts'
import { useSingleMutation } from '#web/api/use-single-mutation.ts'
import { returnFocus } from '#web/ui/browser/return-focus.ts'
import { type Failure, readError } from '#web/api/errors.ts'
import { knownZone, shownDate, shownMoment, shownTime } from '#web/ui/format/dates.ts'
import { Hint, Muted, Strong } from '#web/ui/layout/text.ts'
import { useLetterKeys } from '#web/ui/browser/use-letter-keys.ts'
import { showFailure, showSuccess } from '#web/ui/feedback/toast.ts'
import { unlessWriting } from '#web/ui/form/unless-writing.ts'
import { CommentCard } from './comment-card.tsx'
import { CommentForm } from './comment-form.tsx'
import { CommentedText } from './commented-text.tsx'
import { EarlierComments } from './earlier-comments.tsx'
import { refreshNote } from './refresh-note.ts'
import { unusualFacts } from './signed-facts.ts'
import { signerName } from '#web/ui/format/signer-name.ts'
import classes from './cosign-note.module.css'

type Props = {
  data: CosignNoteData
  timeZone: string
  /** The name of the user. */
  ownName: string
  /** False while viewing as the co-signer. */
  canChange: boolean
  onCosign: () => void
  /** Called if the author signed again, or the note no longer awaits a co-signature. */
  onRefused: (failure: Failure) => void
}

type Place = { section: string; sentence: number }

const finishFirst = 'Add or cancel your comment first.'

/** A signed version of a note, as its co-signer sees it: read-only, with comments beside their sentences. */
export function CosignNote({ data, timeZone, ownName, canChange, onCosign, onRefused }: Props) {
  const { item, version, sections, comments, signedAt } = data
  const { sessionId, client, author, status } = item
  const cache = useQueryClient()
  const noteElement = useRef<HTMLElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const [place, setPlace] = useState<Place | null>(null)
  const reasonId = useId()
  const facts = unusualFacts(data)
  const isWaiting = status === 'awaiting_cosign'
  const canComment = canChange && status !== 'signed'
  const numbered = comments
    .filter((comment) => comment.version === version)
    .map((comment, at) => ({ comment, number: at + 1 }))
  const newCount = numbered.filter(({ comment }) => comment.createdAt > signedAt).length
  const setComments = ({ items }: { items: CosignNoteData['comments'] }) => {
    showResult(cache, query.cosign.get.queryKey({ input: { sessionId } }), (old) => old && { ...old, comments: items })
    void cache.invalidateQueries({ queryKey: query.cosign.queue.key() })
  }
  const returning = useSingleMutation({
    mutationFn: () => api.cosign.return({ sessionId, version }),
    onSuccess: (queue) => {
      showResult(cache, query.cosign.queue.queryKey(), queue)
      void refreshNote(cache, sessionId)
      showSuccess(`Returned to ${author.name}.`)
    },
    onError: (error) => {
      const failure = readError(error, 'Not saved. Check your connection and try again.')
      if (failure.code === 'cosign_changed' || failure.code === 'cosign_not_waiting') onRefused(failure)
      else showFailure(failure.sentence)
    },
  })
  const cosign = unlessWriting(finishFirst, onCosign)
  const returnNote = unlessWriting(finishFirst, () => {
    if (newCount > 0) returning.mutate()
  })
  /** Opens a comment on the focused sentence, or on the first one if none has focus. */
  const comment = () => {
    const focused = document.activeElement?.closest<HTMLElement>('[data-sentence]') ?? null
    const sentence = focused ?? noteElement.current?.querySelector<HTMLElement>('[data-sentence]')
    sentence?.click()
  }
  useLetterKeys(
    {
      m: comment,
      ...(isWaiting && { r: returnNote, s: cosign }),
    },
    canComment,
  )
  const open = (at: Place | null) => {
    const sentence = noteElement.current?.querySelector<HTMLElement>('[data-sentence][aria-pressed="true"]')
    // The form is removed first, because the focus is lost when it is removed.
    flushSync(() => setPlace(at))
    if (at === null) returnFocus(sentence)
  }

  return (
    <Card padding={0} className={classes.note} component="article" ref={noteElement} aria-label="Note to co-sign">
      <header className={classes.head}>
        <div>
          <div className={classes.client}>
            <Title order={2} tabIndex={-1} ref={title}>
              {client.firstName} {client.lastName}
            </Title>
            {status === 'returned' && (
              <Badge color="ochre" leftSection={<IconArrowBackUp size={14} aria-hidden />}>
                Returned
              </Badge>
            )}
            {status === 'signed' && <Badge leftSection={<IconLock size={14} aria-hidden />}>Signed</Badge>}
          </div>
          <Muted size="sm" className="num">
            {factsOf(data)}
          </Muted>
          {facts !== null && <Muted size="sm">{facts}</Muted>}
        </div>
        {canComment && (
          <div className={classes.actions}>
            <Button variant="default" leftSection={<IconMessagePlus size={17} aria-hidden />} onClick={comment}>
              Add comment
            </Button>
            {isWaiting && (
              <div className={classes.decision} data-bottom-bar>
                {newCount === 0 && (
                  <Hint id={reasonId} className={classes.reason}>
                    Add a comment before returning
                  </Hint>
                )}
                <Button
                  variant="default"
                  leftSection={<IconArrowBackUp size={17} aria-hidden />}
                  aria-disabled={newCount === 0}
                  data-disabled={newCount === 0 || undefined}
                  aria-describedby={newCount === 0 ? reasonId : undefined}
                  loading={returning.isPending}
                  onClick={returnNote}
                >
                  {returnLabel(newCount)}
                </Button>
                <Button leftSection={<IconLock size={17} aria-hidden />} onClick={cosign}>
                  Co-sign
                </Button>
              </div>
            )}
          </div>
        )}
      </header>
      {status === 'returned' && (
        <div className={classes.notice}>
          <IconClock size={18} className={classes.noticeIcon} aria-hidden />
          <span>
            {item.returnedBy === ownName ? 'You' : item.returnedBy} returned this note to {author.name} on{' '}
            {shownMoment(item.since, timeZone)}. Waiting for a new version.
          </span>
        </div>
      )}
      {sections.map((section) => {
        const sectionComments = numbered.filter((one) => one.comment.section === section.title)
        const isChosen = place?.section === section.title
        const sentence = isChosen ? (splitSentences(section.content)[place.sentence] ?? '') : ''
        return (
          <section key={section.title} className={classes.section} aria-label={section.title}>
            <div className={classes.body}>
              <Title order={3} size="h2">
                {section.title}
              </Title>
              <CommentedText
                content={section.content}
                comments={sectionComments}
                selected={isChosen ? place.sentence : null}
                onSelect={
                  canComment
                    ? (at) => unlessWriting(finishFirst, () => open({ section: section.title, sentence: at }))()
                    : undefined
                }
              />
            </div>
            <div className={classes.margin}>
              {sectionComments.map((one) => (
                <CommentCard
                  key={one.comment.id}
                  {...one}
                  timeZone={timeZone}
                  {...(canComment && {
                    onReply: async (reply) =>
                      setComments(await api.cosign.reply({ sessionId, commentId: one.comment.id, ...reply })),
                  })}
                />
              ))}
              {isChosen && (
                <div key={`${place.section} ${place.sentence}`} className={classes.composer}>
                  <CommentForm
                    label={`Comment on “${sentence}”`}
                    submitLabel="Add comment"
                    onSubmit={async (entry) => {
                      setComments(await api.cosign.comment({ sessionId, version, ...place, ...entry }))
                      open(null)
                    }}
                    onClose={() => open(null)}
                  />
                </div>
              )}
            </div>
          </section>
        )
      })}
      <EarlierComments comments={comments.filter((one) => one.version !== version)} timeZone={timeZone} />
      <footer className={classes.foot}>
        <span>
          <Strong span inherit>
            {signerName(author)}
          </Strong>
          {` · Signed ${shownMoment(signedAt, data.timeZone)} ${zoneName(signedAt, data.timeZone)}`}
          {status === 'returned' && ' · Superseded by the return'}
        </span>
        <Muted span inherit>
          Only the author can edit.
        </Muted>
      </footer>
    </Card>
  )
}

function returnLabel(comments: number): string {
  if (comments === 0) return 'Return'
  return `Return with ${comments === 1 ? '1 comment' : `${comments} comments`}`
}

/** The facts of the note in one line, e.g. `11/18/2026, 11:00 AM – 11:50 AM · In person · SOAP · Version 1`. */
function factsOf({ item, version }: CosignNoteData): string {
  const { date, startTime, endTime, settingType, noteType } = item
  const setting = settingType === 'telehealth' ? 'Telehealth' : 'In person'
  return `${shownDate(date)}, ${shownTime(startTime)} – ${shownTime(endTime)} · ${setting} · ${noteType} · Version ${version}`
}

/** The short name of a time zone at a moment, e.g. `PST`. */
function zoneName(at: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: knownZone(timeZone), timeZoneName: 'short' })
  return parts.formatToParts(new Date(at)).find(({ type }) => type === 'timeZoneName')?.value ?? ''
}
