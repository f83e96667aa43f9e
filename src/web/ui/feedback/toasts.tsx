import { Notifications } from '@mantine/notifications'

/** Shows toasts. Each is announced to screen readers. */
export default function Toasts() {
  return <Notifications position="bottom-right" autoClose={5000} />
}
