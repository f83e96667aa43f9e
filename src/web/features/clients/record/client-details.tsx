import { Button, Group } from '@mantine/core'
import { IconClipboardText } from '@tabler/icons-react'
import { Suspense } from 'react'
import type { Client } from '#shared/contract/clients.ts'
import { shownTherapist } from '#shared/rules/therapist-name.ts'
import { useReadOnly } from '#web/identity/read-only.ts'
import { shownDate } from '#web/ui/format/dates.ts'
import { Detail, Details } from '#web/ui/layout/details.tsx'
import { useDialog } from '#web/ui/dialog/use-dialog.ts'
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx'
import { ClientFieldDetails } from '../client-fields.tsx'
import { useClientRelation } from '../client-relation.ts'

const IntakeQuestionnaire = lazyDialog(() => import('./intake-questionnaire.tsx'))

/** The names and values of a client's details. */
export function ClientDetails({ client }: { client: Client }) {
  const intake = useDialog()
  const isReadOnly = useReadOnly()
  const isOwn = useClientRelation(client) === 'own' && !isReadOnly
  return (
    <>
      <Details>
        <Detail name="Name">{`${client.firstName} ${client.lastName}`}</Detail>
        <Detail name="Pronouns">{client.pronouns}</Detail>
        <ClientFieldDetails client={client} />
        <Detail name="Therapist">{shownTherapist(client.therapistName)}</Detail>
        <Detail name="Last session">
          {client.lastSessionDate && <span className="num">{shownDate(client.lastSessionDate)}</span>}
        </Detail>
        <Detail name="Sessions">
          <span className="num">{client.sessionCount}</span>
        </Detail>
      </Details>
      <Group px="lg" pb="lg">
        <Button variant="default" leftSection={<IconClipboardText size={17} aria-hidden />} onClick={intake.open}>
          View Intake Questionnaire
        </Button>
      </Group>
      {intake.isMounted && (
        <Suspense>
          <IntakeQuestionnaire opened={intake.isOpen} canDocument={isOwn} onClose={intake.close} />
        </Suspense>
      )}
    </>
  )
}
