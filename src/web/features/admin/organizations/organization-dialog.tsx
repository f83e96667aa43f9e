import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { AdminOrganizationDetails } from '#shared/contract/admin-organizations.ts'
import { query } from '#web/api/client.ts'
import { shownDay } from '#web/ui/format/dates.ts'
import { Detail, Details } from '#web/ui/layout/details.tsx'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import { EditButton } from '../details/edit-button.tsx'
import { type Editing, useEditing } from '../details/use-editing.ts'
import { DetailDialog } from '../details/detail-dialog.tsx'
import { DetailSection } from '../details/detail-section.tsx'
import { DetailState } from '../details/detail-state.tsx'
import { nameOf, planNames, shortId, subscriptionNames } from '../labels.ts'
import { MemberList } from './member-list.tsx'
import { OrganizationForm } from './organization-form.tsx'
import { SupervisorList } from './supervisor-list.tsx'

export type InviteProps = { organization: AdminOrganizationDetails; opened: boolean; onClose: () => void }

type Props = {
  organizationId: string | undefined
  timeZone: string
  /** Renders the invite dialog, which opens on top of this dialog. Its `stackId` must be `invite`. */
  renderInvite: (props: InviteProps) => ReactNode
  onClose: () => void
}

/** The details and members of an organization, with forms to edit them. */
export function OrganizationDialog({ organizationId, timeZone, renderInvite, onClose }: Props) {
  return (
    <DetailDialog id={organizationId} title="Organization Details" onClose={onClose}>
      {(id) => <Organization key={id} organizationId={id} timeZone={timeZone} renderInvite={renderInvite} />}
    </DetailDialog>
  )
}

type OrganizationProps = Pick<Props, 'timeZone' | 'renderInvite'> & { organizationId: string }

function Organization({ organizationId, timeZone, renderInvite }: OrganizationProps) {
  const editing = useEditing()
  const details = useQuery({
    ...query.admin.getOrganization.queryOptions({ input: { organizationId } }),
    staleTime: 0,
  })
  return (
    <DetailState details={details} loadingLabel="Loading organization" failure="Error loading organization details: ">
      {(organization) =>
        editing.isEditing ? (
          <OrganizationForm organization={organization} onDone={editing.stop} />
        ) : (
          <OrganizationView
            organization={organization}
            timeZone={timeZone}
            renderInvite={renderInvite}
            editing={editing}
          />
        )
      }
    </DetailState>
  )
}

type ViewProps = Pick<Props, 'timeZone' | 'renderInvite'> & {
  organization: AdminOrganizationDetails
  editing: Editing
}

function OrganizationView({ organization, timeZone, renderInvite, editing }: ViewProps) {
  const { id, name, owner, statistics, createdAt, updatedAt } = organization
  const [isInviting, setInviting] = useState(false)
  return (
    <>
      <DetailSection title="Basic information">
        <Details>
          <Detail name="Name">{name}</Detail>
          <Detail name="Owner">
            {nameOf(owner)} ({owner.email})
          </Detail>
          <Detail name="Plan">{planNames[organization.subscriptionPlan]}</Detail>
          <Detail name="Status">{subscriptionNames[organization.subscriptionStatus]}</Detail>
        </Details>
      </DetailSection>
      <DetailSection title="Statistics">
        <Details>
          <Detail name="Members">{statistics.members}</Detail>
          <Detail name="Owners">{statistics.owners}</Detail>
          <Detail name="Admins">{statistics.admins}</Detail>
          <Detail name="Supervisors">{statistics.supervisors}</Detail>
          <Detail name="Therapists">{statistics.therapists}</Detail>
          <Detail name="Clients">{statistics.clients}</Detail>
          <Detail name="Sessions">{statistics.sessions}</Detail>
          <Detail name="Pending invitations">{statistics.pendingInvitations}</Detail>
        </Details>
      </DetailSection>
      <DetailSection title="Members">
        <MemberList organization={organization} timeZone={timeZone} />
        <Button
          variant="default"
          mt="md"
          leftSection={<IconUserPlus size={17} aria-hidden />}
          onClick={() => setInviting(true)}
        >
          Invite Member
        </Button>
      </DetailSection>
      <DetailSection title="Supervisor Assignments">
        <SupervisorList organization={organization} />
      </DetailSection>
      <DetailSection title="System information">
        <Details>
          <Detail name="Organization ID">{shortId(id)}</Detail>
          <Detail name="Created">{shownDay(createdAt, timeZone)}</Detail>
          <Detail name="Updated">{shownDay(updatedAt, timeZone)}</Detail>
        </Details>
      </DetailSection>
      <DialogButtons>
        <EditButton label="Edit Organization" editing={editing} />
      </DialogButtons>
      {renderInvite({ organization, opened: isInviting, onClose: () => setInviting(false) })}
    </>
  )
}
