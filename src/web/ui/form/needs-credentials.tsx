import { Text } from '@mantine/core'
import { AnchorLink } from '#web/ui/layout/links.tsx'

/** Shown instead of the confirmation if the profile lacks the credentials that a signature needs. */
export function NeedsCredentials() {
  return (
    <Text role="alert">
      Add your credentials before signing. <AnchorLink to="/profile">Open your profile</AnchorLink>
    </Text>
  )
}
