import { useQuery } from '@tanstack/react-query'
import type { AdminClientDetails } from '#shared/contract/admin-clients.ts'
import { query } from '#web/api/client.ts'
import { shownDate, shownDay } from '#web/ui/format/dates.ts'
import { Detail, Details } from '#web/ui/layout/details.tsx'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import { ClientForm } from './client-form.tsx'
import { EditButton } from '../details/edit-button.tsx'
import { type Editing, useEditing } from '../details/use-editing.ts'
import { DetailDialog } from '../details/detail-dialog.tsx'
import { DetailSection } from '../details/detail-section.tsx'
import { DetailState } from '../details/detail-state.tsx'
import { JustifiedAccess } from '../access/justified-access.tsx'
import { clientStatusNames, nameOf, shortId } from '../labels.ts'
import { useJustificationExpired } from '../access/use-refusal.ts'

type Props = { clientId: string | undefined; timeZone: string; onClose: () => void }

/** A client's administrative details, shown once a reason was given, and the form to edit them. */
export function ClientDialog({ clientId, timeZone, onClose }: Props) {
  return (
    <DetailDialog id={clientId} title="Client Administrative Details" onClose={onClose}>
      {(id) => <JustifiedClient key={id} clientId={id} timeZone={timeZone} onClose={onClose} />}
    </DetailDialog>
  )
}

function JustifiedClient({ clientId, timeZone, onClose }: { clientId: string; timeZone: string; onClose: () => void }) {
  const editing = useEditing()
  return (
    <JustifiedAccess kind="client" id={clientId} holdsEdits={editing.isEditing} onCancel={onClose}>
      {(onRefused) => <Client clientId={clientId} timeZone={timeZone} editing={editing} onRefused={onRefused} />}
    </JustifiedAccess>
  )
}

type ClientProps = {
  clientId: string
  timeZone: string
  editing: Editing
  onRefused: () => void
}

function Client({ clientId, timeZone, editing, onRefused }: ClientProps) {
  const details = useQuery({
    ...query.admin.getClient.queryOptions({ input: { clientId } }),
    staleTime: 0,
    gcTime: 0,
  })
  useJustificationExpired(details.error, onRefused)
  return (
    <DetailState details={details} loadingLabel="Loading client" failure="Error loading client details: ">
      {(client) =>
        editing.isEditing ? (
          <ClientForm client={client} onRefused={onRefused} onDone={editing.stop} />
        ) : (
          <ClientView client={client} timeZone={timeZone} editing={editing} />
        )
      }
    </DetailState>
  )
}

type ViewProps = { client: AdminClientDetails; timeZone: string; editing: Editing }

function ClientView({ client, timeZone, editing }: ViewProps) {
  return (
    <>
      <DetailSection title="Basic information">
        <Details>
          <Detail name="Name">{nameOf(client)}</Detail>
          <Detail name="Email">{client.email}</Detail>
          <Detail name="Phone">{client.phone}</Detail>
          <Detail name="Status">{clientStatusNames[client.status]}</Detail>
          <Detail name="Therapist">
            {nameOf(client.therapist)} ({client.therapist.email})
          </Detail>
          <Detail name="Organization">{client.organization?.name ?? 'None'}</Detail>
        </Details>
      </DetailSection>
      <DetailSection title="Statistics">
        <Details>
          <Detail name="Sessions">{client.sessionCount}</Detail>
          <Detail name="Last session">
            {client.lastSessionDate === null ? 'None yet' : shownDate(client.lastSessionDate)}
          </Detail>
        </Details>
      </DetailSection>
      <DetailSection title="System information">
        <Details>
          <Detail name="Client ID">{shortId(client.id)}</Detail>
          <Detail name="Created">{shownDay(client.createdAt, timeZone)}</Detail>
          <Detail name="Updated">{shownDay(client.updatedAt, timeZone)}</Detail>
        </Details>
      </DetailSection>
      <DialogButtons>
        <EditButton label="Edit" editing={editing} />
      </DialogButtons>
    </>
  )
}
