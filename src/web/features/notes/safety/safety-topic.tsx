import { Badge, UnstyledButton } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import {
  IconChevronDown,
  IconChevronUp,
  IconCircleX,
  IconHelpCircle,
  IconMessage,
  type TablerIcon,
} from '@tabler/icons-react'
import { useId } from 'react'
import type { SafetyPassage } from '#shared/contract/notes.ts'
import { topicNames } from '#shared/rules/safety-status.ts'
import { type PassageActions, SafetyItem } from './safety-item.tsx'
import classes from './safety-card.module.css'

const statuses: Readonly<Record<SafetyPassage['finding'], { title: string; color: string; Icon: TablerIcon }>> = {
  stated: { title: 'Stated', color: 'ochre', Icon: IconMessage },
  unclear: { title: 'Unclear', color: 'ochre', Icon: IconHelpCircle },
  denied: { title: 'Denied', color: 'gray', Icon: IconCircleX },
  'use mentioned': { title: 'Use mentioned', color: 'gray', Icon: IconMessage },
}

type Props = {
  topic: SafetyPassage['topic']
  status: SafetyPassage['finding']
  passages: readonly SafetyPassage[]
  /** Ids of turns that are cited by sentences of the note that still need confirmation. */
  toConfirm: ReadonlySet<string>
  actions: PassageActions | null
}

/** One topic with its safety passages. On a phone, a topic is collapsed at first unless it is stated or unclear. */
export function SafetyTopic({ topic, status, passages, toConfirm, actions }: Props) {
  const isPhone = useMediaQuery('(max-width: 48em)') ?? false
  const [isOpen, { toggle }] = useDisclosure(status === 'stated' || status === 'unclear')
  const panelId = useId()
  const { title, color, Icon } = statuses[status]
  const isShown = isOpen || !isPhone
  const head = (
    <>
      <span className={classes.name}>{topicNames[topic]}</span>
      <Badge color={color} leftSection={<Icon size={14} stroke={2} aria-hidden />}>
        {title}
      </Badge>
    </>
  )
  return (
    <div className={classes.topic}>
      <h3 className={classes.heading}>
        {isPhone ? (
          <UnstyledButton className={classes.fold} aria-expanded={isOpen} aria-controls={panelId} onClick={toggle}>
            {head}
            {isOpen ? <IconChevronUp size={20} aria-hidden /> : <IconChevronDown size={20} aria-hidden />}
          </UnstyledButton>
        ) : (
          head
        )}
      </h3>
      <ul id={panelId} className={classes.passages} hidden={!isShown}>
        {passages.map((passage) => (
          <SafetyItem
            key={`${passage.utteranceId} ${passage.quote}`}
            passage={passage}
            isToConfirm={toConfirm.has(passage.utteranceId)}
            actions={actions}
          />
        ))}
      </ul>
    </div>
  )
}
