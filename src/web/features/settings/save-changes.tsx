import { Button } from '@mantine/core'
import { FormError } from '#web/ui/form/form-error.tsx'

type Props = { failure: string | null; isSending: boolean; isReadOnly: boolean }

/** The end of a settings form: the failure of the last save, and the save button. */
export function SaveChanges({ failure, isSending, isReadOnly }: Props) {
  return (
    <>
      <FormError message={failure} />
      {!isReadOnly && (
        <div>
          <Button type="submit" disabled={isSending}>
            {isSending ? 'Saving...' : 'Save Changes'}
          </Button>
        </div>
      )}
    </>
  )
}
