import { Text } from '@mantine/core'
import classes from './brand.module.css'

/** The logo and the name of the product. */
export function Brand() {
  return (
    <span className={classes.brand}>
      <span className={classes.mark} aria-hidden />
      <Text span className="serif" fw={600} fz={20}>
        Attend
      </Text>
    </span>
  )
}
