import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { accountQuery } from '#web/identity/account.ts'
import { useSignedOut } from '#web/identity/sign-in-state.ts'
import { Banner } from '../layout/banner.tsx'

const askAgainMs = 5000

/** Shown if the user is signed out but has unsaved work. Explains how to sign in again, and disappears after that. */
export function SignedOutNotice({ isInDialog = false }: { isInDialog?: boolean }) {
  return useSignedOut() ? <Notice isInDialog={isInDialog} /> : null
}

function Notice({ isInDialog }: { isInDialog: boolean }) {
  useQuery({ ...accountQuery, refetchInterval: askAgainMs, refetchOnWindowFocus: 'always' })
  return (
    // Screen readers announce only the notice above the page.
    <Banner isSticky={!isInDialog} isInDialog={isInDialog} role={isInDialog ? undefined : 'alert'}>
      <Text size="sm">
        <strong>You are signed out.</strong> Sign in again in another tab to save your changes; this page then continues
        automatically.
      </Text>
      <Button component="a" href="/login" target="_blank" size="xs" variant="default">
        Sign in in another tab
      </Button>
    </Banner>
  )
}
