import { Alert, Button, Card, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCpu, IconDownload, IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { EngineModel, Engines as Listed } from '#shared/contract/engines.ts'
import { readError } from '#web/api/errors.ts'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { useKeptFocus } from '#web/ui/browser/use-kept-focus.ts'
import { CardTitle } from '#web/ui/layout/panel-parts.ts'
import { Hint } from '#web/ui/layout/text.ts'
import { AddFilesButton, AddFilesCard } from './add-files.tsx'
import { EngineCards } from './engine-cards.tsx'
import { EngineDetails } from './engine-details.tsx'
import { EngineTable } from './engine-table.tsx'
import { NeedsSecondFactor } from './needs-second-factor.tsx'
import { ProgressAnnouncer } from './progress-announcer.tsx'
import { RemoveEngine } from './remove-engine.tsx'
import type { RowActions } from './row-actions.ts'
import { shownBytes } from './sizes.ts'
import { LastTry, TryButton, TryCard } from './try-card.tsx'
import { useEngineChange, useEngines } from './use-engines.ts'
import classes from './engines.module.css'

/** The speech and language models of this installation: installed, active and recommended ones. */
export function Engines() {
  const engines = useEngines()
  if (engines.isError && readError(engines.error).code === 'second_factor_missing') return <NeedsSecondFactor />
  if (engines.data) return <Content engines={engines.data} />
  return engines.isError ? (
    <LoadFailure error={engines.error} fallback="Failed to load engines" onRetry={() => void engines.refetch()} />
  ) : (
    <Loading label="Loading engines">
      <Placeholder kind="panel" />
    </Loading>
  )
}

function Content({ engines }: { engines: Listed }) {
  const { change, tryIt } = useEngineChange()
  const keptFocus = useKeptFocus()
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false
  // The six columns of the table need about 800 pixels beside the navigation.
  const isNarrow = useMediaQuery('(max-width: 68.75em)', undefined, { getInitialValueInEffect: false }) ?? false
  const [detailed, setDetailed] = useState<EngineModel | null>(null)
  const [removed, setRemoved] = useState<EngineModel | null>(null)
  const actions: RowActions = { change, showDetails: setDetailed, askToRemove: setRemoved }
  const rows = { engines, actions }
  return (
    <div {...keptFocus} tabIndex={-1} className={classes.content}>
      <MachineLine engines={engines} />
      <NoSpeech {...rows} />
      <div className={classes.columns}>
        <div className={classes.main}>
          {isNarrow ? <EngineCards {...rows} /> : <EngineTable {...rows} />}
          {!isPhone && <AddFilesCard />}
        </div>
        <div className={classes.side}>
          <TryCard engines={engines} isPhone={isPhone} onTry={tryIt} />
          <Figures />
        </div>
      </div>
      {isPhone && (
        <div className={classes.bottom} data-bottom-bar>
          <LastTry engines={engines} />
          <div className={classes.buttons}>
            <AddFilesButton />
            <TryButton engines={engines} onTry={tryIt} />
          </div>
        </div>
      )}
      <ProgressAnnouncer engines={engines} />
      <EngineDetails model={detailed} onClose={() => setDetailed(null)} />
      <RemoveEngine
        model={removed}
        onRemove={(model) => {
          setRemoved(null)
          change('remove', model)
        }}
        onCancel={() => setRemoved(null)}
      />
    </div>
  )
}

function MachineLine({ engines: { machine, isLocal } }: { engines: Listed }) {
  return (
    <div className={classes.machine}>
      <span className={classes.facts}>
        <IconCpu size={18} aria-hidden />
        <span>
          <span className={classes.wide}>This machine: </span>
          <strong className="num">
            {machine.cores} core{machine.cores === 1 ? '' : 's'}
          </strong>
        </span>
        <span>
          <strong className="num">{shownBytes(machine.memoryFree)}</strong> of {shownBytes(machine.memoryTotal)} memory
          free
        </span>
        <span>
          <strong className="num">{shownBytes(machine.diskFree)}</strong> disk free
        </span>
      </span>
      {isLocal && (
        <span className={classes.local}>
          <IconShieldCheck size={18} aria-hidden />
          Audio and text stay on this machine
        </span>
      )}
    </div>
  )
}

/** Shown while no recording can be transcribed. Recommends a first model, or to use an installed one. */
function NoSpeech({ engines, actions }: { engines: Listed; actions: RowActions }) {
  const speech = engines.groups.find(({ kind }) => kind === 'speech')
  if (!speech || speech.decidedBy !== null || speech.models.some(({ isActive }) => isActive)) return null
  if (speech.models.some(({ files, verifiedFiles }) => verifiedFiles === files.length))
    return (
      <Alert color="ochre" title="No speech engine is active">
        <Text size="sm">Choose Use for one of the installed engines. Recordings are saved until then.</Text>
      </Alert>
    )
  const recommended = speech.models.find((model) => model.isRecommended)
  return (
    <Alert color="ochre" title="No speech engine is installed">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">Recordings are saved and will be transcribed when you install one.</Text>
        {recommended?.state === 'absent' && recommended.fits && (
          <Button
            leftSection={<IconDownload size={17} aria-hidden />}
            onClick={() => actions.change('download', recommended)}
          >
            Download {recommended.name}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}

function Figures() {
  return (
    <Card component="section" aria-label="What the figures mean">
      <CardTitle>What the figures mean</CardTitle>
      <Stack gap="2xs">
        <Hint>
          <strong>Memory needed:</strong> while the model works, estimated from its size.
        </Hint>
        <Hint>
          <strong>Measured:</strong> the result of test sessions on this installation. Until then, the quality of a
          model is not known here.
        </Hint>
      </Stack>
    </Card>
  )
}
