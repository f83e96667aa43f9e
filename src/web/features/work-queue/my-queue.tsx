import { Button } from '@mantine/core'
import { IconPlayerTrackNext } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ReviewFigures } from '#shared/contract/review.ts'
import type { QueuePart, WorkQueue } from '#shared/contract/work-queue.ts'
import { useLetterKeys } from '#web/ui/browser/use-letter-keys.ts'
import { DueBadge } from '#web/ui/feedback/due-badge.tsx'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { shownDate, todayIn } from '#web/ui/format/dates.ts'
import { namedFigures } from '#web/ui/format/figures.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { PanelBody } from '#web/ui/layout/panel-parts.ts'
import { Hint, Muted, StrongLine } from '#web/ui/layout/text.ts'
import { ageText, oldestPart, partText, parts } from './queue-text.ts'
import { workQueueQuery } from './work-queue-query.ts'
import classes from './my-queue.module.css'

/**
 * The notes that the user has to finish, the amendment requests to answer, and the number of unfinished notes of
 * supervised therapists or of the organization.
 */
export function MyQueue({ timeZone, now }: { timeZone: string; now: Date }) {
  const queue = useQuery(workQueueQuery)
  const navigate = useNavigate()
  const oldest = queue.data && oldestPart(queue.data)
  const start = () => {
    if (!oldest?.sessionId) return
    void (oldest.isCosign
      ? navigate({ to: '/session-notes/co-sign', search: { note: oldest.sessionId } })
      : navigate({ to: '/notes/$sessionId', params: { sessionId: oldest.sessionId } }))
  }
  useLetterKeys({ q: start }, oldest !== undefined)
  return (
    <Panel
      title="My queue"
      aside={
        oldest && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlayerTrackNext size={15} aria-hidden />}
            aria-keyshortcuts="Q"
            onClick={start}
          >
            Start with the oldest
          </Button>
        )
      }
      query={queue}
      failure="Failed to load your queue"
      loadingLabel="Loading your queue"
      skeleton={<Placeholder kind="box" isInset />}
    >
      {(data) => (
        <PanelBody gap="sm">
          {oldest || data.amendments.length > 0 ? (
            <ul className={classes.parts}>
              {data.amendments.map(({ id, sessionId, dueOn }) => (
                <li key={id}>
                  <Link to="/notes/$sessionId" params={{ sessionId }} className={classes.part}>
                    <StrongLine>Amendment request, due {shownDate(dueOn)}</StrongLine>
                    <DueBadge dueOn={dueOn} today={todayIn(timeZone, now)} />
                  </Link>
                </li>
              ))}
              {parts.map(({ key, label }) => {
                const part = data[key]
                return part.count === 0 ? null : (
                  <li key={key}>
                    <PartLink part={part} isCosign={key === 'toCosign'}>
                      <StrongLine className="num">{partText(part.count, label)}</StrongLine>
                      {part.oldestAt !== null && <Hint span>{ageText(part.oldestAt, timeZone, now)}</Hint>}
                    </PartLink>
                  </li>
                )
              })}
            </ul>
          ) : (
            <Muted>Nothing to finish. Notes to review, sign or co-sign and amendment requests will appear here.</Muted>
          )}
          {data.figures && (
            <Figures title="Your notes of the last 90 days" hint="Medians. Only you see them." figures={data.figures} />
          )}
          <Others queue={data} />
          {data.organization?.figures && (
            <Figures
              title="All therapists, the 90 days before this week"
              hint="Averages without the lowest and the highest. Shown if at least 5 people signed notes."
              figures={data.organization.figures}
            />
          )}
        </PanelBody>
      )}
    </Panel>
  )
}

function PartLink({ part, isCosign, children }: { part: QueuePart; isCosign: boolean; children: ReactNode }) {
  const sessionId = part.oldestSessionId ?? ''
  return isCosign ? (
    <Link to="/session-notes/co-sign" search={{ note: sessionId }} className={classes.part}>
      {children}
    </Link>
  ) : (
    <Link to="/notes/$sessionId" params={{ sessionId }} className={classes.part}>
      {children}
    </Link>
  )
}

/**
 * The number of unfinished notes per supervised therapist or of all members, without client names. Plain HTML, because
 * Mantine's table also loads its scroll area.
 */
function Others({ queue: { associates: supervisedTherapists, organization } }: { queue: WorkQueue }) {
  const all = organization === null ? supervisedTherapists : [{ name: 'All therapists', ...organization }]
  const label = organization === null ? 'Unfinished notes of your associates' : 'Unfinished notes of the organization'
  const rows = all.filter((row) => row.toReview + row.toSign + row.returned + row.awaitingCosign + row.amendments > 0)
  return (
    <>
      {rows.length > 0 && (
        <div className={classes.scroll}>
          <table className={classes.others} aria-label={label}>
            <thead>
              <tr>
                <th>{organization === null ? 'Associate' : 'Organization'}</th>
                <th>To review</th>
                <th>To sign</th>
                <th>Returned</th>
                <th>Co-sign</th>
                <th>Amend</th>
              </tr>
            </thead>
            <tbody className="num">
              {rows.map((row, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- names may be equal or empty
                <tr key={at}>
                  <td>{row.name}</td>
                  <td>{row.toReview}</td>
                  <td>{row.toSign}</td>
                  <td>{row.returned}</td>
                  <td>{row.awaitingCosign}</td>
                  <td>{row.amendments}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}

/** Figures of the work on notes. Hidden if none was measured. */
function Figures({ title, hint, figures }: { title: string; hint: string; figures: ReviewFigures }) {
  const named = namedFigures(figures)
  if (named.length === 0) return null
  return (
    <section aria-label={title}>
      <StrongLine>{title}</StrongLine>
      <dl className={classes.figures}>
        {named.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      <Hint>{hint}</Hint>
    </section>
  )
}
