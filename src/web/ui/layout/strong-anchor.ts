import { Anchor } from '@mantine/core'

/** A text link in bold. Apart from the other links, because the auth app has no router. */
export const StrongAnchor = Anchor.withProps({ fw: 600 })
