import { Notifications } from '@mantine/notifications'

/** Where short messages appear; each is announced to screen readers. */
export default function Toasts() {
  return <Notifications position="bottom-right" autoClose={5000} />
}
