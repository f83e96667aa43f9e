import { Button } from '@mantine/core'
import { FormError } from '#web/ui/form/form-error.tsx'

type Props = { failure: string | null; isSending: boolean; isReadOnly: boolean }

/** The end of a form of settings: why saving failed, and the button. */
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
