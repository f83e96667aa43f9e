import { Strong } from '#web/ui/layout/text.ts'
import classes from './brand.module.css'

/** The logo and the name of the product. */
export function Brand() {
  return (
    <span className={classes.brand}>
      <span className={classes.mark} aria-hidden />
      <Strong span className="serif" size="xl">
        Attend
      </Strong>
    </span>
  )
}
