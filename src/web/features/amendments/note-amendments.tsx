import { Card, Title } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { NotePage } from '#shared/contract/notes.ts'
import { query } from '#web/api/client.ts'
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx'
import { useDialog } from '#web/ui/dialog/use-dialog.ts'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { shownDate } from '#web/ui/format/dates.ts'
import classes from './amendments.module.css'
import { RequestList } from './request-list.tsx'

const LogRequest = lazyDialog(() => import('./log-request.tsx'))

/** Amendment requests of a note: the menu action that logs one, and their card. */
export function useNoteAmendments({ note, session }: Pick<NotePage, 'note' | 'session'>, timeZone: string) {
  const log = useDialog()
  const requests = useQuery({
    ...query.amendments.ofNote.queryOptions({ input: { sessionId: session.id } }),
    enabled: note.version > 0,
  })
  const { data } = requests
  const isPrinted = data?.items.some(({ steps }) => steps.some(({ kind }) => kind === 'statement'))
  const label = `Note of ${shownDate(session.date)}`
  return {
    actions: data?.canAnswer ? [{ label: 'Log an amendment request', Icon: IconFileText, onClick: log.open }] : [],
    card: (
      <>
        {(requests.isError || (data !== undefined && data.items.length > 0)) && (
          <Card
            component="section"
            aria-labelledby="amendments"
            padding={0}
            className={classes.card}
            data-printed={isPrinted || undefined}
          >
            <div className={classes.cardHead}>
              <Title order={2} id="amendments">
                Amendment requests
              </Title>
            </div>
            {requests.isError && (
              <LoadFailure
                error={requests.error}
                fallback="Failed to load amendment requests"
                onRetry={() => void requests.refetch()}
              />
            )}
            {data && <RequestList requests={data} timeZone={timeZone} hasNoteLinks={false} />}
          </Card>
        )}
        <Suspense>
          {log.isMounted && (
            <LogRequest
              opened={log.isOpen}
              notes={[{ sessionId: session.id, label }]}
              timeZone={timeZone}
              onClose={log.close}
            />
          )}
        </Suspense>
      </>
    ),
  }
}
