import type { ReactNode } from 'react'
import classes from './figure-panel.module.css'

type Props = {
  /** A number, or a word in its place, e.g. `Today`. */
  figure: string
  children: ReactNode
}

/**
 * A large figure on green with the words that explain it. Together they read as one sentence. On small screens, the
 * panel is a strip.
 */
export function FigurePanel({ figure, children }: Props) {
  return (
    <p className={classes.panel}>
      <span className={`${classes.figure} num`} data-length={lengthOf(figure)}>
        {figure}
      </span>{' '}
      <span>{children}</span>
    </p>
  )
}

/** A panel like `FigurePanel` without a figure. */
export function BlankFigurePanel({ children }: { children?: ReactNode }) {
  return <div className={classes.panel}>{children}</div>
}

function lengthOf(figure: string): 'number' | 'word' | 'words' {
  if (figure.includes(' ')) return 'words'
  return /^\d/.test(figure) ? 'number' : 'word'
}
