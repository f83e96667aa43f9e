import { Group, Stack, Title } from '@mantine/core'

/** Content of a panel, below its title. */
export const PanelBody = Stack.withProps({ px: 'lg', pb: 'lg' })

/** The last line of a list in a panel: the shown range, or its next page. */
export const ListFooter = Group.withProps({ p: 'md' })

/** Buttons that belong to the text above. */
export const Actions = Group.withProps({ mt: 'sm' })

/** The heading of a card without a list. */
export const CardTitle = Title.withProps({ order: 2, mb: 'md' })
