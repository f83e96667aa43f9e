import { Badge, Card, Title } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import type { CosignItem, CosignQueue } from '#shared/contract/cosign.ts'
import { Muted, Strong } from '#web/ui/layout/text.ts'
import { ItemSubject } from './item-subject.tsx'
import { daysSince, isLongWait, shownDays } from './waiting.ts'
import classes from './queue.module.css'

type Props = { queue: CosignQueue; openId: string | undefined; timeZone: string; others: ReactNode }

/** The notes of the co-signer by state, oldest first. */
export function QueueList({ queue, openId, timeZone, others }: Props) {
  const { toCosign, returned, cosigned } = queue
  const row = (item: CosignItem, state: ReactNode) => (
    <QueueRow key={item.sessionId} item={item} isOpen={item.sessionId === openId} state={state} />
  )
  return (
    <Card padding={0} className={classes.list} component="nav" aria-label="Notes to co-sign">
      <Group title="To co-sign" count={toCosign.length}>
        {toCosign.map((item) => row(item, <Waiting item={item} timeZone={timeZone} />))}
      </Group>
      {returned.length > 0 && (
        <Group title="Returned" count={returned.length}>
          {returned.map((item) =>
            row(
              item,
              <>
                <Badge
                  className={classes.phoneOnly}
                  color="ochre"
                  leftSection={<IconArrowBackUp size={14} aria-hidden />}
                >
                  Returned
                </Badge>
                <Muted span size="sm">
                  {item.commentCount === 1 ? '1 comment' : `${item.commentCount} comments`}
                </Muted>
              </>,
            ),
          )}
        </Group>
      )}
      {others}
      {cosigned.length > 0 && (
        <details className={classes.past}>
          <summary>
            <Strong span>Co-signed in the last 7 days</Strong>
            <span className="num">{cosigned.length}</span>
          </summary>
          <ul className={classes.rows}>
            {cosigned.map((item) =>
              row(
                item,
                <Muted span size="sm">
                  {shownDays(daysSince(item.since, timeZone))}
                </Muted>,
              ),
            )}
          </ul>
        </details>
      )}
    </Card>
  )
}

/** A titled part of the queue with its number of notes. */
export function Group({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className={classes.head}>
        <Title order={2} id={id} className={classes.title}>
          {title}
        </Title>
        <Muted span className="num">
          {count}
        </Muted>
      </div>
      {count === 0 ? <Muted className={classes.none}>No notes</Muted> : <ul className={classes.rows}>{children}</ul>}
    </section>
  )
}

/** How long a note has been waiting. */
export function Waiting({ item, timeZone }: { item: CosignItem; timeZone: string }) {
  const days = daysSince(item.since, timeZone)
  return (
    <span className={classes.waiting} data-long={isLongWait(days) || undefined}>
      {shownDays(days)}
    </span>
  )
}

function QueueRow({ item, isOpen, state }: { item: CosignItem; isOpen: boolean; state: ReactNode }) {
  return (
    <li>
      <Link
        to="/session-notes/co-sign"
        search={{ note: item.sessionId }}
        className={classes.row}
        aria-current={isOpen ? 'true' : undefined}
        data-queue-row
      >
        <ItemSubject item={item} />
        <span className={classes.state}>{state}</span>
      </Link>
    </li>
  )
}
