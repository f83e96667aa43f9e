import { Alert } from '@mantine/core'

/** An alert above the content of a page. */
export const PageAlert = Alert.withProps({ mb: 'lg' })

/** An alert in a panel, with a distance from its edges. */
export const PanelAlert = Alert.withProps({ m: 'md' })

/** An alert in a form. */
export const FormAlert = Alert.withProps({ p: 'sm' })
