import { Badge, Card, Collapse, Title, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAlertTriangle, IconChevronDown } from '@tabler/icons-react'
import { useId } from 'react'
import type { EngineGroup, EngineModel, Engines } from '#shared/contract/engines.ts'
import { Hint, Strong } from '#web/ui/layout/text.ts'
import { DownloadProgress, Failure } from './download-progress.tsx'
import { EngineAction } from './engine-action.tsx'
import { activeText, decidedText, isArriving, isTooLarge, kindTexts } from './engine-texts.ts'
import type { RowActions } from './row-actions.ts'
import { shownBytes } from './sizes.ts'
import classes from './engines.module.css'

/** The models in narrow windows: rows in collapsible groups by kind. The first group is open. */
export function EngineCards({ engines, actions }: { engines: Engines; actions: RowActions }) {
  return (
    <Card padding={0}>
      {engines.groups.map((group, at) => (
        <FoldedGroup
          key={group.kind}
          group={group}
          isFirst={at === 0}
          memoryFree={engines.machine.memoryFree}
          actions={actions}
        />
      ))}
    </Card>
  )
}

type Props = { group: EngineGroup; isFirst: boolean; memoryFree: number; actions: RowActions }

function FoldedGroup({ group, isFirst, memoryFree, actions }: Props) {
  const id = useId()
  const [isOpen, fold] = useDisclosure(isFirst)
  return (
    <section aria-labelledby={id} className={classes.folded}>
      <UnstyledButton className={classes.foldButton} aria-expanded={isOpen} onClick={fold.toggle}>
        <Title order={2} id={id} component="span">
          {kindTexts[group.kind].name}
        </Title>
        {!isOpen && <Hint span>{activeText(group)}</Hint>}
        <IconChevronDown size={18} className={classes.chevron} data-open={isOpen || undefined} aria-hidden />
      </UnstyledButton>
      <Collapse expanded={isOpen}>
        {group.decidedBy !== null && <Hint className={classes.cardRow}>{decidedText(group.decidedBy)}</Hint>}
        {group.models.map((model) => (
          <ModelCard
            key={model.id}
            model={model}
            canUse={group.decidedBy === null}
            memoryFree={memoryFree}
            actions={actions}
          />
        ))}
      </Collapse>
    </section>
  )
}

type CardProps = { model: EngineModel; canUse: boolean; memoryFree: number; actions: RowActions }

function ModelCard({ model, canUse, memoryFree, actions }: CardProps) {
  const isLarge = isTooLarge(model)
  return (
    <section aria-label={model.name} className={classes.cardRow}>
      <div className={classes.cardHead}>
        <Strong>{model.name}</Strong>
        {isLarge ? (
          <Badge color="ochre" leftSection={<IconAlertTriangle size={14} aria-hidden />}>
            Too large
          </Badge>
        ) : (
          model.isRecommended && !model.isActive && <Badge color="spruce">Recommended</Badge>
        )}
      </div>
      <Hint className="num">
        {shownBytes(model.size)} · {model.license} · needs {shownBytes(model.memory)}
        {!isLarge && ', fits'}
      </Hint>
      <Hint>{model.measured.length === 0 ? 'Not measured' : `Measured: ${model.measured.join(', ')}`}</Hint>
      {isArriving(model) && <DownloadProgress model={model} change={actions.change} />}
      {model.failure !== null && <Failure>{model.failure}</Failure>}
      <EngineAction model={model} canUse={canUse} memoryFree={memoryFree} actions={actions} />
    </section>
  )
}
