import { useWindowEvent } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { Hint } from '#web/ui/layout/text.ts'
import classes from './scrolled-bar.module.css'

/** Number of pixels after which the title of a page is scrolled out of view. */
const titleHeight = 90

const isScrolledAway = () => window.scrollY >= titleHeight

/**
 * Repeats the title of a page below the top bar once it is scrolled out of view. Hidden from screen readers, which read
 * the title itself.
 */
export function ScrolledBar({ title, facts }: { title: string; facts: string }) {
  const [isAway, setAway] = useState(false)
  useWindowEvent('scroll', () => setAway(isScrolledAway()))
  useEffect(() => {
    // Reading the scroll position earlier would force another layout.
    const frame = requestAnimationFrame(() => setAway(isScrolledAway()))
    return () => cancelAnimationFrame(frame)
  }, [])
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
