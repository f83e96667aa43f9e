import { useQuery } from '@tanstack/react-query'
import type { AdminUserDetails } from '#shared/contract/admin-users.ts'
import { query } from '#web/api/client.ts'
import { shownDay, shownMoment } from '#web/ui/format/dates.ts'
import { Detail, Details } from '#web/ui/layout/details.tsx'
import { roleNames } from '#web/ui/format/role-names.ts'
import { Muted } from '#web/ui/layout/text.ts'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import { EditButton } from '../details/edit-button.tsx'
import { type Editing, useEditing } from '../details/use-editing.ts'
import { DetailDialog } from '../details/detail-dialog.tsx'
import { DetailSection } from '../details/detail-section.tsx'
import { DetailState } from '../details/detail-state.tsx'
import { nameOf, shortId } from '../labels.ts'
import { UserForm } from './user-form.tsx'

type Props = { userId: string | undefined; timeZone: string; onClose: () => void }

/** The details of an account, with the form to edit them. */
export function UserDialog({ userId, timeZone, onClose }: Props) {
  return (
    <DetailDialog id={userId} title="User Details" onClose={onClose}>
      {(id) => <User key={id} userId={id} timeZone={timeZone} />}
    </DetailDialog>
  )
}

function User({ userId, timeZone }: { userId: string; timeZone: string }) {
  const editing = useEditing()
  const details = useQuery({ ...query.admin.getUser.queryOptions({ input: { userId } }), staleTime: 0 })
  return (
    <DetailState details={details} loadingLabel="Loading user" failure="Error loading user details: ">
      {(user) =>
        editing.isEditing ? (
          <UserForm user={user} onDone={editing.stop} />
        ) : (
          <UserView user={user} timeZone={timeZone} editing={editing} />
        )
      }
    </DetailState>
  )
}

type ViewProps = { user: AdminUserDetails; timeZone: string; editing: Editing }

function UserView({ user, timeZone, editing }: ViewProps) {
  return (
    <>
      <DetailSection title="Basic information">
        <Details>
          <Detail name="Name">{`${user.firstName} ${user.lastName}`.trim()}</Detail>
          <Detail name="Email">{user.email}</Detail>
          <Detail name="Phone">{user.phoneNumber}</Detail>
          <Detail name="License">{user.licenseType}</Detail>
          <Detail name="Clinic">{user.clinicName}</Detail>
          <Detail name="Account">{user.isActive ? 'Active' : 'Inactive'}</Detail>
        </Details>
      </DetailSection>
      <DetailSection title="Organization membership">
        {user.memberships.length === 0 ? (
          <Muted mt="xs">Not a member of any organization.</Muted>
        ) : (
          user.memberships.map(({ memberId, organization, role, supervisor, createdAt }) => (
            <Details key={memberId}>
              <Detail name="Organization">{organization.name}</Detail>
              <Detail name="Role">{roleNames[role]}</Detail>
              {role === 'therapist' && (
                <Detail name="Supervisor">{supervisor ? nameOf(supervisor) : 'No Supervisor'}</Detail>
              )}
              <Detail name="Member since">{shownDay(createdAt, timeZone)}</Detail>
            </Details>
          ))
        )}
      </DetailSection>
      <DetailSection title="System information">
        <Details>
          <Detail name="User ID">{shortId(user.id)}</Detail>
          <Detail name="Created">{shownDay(user.createdAt, timeZone)}</Detail>
          <Detail name="Updated">{shownDay(user.updatedAt, timeZone)}</Detail>
          <Detail name="Last seen">
            {user.lastSeenAt === null ? 'No current sign-in' : shownMoment(user.lastSeenAt, timeZone)}
          </Detail>
          <Detail name="Email address">{user.emailVerified ? 'Confirmed' : 'Not confirmed'}</Detail>
          <Detail name="Platform admin">{user.isPlatformAdmin ? 'Yes' : 'No'}</Detail>
        </Details>
      </DetailSection>
      <DialogButtons>
        <EditButton label="Edit User" editing={editing} />
      </DialogButtons>
    </>
  )
}
