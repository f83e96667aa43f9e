import { useWindowScroll } from '@mantine/hooks'
import { Hint } from '#web/ui/layout/text.ts'
import classes from './scrolled-bar.module.css'

/** Pixels after which the title of a page is out of sight. */
const titleHeight = 90

/** Repeats the title of a page below the top bar once it is scrolled away. Screen readers have the title itself. */
export function ScrolledBar({ title, facts }: { title: string; facts: string }) {
  const [{ y }] = useWindowScroll()
  if (y < titleHeight) return null
  return (
    <div className={classes.bar} aria-hidden data-scrolled-bar>
      <span className={`serif ${classes.title}`}>{title}</span>
      <Hint span className="num">
        {facts}
      </Hint>
    </div>
  )
}
