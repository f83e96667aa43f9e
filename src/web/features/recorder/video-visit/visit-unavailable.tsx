import { Card, Stack, Title } from '@mantine/core'
import type { Client } from '#shared/contract/clients.ts'
import { ButtonLink } from '#web/ui/layout/links.tsx'
import { Muted } from '#web/ui/layout/text.ts'
import { Page } from '#web/ui/layout/page.tsx'
import { Actions } from '#web/ui/layout/panel-parts.ts'

type Props = { client: Pick<Client, 'id' | 'firstName' | 'lastName'>; appointmentId: string | undefined }

/** Shown in browsers that cannot share the sound of a tab, with the alternatives. */
export function VisitUnavailable({ client, appointmentId }: Props) {
  const params = { clientId: client.id }
  const search = appointmentId === undefined ? {} : { appointment: appointmentId }
  return (
    <Page width="column" title="Record a video visit" lead={`Client: ${client.firstName} ${client.lastName}`}>
      <Card>
        <Stack gap="xs">
          <Title order={2}>This browser cannot share a tab’s sound</Title>
          <Muted>
            Use Chrome or Edge on a computer, record your microphone only, or upload your video service’s recording
            after the visit.
          </Muted>
        </Stack>
        <Actions gap="sm">
          <ButtonLink to="/session/$clientId" params={params} search={search}>
            Record my microphone only
          </ButtonLink>
          <ButtonLink variant="default" to="/upload-session/$clientId" params={params} search={search}>
            Upload Session
          </ButtonLink>
        </Actions>
      </Card>
    </Page>
  )
}
