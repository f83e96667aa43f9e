import { Popover } from '@mantine/core'
import { type ReactNode, type RefObject, type Ref, useImperativeHandle } from 'react'
import type { Statement } from '#shared/contract/notes.ts'
import { Quote } from './quote.tsx'
import { RiskPassages } from './risk-passages.tsx'
import classes from './evidence.module.css'

type Props = {
  id: string
  statement: Statement
  title: ReactNode
  why: string | null
  isSourceShown: boolean
  /** The sentence that the panel belongs to. */
  place: RefObject<HTMLElement | null>
  opened: boolean
  onClose: () => void
}

/** The evidence of a sentence, below it. */
export default function SentencePanel({ id, statement, title, why, isSourceShown, place, opened, onClose }: Props) {
  const { check, evidence, besides = [] } = statement
  return (
    <Popover
      opened={opened}
      onDismiss={onClose}
      closeOnEscape={false}
      withRoles={false}
      withinPortal={false}
      position="bottom-start"
      middlewares={{ flip: true, shift: true, inline: true }}
      width="min(440px, calc(100vw - 48px))"
      shadow="md"
      transitionProps={{ duration: 120 }}
    >
      <Popover.Target>
        <Place of={place} />
      </Popover.Target>
      <Popover.Dropdown id={id} data-evidence className={classes.panel}>
        <p className={classes.title}>{title}</p>
        {why !== null && <p className={classes.advice}>{why}</p>}
        {check === 'confirm' && isSourceShown ? (
          <RiskPassages evidence={evidence} besides={besides} />
        ) : (
          <>
            {evidence.map((one) => (
              <Quote key={`${one.utteranceId} ${one.quote}`} {...one} />
            ))}
            {besides.length > 0 && <p className={classes.besides}>Also said in the session</p>}
            {besides.map((one) => (
              <Quote key={`${one.utteranceId} ${one.quote}`} {...one} />
            ))}
          </>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

/** Attaches the popover to an element that is already on the page, so that a closed panel renders no extra element. */
function Place({ of, ref }: { of: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement | null> }) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => of.current, [of])
  return null
}
