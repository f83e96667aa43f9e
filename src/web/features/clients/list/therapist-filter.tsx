import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { accountQuery } from '#web/identity/account.ts'
import { query } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'

const everybody = { value: 'everybody', label: 'All therapists' }

type Props = {
  className?: string | undefined
  therapistId: string | undefined
  onChange: (therapistId: string | undefined) => void
}

/** Filters the list by therapist, for users who see more than their own clients. */
export function TherapistFilter({ className, therapistId, onChange }: Props) {
  const { data: account } = useQuery(accountQuery)
  const seesOthers = account?.organization != null && account.organization.role !== 'therapist'
  const therapists = useQuery({ ...query.clients.therapists.queryOptions(), enabled: seesOthers })
  if (!seesOthers) return null
  const people = (therapists.data?.items ?? []).map(({ id, firstName, lastName, isMember }) => {
    const remark = id === account.id ? ' (you)' : isMember ? '' : ' (former member)'
    return { value: id, label: `${firstName} ${lastName}${remark}` }
  })
  return (
    <Select
      className={className}
      aria-label="Therapist"
      searchable
      allowDeselect={false}
      nothingFoundMessage="No therapist with this name has clients here."
      data={[everybody, ...people]}
      error={therapists.isError && readError(therapists.error, 'Failed to load therapists').sentence}
      // An id from an old URL that is not among the options shows as no selection.
      value={therapistId ?? everybody.value}
      onChange={(value) => onChange(value === null || value === everybody.value ? undefined : value)}
    />
  )
}
