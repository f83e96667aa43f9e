import { Group, Stack, Title } from '@mantine/core'

/** The content of a panel, below its title. */
export const PanelBody = Stack.withProps({ px: 'lg', pb: 'lg' })

/** The last line of a list in a panel: the range that is shown, or a button for the next page. */
export const ListFooter = Group.withProps({ p: 'md' })

/** Buttons that belong to the text above them. */
export const Actions = Group.withProps({ mt: 'sm' })

/** The heading of a card that contains no list. */
export const CardTitle = Title.withProps({ order: 2, mb: 'md' })
