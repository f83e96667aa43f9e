import { Anchor } from '@mantine/core'

/** A bold text link. It is in its own file, because the auth app has no router, which the other links need. */
export const StrongAnchor = Anchor.withProps({ fw: 600 })
