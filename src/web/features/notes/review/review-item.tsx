import { Badge } from '@mantine/core'
import {
  IconEyeExclamation,
  IconPencil,
  IconQuestionMark,
  IconUserQuestion,
  type TablerIcon,
} from '@tabler/icons-react'
import type { RefObject } from 'react'
import type { NotePage } from '#shared/contract/notes.ts'
import type { ReviewItem } from '#shared/contract/review.ts'
import { Hint } from '#web/ui/layout/text.ts'
import { checkLabel } from '../evidence/checks.ts'
import { ReviewHeading } from './review-heading.tsx'
import { ReviewSources } from './review-sources.tsx'
import { badgeOf, placeOf, reasonOf, wordsOf } from './review-texts.ts'
import words from './review-item.module.css'
import classes from './review.module.css'

/** Icons of items that are not results of the evidence check. */
const icons: Readonly<Partial<Record<ReviewItem['kind'], TablerIcon>>> = {
  'unsure speaker': IconUserQuestion,
  passage: IconEyeExclamation,
  empty: IconPencil,
  'not discussed': IconPencil,
  'spot check': IconQuestionMark,
}

/** `question` is the question of a spot check. */
type Props = {
  item: ReviewItem
  question: string
  position: string
  page: NotePage
  headingRef: RefObject<HTMLHeadingElement | null>
}

/** One item: its finding, the sentence, the reason, and what was said in the session. */
export function ReviewItemView({ item, question, position, page, headingRef }: Props) {
  const Icon = icons[item.kind] ?? checkLabel(item.statement?.check ?? 'other').Icon
  const isSpotCheck = item.kind === 'spot check'
  return (
    <>
      <div className={words.finding}>
        <Badge color={isSpotCheck ? 'gray' : 'ochre'} leftSection={<Icon size={15} stroke={2} aria-hidden />}>
          {isSpotCheck ? question : badgeOf(item)}
        </Badge>
        <Hint span>
          {placeOf(item, page.note)}
          <span className={classes.onPhone}> · {position}</span>
        </Hint>
      </div>
      <ReviewHeading ref={headingRef} className={isSpotCheck ? words.spotCheck : words.words}>
        {wordsOf(item)}
      </ReviewHeading>
      <Hint>{reasonOf(item)}</Hint>
      {item.turn && <Hint className={classes.gap}>In the note: {item.statement?.text}</Hint>}
      <ReviewSources item={item} hasAudio={page.session.hasAudio} />
    </>
  )
}
