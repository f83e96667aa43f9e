import { Text } from '@mantine/core'
import { AnchorLink } from '#web/ui/layout/links.tsx'

/** Shown instead of the confirmation: a signature needs the signer's credentials. */
export function NeedsCredentials() {
  return (
    <Text role="alert">
      Add your credentials before signing. <AnchorLink to="/profile">Open your profile</AnchorLink>
    </Text>
  )
}
