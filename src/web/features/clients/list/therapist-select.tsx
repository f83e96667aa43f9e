import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { query } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { allTherapists } from './all-therapists.ts'

export type TherapistFilterProps = {
  className?: string | undefined
  therapistId: string | undefined
  onChange: (therapistId: string | undefined) => void
}

type Props = TherapistFilterProps & {
  userId: string
  /** True if the first field, which this select replaced, had the focus. */
  takesFocus: boolean
}

/** A select of the therapists who have clients in the organization. */
export default function TherapistSelect({ className, userId, therapistId, takesFocus, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // The user may have focused something else meanwhile.
    if (takesFocus && document.activeElement === document.body) input.current?.focus()
  }, [takesFocus])
  const therapists = useQuery(query.clients.therapists.queryOptions())
  const people = (therapists.data?.items ?? []).map(({ id, firstName, lastName, isMember }) => {
    const remark = id === userId ? ' (you)' : isMember ? '' : ' (former member)'
    return { value: id, label: `${firstName} ${lastName}${remark}` }
  })
  return (
    <Select
      ref={input}
      className={className}
      aria-label="Therapist"
      searchable
      allowDeselect={false}
      nothingFoundMessage="No therapist with this name has clients here."
      data={[allTherapists, ...people]}
      error={therapists.isError && readError(therapists.error, 'Failed to load therapists').sentence}
      // An id from an old URL that is not among the options is shown as no selection.
      value={therapistId ?? allTherapists.value}
      onChange={(value) => onChange(value === null || value === allTherapists.value ? undefined : value)}
    />
  )
}
