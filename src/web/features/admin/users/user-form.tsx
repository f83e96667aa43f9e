import { Alert, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OrganizationRole } from '#shared/contract/accounts.ts'
import type { AdminUserDetails } from '#shared/contract/admin-users.ts'
import { licenseTypes } from '#shared/rules/license-types.ts'
import { api, query } from '#web/api/client.ts'
import { showResult } from '#web/api/show-result.ts'
import { FormButtons } from '#web/ui/form/form-buttons.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { focusFirstError, focusFirstField } from '#web/ui/form/form.ts'
import { nameChecks } from '#web/ui/form/name-checks.ts'
import { NameFields } from '#web/ui/form/name-fields.tsx'
import { QuestionDialog } from '#web/ui/dialog/question-dialog.tsx'
import { nameList } from '#web/ui/format/name-list.ts'
import { roleQuestion, type RoleQuestion } from '#web/ui/format/role-change.ts'
import { roleNames } from '#web/ui/format/role-names.ts'
import { changedFields, hasChanged, showSaved } from '#web/ui/form/changed-fields.ts'
import { choicesOf, nameOf, oneOf } from '../labels.ts'
import { UnsavedGuard } from '#web/ui/dialog/unsaved-guard.tsx'
import { useSave } from '../details/use-save.ts'

const accountNames = { active: 'Active', inactive: 'Inactive' }

/** The form to edit an account; only changed fields are saved, and roles last. */
export function UserForm({ user, onDone }: { user: AdminUserDetails; onDone: () => void }) {
  const cache = useQueryClient()
  const owned = user.memberships.filter(({ role }) => role === 'owner').map(({ organization }) => organization.name)
  // Later changes are compared with the values that the form was opened with or has saved, also if the user was loaded
  // again since.
  const [formerRoles, setFormerRoles] = useState(() => rolesOf(user))
  const [roles, setRoles] = useState(formerRoles)
  const [isAsking, setAsking] = useState(false)
  const form = useForm({
    initialValues: fieldsOf(user),
    validate: nameChecks,
  })
  const { save, failure, isSaving } = useSave(
    async (values: Fields, onStep) => {
      const before = form.getInitialValues()
      if (hasChanged(before, values)) {
        const { account, ...changes } = changedFields(before, values)
        const isActive = account === undefined ? {} : { isActive: account === 'active' }
        const saved = await api.admin.updateUser({ userId: user.id, ...changes, ...isActive })
        showResult(cache, query.admin.getUser.queryKey({ input: { userId: user.id } }), saved)
        showSaved(form, values, fieldsOf(saved))
      }
      onStep('Error updating member role: ')
      for (const { memberId } of user.memberships) {
        const role = roles[memberId]
        if (role === undefined || role === formerRoles[memberId]) continue
        await api.admin.changeMemberRole({ memberId, role })
        setFormerRoles((old) => ({ ...old, [memberId]: role }))
      }
    },
    'Error saving user details: ',
    onDone,
  )
  const questions = roleQuestions(user, changedFields(formerRoles, roles))
  const submit = (values: Fields) => {
    if (questions.length > 0) setAsking(true)
    else save(values)
  }
  return (
    <form ref={focusFirstField} noValidate onSubmit={form.onSubmit(submit, focusFirstError(form))}>
      <Stack gap="md">
        <FormError message={failure?.text ?? null} />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NameFields firstName={form.getInputProps('firstName')} lastName={form.getInputProps('lastName')} />
          <Select label="License" data={licenseTypes} allowDeselect={false} {...form.getInputProps('licenseType')} />
          <TextInput label="Clinic Name" autoComplete="off" maxLength={200} {...form.getInputProps('clinicName')} />
          <TextInput
            label="Phone"
            type="tel"
            autoComplete="off"
            maxLength={40}
            {...form.getInputProps('phoneNumber')}
          />
          <Select
            label="Account"
            description="Deactivating signs the user out and blocks sign-in."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data={choicesOf(accountNames)}
            allowDeselect={false}
            {...form.getInputProps('account')}
          />
          {user.memberships.map(({ memberId, organization }) => (
            <Select
              key={memberId}
              label={`Role in ${organization.name}`}
              data={choicesOf(roleNames)}
              allowDeselect={false}
              value={roles[memberId] ?? null}
              onChange={(chosen) => {
                const role = oneOf(roleNames, chosen)
                if (role) setRoles((old) => ({ ...old, [memberId]: role }))
              }}
            />
          ))}
        </SimpleGrid>
        {user.isActive && form.values.account === 'inactive' && owned.length > 0 && (
          <Alert role="alert" color="ochre" icon={<IconAlertTriangle aria-hidden />}>
            {`${user.firstName} ${user.lastName} is an owner of ${nameList(owned)}. An inactive owner cannot sign in. Make sure that another member is an owner too.`}
          </Alert>
        )}
        <FormButtons submit="Save Changes" isSending={isSaving} onCancel={onDone} />
      </Stack>
      <QuestionDialog
        stackId="role"
        title={questions.length > 1 ? `Change the roles of ${nameOf(user)}?` : (questions[0]?.title ?? '')}
        text={isAsking ? questions.map(({ consequence }) => consequence).join(' ') : null}
        confirmLabel="Change Role"
        onConfirm={() => {
          setAsking(false)
          save(form.values)
        }}
        onCancel={() => setAsking(false)}
      />
      <UnsavedGuard
        isDirty={hasChanged(form.getInitialValues(), form.values) || hasChanged(formerRoles, roles)}
        what="this user"
        hasSearch
        onDiscard={onDone}
      />
    </form>
  )
}

type Fields = ReturnType<typeof fieldsOf>

function fieldsOf(user: AdminUserDetails) {
  const { firstName, lastName, licenseType, clinicName, phoneNumber, isActive } = user
  return { firstName, lastName, licenseType, clinicName, phoneNumber, account: isActive ? 'active' : 'inactive' }
}

function rolesOf({ memberships }: AdminUserDetails): Record<string, OrganizationRole> {
  return Object.fromEntries(memberships.map(({ memberId, role }) => [memberId, role]))
}

/** A question for each organization in which the change of the user's role has an effect beyond the role. */
function roleQuestions(user: AdminUserDetails, roles: Partial<Record<string, OrganizationRole>>): RoleQuestion[] {
  return user.memberships.flatMap(({ memberId, organization, role: from, supervisedCount: supervised }) => {
    const to = roles[memberId] ?? from
    if (to === from) return []
    const question = roleQuestion({ name: nameOf(user), from, to, supervised, isOwn: false })
    return question ? [{ ...question, consequence: `${organization.name}: ${question.consequence}` }] : []
  })
}
