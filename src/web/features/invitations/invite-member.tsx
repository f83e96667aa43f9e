import '@mantine/core/styles/Checkbox.layer.css'
import { Button, Checkbox, Input, ScrollArea, Select, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { SentInvitation } from '#shared/contract/invitations.ts'
import type { Member } from '#shared/contract/members.ts'
import type { InvitedRole } from '#shared/rules/roles.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { isEmail } from '#web/ui/form/email.ts'
import { FormError } from '#web/ui/form/form-error.tsx'
import { focusFirstError, useSubmission } from '#web/ui/form/form.ts'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { NeedsConfirmedEmail } from '#web/ui/form/needs-confirmed-email.tsx'
import { UnsavedInput } from '#web/identity/unsaved-input.tsx'
import { Hint } from '#web/ui/layout/text.ts'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import classes from './invitations.module.css'
import { SentView } from './sent-view.tsx'
import { maxEmailLength } from '#shared/contract/limits.ts'

/** A therapist who can be assigned to a supervisor. */
export type Assignable = Pick<Member, 'userId' | 'firstName' | 'lastName' | 'email'>

export type NewInvitation = { email: string; role: InvitedRole; therapistIds: string[] }

type Props = {
  opened: boolean
  /** The roles that the user may grant by invitation (`rolesToInvite`). */
  roles: readonly InvitedRole[]
  /** The organization's therapists, loaded if the chosen role is supervisor. */
  therapists: {
    data: readonly Assignable[] | undefined
    isError: boolean
    error: unknown
    refetch: () => Promise<unknown>
  }
  send: (invitation: NewInvitation) => Promise<SentInvitation>
  onClose: () => void
}

const labels: Readonly<Record<InvitedRole, string>> = {
  therapist: 'Therapist',
  supervisor: 'Supervisor',
  admin: 'Administrator',
}

const blank: NewInvitation = { email: '', role: 'therapist', therapistIds: [] }

/** The dialog 'Add New Team Member'. Typed text remains until it is sent. */
export default function InviteMember({ opened, roles, therapists, send, onClose }: Props) {
  const [sent, setSent] = useState<SentInvitation | null>(null)
  const form = useForm<NewInvitation>({
    initialValues: blank,
    validate: {
      email: (email) =>
        email.trim() === '' ? 'Email is required.' : isEmail(email) ? null : 'Enter a valid email address.',
    },
  })
  const { submit, failure, clearFailure, isSending } = useSubmission<NewInvitation>(async (invitation) => {
    setSent(await send({ ...invitation, email: invitation.email.trim() }))
  }, 'Failed to send invitation')
  const role = form.getInputProps('role')
  return (
    <Dialog
      // In the admin panel, the dialog opens on top of another dialog.
      stackId="invite"
      opened={opened}
      onClose={onClose}
      title="Add New Team Member"
      onExitTransitionEnd={() => {
        clearFailure()
        if (sent === null) return
        setSent(null)
        form.reset()
      }}
    >
      {sent ? (
        <SentView sent={sent} onClose={onClose} />
      ) : (
        <NeedsConfirmedEmail reason="Invitations need a confirmed address.">
          <form noValidate onSubmit={form.onSubmit(submit, focusFirstError(form))}>
            <Stack gap="md">
              <UnsavedInput isDirty={form.isDirty()} />
              <FormError message={failure} />
              <TextInput
                label="Email address"
                type="email"
                required
                data-autofocus
                autoComplete="off"
                maxLength={maxEmailLength}
                {...form.getInputProps('email')}
              />
              <Select
                label="Role"
                data={roles.map((value) => ({ value, label: labels[value] }))}
                allowDeselect={false}
                {...role}
                onChange={(value) => {
                  role.onChange(value)
                  form.setFieldValue('therapistIds', [])
                }}
              />
              {form.values.role === 'supervisor' && (
                <AssignTherapists
                  therapists={therapists}
                  chosen={form.values.therapistIds}
                  onChange={(therapistIds) => form.setFieldValue('therapistIds', therapistIds)}
                />
              )}
              <DialogButtons>
                <Button variant="default" onClick={onClose}>
                  Cancel
                </Button>
                <Button type="submit" disabled={isSending}>
                  {isSending ? 'Sending...' : 'Send Invitation'}
                </Button>
              </DialogButtons>
            </Stack>
          </form>
        </NeedsConfirmedEmail>
      )}
    </Dialog>
  )
}

type AssignProps = { therapists: Props['therapists']; chosen: string[]; onChange: (chosen: string[]) => void }

function AssignTherapists({ therapists, chosen, onChange }: AssignProps) {
  const { data, isError, error, refetch } = therapists
  if (isError) {
    return <LoadFailure error={error} fallback="Failed to load data" onRetry={() => void refetch()} />
  }
  if (data === undefined) {
    return (
      <Loading label="Loading therapists">
        <Placeholder kind="box" />
      </Loading>
    )
  }
  if (data.length === 0) {
    return (
      <div>
        <Input.Label component="div">Assign Therapists</Input.Label>
        <Hint>No therapists available to assign. You can assign therapists to this supervisor later.</Hint>
      </div>
    )
  }
  return (
    <Checkbox.Group label="Assign Therapists" value={chosen} onChange={onChange}>
      <ScrollArea.Autosize mah={200} className={classes.therapists} viewportProps={{ tabIndex: -1 }}>
        <Stack gap="sm" p="sm">
          {data.map(({ userId, firstName, lastName, email }) => (
            <Checkbox key={userId} value={userId} label={`${firstName} ${lastName}`} description={email} />
          ))}
        </Stack>
      </ScrollArea.Autosize>
    </Checkbox.Group>
  )
}
