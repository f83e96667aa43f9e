import { Card, Group, Table, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { Fragment } from 'react'
import type { EngineGroup, EngineModel, Engines } from '#shared/contract/engines.ts'
import { ActionsHeader } from '#web/ui/layout/row-actions.tsx'
import { Hint, Strong } from '#web/ui/layout/text.ts'
import { DownloadProgress, Failure } from './download-progress.tsx'
import { EngineAction } from './engine-action.tsx'
import { decidedText, isArriving, isTooLarge, kindTexts } from './engine-texts.ts'
import type { RowActions } from './row-actions.ts'
import { shownBytes } from './sizes.ts'
import classes from './engines.module.css'

const columns = 6

/** All models in one table, by kind. */
export function EngineTable({ engines, actions }: { engines: Engines; actions: RowActions }) {
  const { memoryFree } = engines.machine
  return (
    <Card padding={0}>
      <Table className={classes.table} highlightOnHover={false} horizontalSpacing="sm" aria-label="Engines">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Model</Table.Th>
            <Table.Th>Size</Table.Th>
            <Table.Th>License</Table.Th>
            <Table.Th>Memory needed</Table.Th>
            <Table.Th>Measured</Table.Th>
            <ActionsHeader />
          </Table.Tr>
        </Table.Thead>
        {engines.groups.map((group) => (
          <Rows key={group.kind} group={group} memoryFree={memoryFree} actions={actions} />
        ))}
      </Table>
    </Card>
  )
}

type RowsProps = { group: EngineGroup; memoryFree: number; actions: RowActions }

function Rows({ group: { kind, models, decidedBy }, memoryFree, actions }: RowsProps) {
  const { name, purpose } = kindTexts[kind]
  return (
    <Table.Tbody>
      <Table.Tr className={classes.groupRow}>
        <Table.Th colSpan={columns} scope="rowgroup">
          <Group gap="xs" align="baseline">
            <Title order={2} component="span">
              {name}
            </Title>
            <Hint span>{decidedBy === null ? purpose : decidedText(decidedBy)}</Hint>
          </Group>
        </Table.Th>
      </Table.Tr>
      {models.map((model) => (
        <Fragment key={model.id}>
          <Table.Tr className={classes.modelRow} aria-label={model.name}>
            <Table.Td>
              <Strong>{model.name}</Strong>
              {model.isRecommended ? (
                <Text size="sm" className={classes.recommended}>
                  Recommended for this machine
                </Text>
              ) : (
                <Hint>{model.about}</Hint>
              )}
            </Table.Td>
            <Table.Td className="num">{shownBytes(model.size)}</Table.Td>
            <Table.Td>{model.license}</Table.Td>
            <Table.Td>
              <MemoryNeeded model={model} />
            </Table.Td>
            <Table.Td>
              {model.measured.length === 0 ? <Hint span>Not measured</Hint> : <Measured model={model} />}
            </Table.Td>
            <Table.Td>
              <EngineAction model={model} canUse={decidedBy === null} memoryFree={memoryFree} actions={actions} />
            </Table.Td>
          </Table.Tr>
          {(isArriving(model) || model.failure !== null) && (
            <Table.Tr>
              <Table.Td colSpan={columns} className={classes.progressCell}>
                {model.failure === null ? (
                  <DownloadProgress model={model} change={actions.change} />
                ) : (
                  <Failure>{model.failure}</Failure>
                )}
              </Table.Td>
            </Table.Tr>
          )}
        </Fragment>
      ))}
    </Table.Tbody>
  )
}

function Measured({ model: { measured } }: { model: EngineModel }) {
  const [first, second] = measured
  return (
    <>
      {first}
      {second !== undefined && <Hint>{second}</Hint>}
    </>
  )
}

function MemoryNeeded({ model }: { model: EngineModel }) {
  const isLarge = isTooLarge(model)
  return (
    <span className={classes.memory} data-large={isLarge || undefined}>
      {isLarge ? <IconAlertTriangle size={17} aria-hidden /> : <IconCheck size={17} aria-hidden />}
      <span className="num">
        {shownBytes(model.memory)}, {isLarge ? 'too large' : 'fits'}
      </span>
    </span>
  )
}
