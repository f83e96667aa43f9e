import { Alert, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { query } from '#web/api/client.ts'
import { accountQuery } from '#web/identity/account.ts'
import { AnchorLink } from '#web/ui/layout/links.tsx'

/** Shown before a recording if no speech engine is installed. */
export function SpeechNotice() {
  const status = useQuery({ ...query.transcripts.speechStatus.queryOptions(), staleTime: 60_000 })
  const { data: account } = useQuery(accountQuery)
  if (status.data?.state !== 'unavailable') return null
  return (
    <Alert color="ochre" title="No speech engine is installed">
      <Text size="sm">
        Recordings are saved and will be transcribed when one is installed.{' '}
        {account?.canManageEngines ? (
          <AnchorLink to="/settings" search={{ tab: 'engines' }} inherit>
            Install one under Engines
          </AnchorLink>
        ) : (
          <AnchorLink to="/help" hash="no-speech-engine" inherit>
            How to install one
          </AnchorLink>
        )}
      </Text>
    </Alert>
  )
}
