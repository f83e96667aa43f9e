import { useWindowEvent } from '@mantine/hooks'
import { useState } from 'react'
import { Hint } from '#web/ui/layout/text.ts'
import classes from './scrolled-bar.module.css'

/** Pixels after which the title of a page is out of sight. */
const titleHeight = 90

/** Repeats the title of a page below the top bar once it is scrolled away. Screen readers have the title itself. */
export function ScrolledBar({ title, facts }: { title: string; facts: string }) {
  const [isAway, setAway] = useState(false)
  // A page that opens with a scrolled position gets the event, too. Reading the position earlier would force a layout.
  useWindowEvent('scroll', () => setAway(window.scrollY >= titleHeight))
  if (!isAway) return null
  return (
    <div className={classes.bar} aria-hidden data-scrolled-bar>
      <span className={`serif ${classes.title}`}>{title}</span>
      <Hint span className="num">
        {facts}
      </Hint>
    </div>
  )
}
