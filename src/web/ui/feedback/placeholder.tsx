import { Skeleton } from '@mantine/core'
import classes from './placeholder.module.css'

type Props = {
  /** The content that is loading: a line of text, a row of a list, a field, a box, or a panel. */
  kind: 'line' | 'row' | 'field' | 'box' | 'panel'
  count?: number
  /** Whether to keep the distance that the content of a panel has from its edges. */
  isInset?: boolean
}

/** Shapes in place of content that is loading, about as large as the content. */
export function Placeholder({ kind, count = 1, isInset }: Props) {
  return (
    <div className={classes.placeholder} data-is-inset={isInset || undefined}>
      {Array.from({ length: count }, (_, at) => (
        <Skeleton key={at} className={classes.shape} data-kind={kind} />
      ))}
    </div>
  )
}
