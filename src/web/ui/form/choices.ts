import { Group } from '@mantine/core'

/** The options of a radio group, below its label. */
export const Choices = Group.withProps({ mt: '3xs' })
