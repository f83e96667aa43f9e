import { Badge, Card, Group, Stack, Table, Title } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Measure, MeasuredModel, Models as Listed, SpotChecks } from '#shared/contract/models.ts'
import { query } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { shownMoment } from '#web/ui/format/dates.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Hint, Muted, Strong } from '#web/ui/layout/text.ts'
import { ListFooter } from '#web/ui/layout/panel-parts.ts'
import { LoadError } from './list/load-error.tsx'
import { LoadingRows, RefreshButton } from './list/list-parts.tsx'
import { SecondFactorMissing } from './second-factor-missing.tsx'
import classes from './list/admin-list.module.css'

/** The language model that drafts notes, and the scores of each measured model. */
export function Models({ timeZone }: { timeZone: string }) {
  const list = useQuery(query.admin.models.queryOptions())
  const needsSecondFactor = list.isError && readError(list.error).code === 'second_factor_missing'
  return (
    <Page
      title="Models"
      tabTitle="Models, admin"
      lead="How language models scored on the test cases that come with Attend. No client data is used."
      actions={<RefreshButton list={list} />}
    >
      {needsSecondFactor ? (
        <SecondFactorMissing />
      ) : list.isError ? (
        <LoadError text="Error loading models: " error={list.error} onRetry={() => void list.refetch()} />
      ) : list.isPending ? (
        <LoadingRows label="Loading models" />
      ) : (
        <Stack gap="lg">
          <Current models={list.data} />
          {list.data.measured.map((model) => (
            <Measured key={model.name} model={model} timeZone={timeZone} />
          ))}
          {list.data.spotChecks.length > 0 && <Answers spotChecks={list.data.spotChecks} />}
        </Stack>
      )}
    </Page>
  )
}

/** The answers to spot checks in notes of this installation. */
function Answers({ spotChecks }: { spotChecks: readonly SpotChecks[] }) {
  return (
    <Card padding={0} component="section" aria-label="Spot checks">
      <ListFooter gap="sm">
        <Title order={2} size="h3">
          Spot checks
        </Title>
        <Hint>
          Therapists compare supported sentences of their notes with the transcript. Only the answers are counted.
        </Hint>
      </ListFooter>
      <Table className={classes.table} aria-label="Spot checks by drafter">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Drafter</Table.Th>
            <Table.Th>Answers</Table.Th>
            <Table.Th>Wrong although supported</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody className="num">
          {spotChecks.map(({ model, answered, wrong }) => (
            <Table.Tr key={model ?? ''}>
              <Table.Td>{model ?? 'Excerpts'}</Table.Td>
              <Table.Td data-label="Answers">{answered}</Table.Td>
              <Table.Td data-label="Wrong although supported">{shareText(wrong, answered)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  )
}

/** With fewer answers, the rate is not meaningful. */
const minAnswers = 30

/** Formats a count and its rate, e.g. `3 (2%)`; only `3` if there are too few answers. */
function shareText(wrong: number, answered: number): string {
  return answered < minAnswers ? String(wrong) : `${wrong} (${Math.round((100 * wrong) / answered)}%)`
}

/** The current language model, and what to do if it was not measured. */
function Current({ models: { drafter, hasSecondReading, measured } }: { models: Listed }) {
  const isMeasured = measured.some(({ name }) => name === drafter)
  if (drafter === null && measured.length === 0)
    return (
      <Card padding={0}>
        <EmptyState title="No language model is set up">
          Notes are drafted as excerpts. Set a language model up, then run npm run models:score to measure it.
        </EmptyState>
      </Card>
    )
  return (
    <Card component="section" aria-label="Current model">
      <Strong>{drafter === null ? 'Notes are drafted as excerpts, without a language model.' : drafter}</Strong>
      {drafter !== null && (
        <Muted>
          Currently drafts notes, {hasSecondReading ? 'with' : 'without'} second reading.
          {!isMeasured && ' This model has not been measured. Run npm run models:score.'}
        </Muted>
      )}
    </Card>
  )
}

function Measured({
  model: { name, standing, measuredAt, measures },
  timeZone,
}: {
  model: MeasuredModel
  timeZone: string
}) {
  const isPassed = standing === 'passed'
  return (
    <Card padding={0} component="section" aria-label={name}>
      <ListFooter gap="sm">
        <Title order={2} size="h3">
          {name}
        </Title>
        <Badge color={isPassed ? 'spruce' : 'ochre'}>{isPassed ? 'Passed' : 'Not passed'}</Badge>
        <Hint className="num">Measured {shownMoment(measuredAt, timeZone)}</Hint>
      </ListFooter>
      <Table className={classes.table} aria-label={`Measures of ${name}`}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Measure</Table.Th>
            <Table.Th>Result</Table.Th>
            <Table.Th>Needed</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {measures.map((measure) => (
            <Row key={measure.name} measure={measure} />
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  )
}

function Row({ measure: { name, value, needed, isMet } }: { measure: Measure }) {
  return (
    <Table.Tr>
      <Table.Td>{name}</Table.Td>
      <Table.Td data-label="Result">
        <Group gap="2xs" wrap="nowrap">
          {needed !== null &&
            (isMet ? <IconCheck size={16} aria-hidden /> : <IconAlertTriangle size={16} aria-hidden />)}
          <span className="num">
            {value}
            {!isMet && ', not met'}
          </span>
        </Group>
      </Table.Td>
      <Table.Td data-label="Needed">
        <span className="num">{needed ?? '–'}</span>
      </Table.Td>
    </Table.Tr>
  )
}
