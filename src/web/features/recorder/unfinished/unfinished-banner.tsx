import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { justLoadedMs } from '#web/api/just-loaded.ts'
import { Banner } from '#web/ui/layout/banner.tsx'
import { ButtonLink } from '#web/ui/layout/links.tsx'
import { formatTimer } from '../timer.ts'
import { type Unfinished, unfinishedQuery } from './unfinished.ts'

/** A banner on all pages except the recording page, with a link to the unfinished session. */
export function UnfinishedBanner({ userId }: { userId: string }) {
  const { data } = useQuery({ ...unfinishedQuery(userId), staleTime: justLoadedMs })
  if (!data) return null
  const shown = data.unfinished.filter(({ status }) => status !== 'other tab')
  return (
    <>
      {shown.map((unfinished) => (
        <UnfinishedLine key={unfinished.recording.sessionId} unfinished={unfinished} />
      ))}
      {data.leftovers.map(({ sessionId, clientId }) => (
        <Banner key={sessionId}>
          <Text component="output">This browser still has audio of a session that has ended.</Text>
          <ButtonLink size="xs" variant="default" to="/session/$clientId" params={{ clientId }}>
            View audio
          </ButtonLink>
        </Banner>
      ))}
    </>
  )
}

function UnfinishedLine({ unfinished: { recording, status } }: { unfinished: Unfinished }) {
  const { client, clientId, savedMs } = recording
  const name = `${client.firstName} ${client.lastName}`
  const isElsewhere = status === 'other device'
  return (
    <Banner>
      <Text component="output" className="num">
        {isElsewhere
          ? `The session with ${name} is being recorded on another device.`
          : `The session with ${name} was not finished. Saved through ${formatTimer(savedMs)}.`}
      </Text>
      {!isElsewhere && (
        <ButtonLink size="xs" variant="default" to="/session/$clientId" params={{ clientId }}>
          Finish the session
        </ButtonLink>
      )}
    </Banner>
  )
}
