import { Card, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Note, Section } from '#shared/contract/notes.ts'
import { query } from '#web/api/client.ts'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { shownMoment } from '#web/ui/format/dates.ts'
import { FoldedSection } from '#web/ui/layout/folded-section.tsx'
import { Hint } from '#web/ui/layout/text.ts'
import { CommentCard } from './comment-card.tsx'
import type { Round } from './rounds.ts'
import classes from './returned-note.module.css'

type Titled = Pick<Section, 'title' | 'content'>

/** Renders the differences between sections of two texts. Sections without differences are not passed. */
export type RenderChanges = (before: readonly Titled[], after: readonly Titled[]) => ReactNode

type Props = {
  note: Pick<Note, 'sessionId' | 'version'>
  rounds: readonly Round[]
  timeZone: string
  renderChanges: RenderChanges
}

/** The comments of co-signers on earlier signatures, and what the author changed afterwards. Collapsed at first. */
export function EarlierRounds({ note, rounds, timeZone, renderChanges }: Props) {
  if (rounds.length === 0) return null
  return (
    <Card padding={0} className={classes.rounds}>
      <FoldedSection
        title={`Earlier comments of co-signers (${rounds.length === 1 ? '1 round' : `${rounds.length} rounds`})`}
      >
        {rounds.map((round) => (
          <OneRound key={round.number} note={note} round={round} timeZone={timeZone} renderChanges={renderChanges} />
        ))}
      </FoldedSection>
    </Card>
  )
}

function OneRound({ note, round, timeZone, renderChanges }: Omit<Props, 'rounds'> & { round: Round }) {
  const { number, signature, comments, next } = round
  const after = next?.version ?? note.version
  return (
    <section className={classes.round} aria-label={`Round ${number}`}>
      <Title order={3}>Round {number}</Title>
      <Hint className="num">{factsOf(round, timeZone)}</Hint>
      {comments.map((comment, at) => (
        <CommentCard key={comment.id} comment={comment} number={at + 1} timeZone={timeZone} isQuoted />
      ))}
      <Changes sessionId={note.sessionId} before={signature.version} after={after} renderChanges={renderChanges} />
    </section>
  )
}

/** Describes a round, e.g. `Signed 11/18/2026, 5:20 PM as version 1 · Returned by Ruth Halden 11/20/2026, 9:40 AM`. */
function factsOf({ signature, comments }: Round, timeZone: string): string {
  const { signedAt, version, superseded } = signature
  const signed = `Signed ${shownMoment(signedAt, timeZone)} as version ${version}`
  if (superseded?.kind !== 'returned') return signed
  const by = superseded.by || comments.at(-1)?.authorName
  return `${signed} · Returned by ${by} ${shownMoment(superseded.at, timeZone)}`
}

type ChangesProps = { sessionId: string; before: number; after: number; renderChanges: RenderChanges }

function Changes({ sessionId, before, after, renderChanges }: ChangesProps) {
  const of = (version: number) => query.notes.version.queryOptions({ input: { sessionId, version } })
  const versions = [useQuery(of(before)), useQuery(of(after))]
  const failed = versions.find(({ isError }) => isError)
  if (failed)
    return <LoadFailure error={failed.error} fallback="Failed to load notes" onRetry={() => void failed.refetch()} />
  const [old, changed] = versions.map(({ data }) => data?.sections)
  if (!old || !changed) return <Placeholder kind="line" count={2} />
  const titles = [...new Set([...old, ...changed].map(({ title }) => title))].filter(
    (title) => contentOf(old, title) !== contentOf(changed, title),
  )
  if (titles.length === 0) return <Hint>The text was not changed after this round.</Hint>
  const sectionsWithTitles = (sections: readonly Titled[]) =>
    titles.map((title) => ({ title, content: contentOf(sections, title) }))
  return (
    <>
      <Hint>What changed up to version {after}. “+” is new; “−” was removed.</Hint>
      {renderChanges(sectionsWithTitles(old), sectionsWithTitles(changed))}
    </>
  )
}

function contentOf(sections: readonly Titled[], title: string): string {
  return sections.find((section) => section.title === title)?.content ?? ''
}
