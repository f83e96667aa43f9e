import { Notifications } from '@mantine/notifications'
import classes from './toasts.module.css'

/** Shows toasts. Each is announced to screen readers. */
export default function Toasts() {
  return <Notifications position="bottom-right" autoClose={5000} className={classes.root} />
}
