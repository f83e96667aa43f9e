import { Button, Divider } from '@mantine/core'
import { enterDemo } from '#web/api/auth.ts'
import { FormError } from '#web/ui/form/form-error.tsx'
import { useSubmission } from '#web/ui/form/form.ts'
import { useSettled } from '#web/ui/browser/use-settled.ts'
import { Hint } from '#web/ui/layout/text.ts'
import classes from './auth-frame.module.css'

/** Signs in to the demo practice, which has invented clients. */
export function DemoSignIn({ onEntered }: { onEntered: () => void }) {
  const { submit, failure, isSending } = useSubmission<undefined>(async () => {
    await enterDemo()
    onEntered()
  }, 'Login failed')
  return (
    <>
      <Divider my="lg" label="or" />
      <FormError message={failure} />
      <Button variant="default" size="md" fullWidth loading={isSending} onClick={() => void submit(undefined)}>
        Explore the demo practice
      </Button>
      {isSending && <Preparing />}
    </>
  )
}

/** Explains a long wait: the first demo sign-in of an installation creates the demo practice. */
function Preparing() {
  const isLong = useSettled()
  return (
    <Hint component="output" className={classes.waiting}>
      {isLong && 'The demo practice is being prepared. The first time, this takes up to a minute.'}
    </Hint>
  )
}
