import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { accountQuery } from '#web/api/account.ts'
import { useSignedOut } from '#web/api/signed-out.ts'
import classes from './shell.module.css'

const askAgainMs = 5000

/** While nobody is signed in any more and the page stays for what was not saved: what to do. It goes by itself once that is done. */
export function SignedOutNotice() {
  return useSignedOut() ? <Notice /> : null
}

function Notice() {
  useQuery({ ...accountQuery, refetchInterval: askAgainMs, refetchOnWindowFocus: 'always' })
  return (
    <div role="alert" className={classes.signedOut}>
      <Text fz="sm">
        <strong>You are signed out.</strong> Sign in again in another tab to save your changes; this page then goes on
        by itself.
      </Text>
      <Button component="a" href="/login" target="_blank" size="xs" variant="default">
        Sign in in another tab
      </Button>
    </div>
  )
}
