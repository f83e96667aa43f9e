import { Badge } from '@mantine/core'

/** A badge for a note with open items of the review. */
export function NeedsReview({ count }: { count: number }) {
  return (
    <Badge color="ochre">
      Needs review <span className="num">· {count}</span>
    </Badge>
  )
}
