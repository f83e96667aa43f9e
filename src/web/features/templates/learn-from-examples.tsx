import '@mantine/core/styles/Checkbox.layer.css'
import { Alert, Button, Checkbox, Group, Stack, Title } from '@mantine/core'
import { IconPlus, IconSparkles } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { TemplateSection } from '#shared/contract/templates.ts'
import { useKeptFocus } from '#web/ui/browser/use-kept-focus.ts'
import { focusOnceUncovered } from '#web/ui/dialog/dialog.tsx'
import { QuestionDialog } from '#web/ui/dialog/question-dialog.tsx'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { focusOnMount } from '#web/ui/form/form.ts'
import { Hint } from '#web/ui/layout/text.ts'
import { ExampleField } from './example-field.tsx'
import { ProposedSections } from './proposed-sections.tsx'
import { StoredExamples } from './stored-examples.tsx'
import type { Learning } from './use-learning.ts'
import classes from './templates.module.css'

const reasons = {
  'no model':
    'With a language model, sections can be proposed from notes of yours. None is set up; ask your Attend administrator.',
  'slow model':
    'Sections cannot be proposed from notes of yours: the language model of this installation needs minutes for an answer.',
} as const

type Props = { learning: Learning; onUse: (sections: TemplateSection[]) => void }

/** Proposes the sections of a template from example notes (decision 0110). */
export function LearnFromExamples(props: Props) {
  const { learning } = props
  const keptFocus = useKeptFocus()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <div tabIndex={-1} {...keptFocus}>
        <Learn {...props} onDeleteAll={() => setAsking(true)} />
      </div>
      <QuestionDialog
        stackId="examples"
        title="Delete stored examples"
        text={isAsking ? 'Delete all stored examples of this template? They cannot be restored.' : null}
        confirmLabel="Delete"
        onConfirm={() => {
          learning.deleteAll()
          focusOnceUncovered(keptFocus.ref.current)
          setAsking(false)
        }}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}

function Learn({ learning, onUse, onDeleteAll }: Props & { onDeleteAll: () => void }) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  /** State of the panel. `hidden`: it was open before, so the focus returns to its button. */
  const [shown, setShown] = useState<'closed' | 'open' | 'hidden'>('closed')
  const { state, proposal } = learning
  if (state.isError)
    return (
      <LoadFailure error={state.error} fallback="Failed to load the examples" onRetry={() => void state.refetch()} />
    )
  if (!state.data) return null
  const { availability } = state.data
  const isReady = availability === 'ready'
  if (!isReady && learning.stored.length === 0) return <Hint>{reasons[availability]}</Hint>
  if (shown !== 'open')
    return (
      <div>
        <Button
          variant="default"
          leftSection={<IconSparkles size={16} aria-hidden />}
          aria-expanded={false}
          {...(shown === 'hidden' && { ref: focusOnMount })}
          onClick={() => {
            flushSync(() => setShown('open'))
            heading.current?.focus()
          }}
        >
          Learn from Examples
        </Button>
        {learning.toKeep.length > 0 && <Hint>{keptText(learning.toKeep.length)}</Hint>}
      </div>
    )
  return (
    <section className={classes.section} aria-labelledby={id}>
      <Title order={3} id={id} ref={heading} tabIndex={-1}>
        Learn from examples
      </Title>
      <StoredExamples learning={learning} onDeleteAll={onDeleteAll} />
      {isReady ? <Questions learning={learning} /> : <Hint>{reasons[availability]}</Hint>}
      {isReady && (
        <Request
          learning={learning}
          onCancel={() => {
            learning.cancel()
            heading.current?.focus()
          }}
        />
      )}
      {proposal && (
        <ProposedSections
          proposal={proposal}
          onDiscard={() => {
            learning.discard()
            heading.current?.focus()
          }}
          onUse={() => {
            learning.use()
            setShown('hidden')
            onUse(proposal.sections)
          }}
        />
      )}
      <Group justify="flex-end">
        <Button variant="subtle" onClick={() => setShown('hidden')}>
          Hide
        </Button>
      </Group>
    </section>
  )
}

const keptText = (count: number) =>
  `${count === 1 ? 'One example' : `${count} examples`} will be stored, encrypted, when you save the template.`

/** The warning and the fields for new examples. */
function Questions({ learning }: { learning: Learning }) {
  const { texts, stored, isAsking } = learning
  return (
    <Stack gap="sm">
      <Alert color="dusk" role="note">
        Paste one to five notes that you finished. First remove names, dates and places: the notes are sent to the
        language model of this installation. Nothing is stored before you save the template.
      </Alert>
      {texts.map((text, at) => (
        <ExampleField
          // oxlint-disable-next-line react/no-array-index-key -- an example has no identity other than its position
          key={at}
          number={stored.length + at + 1}
          text={text}
          isDisabled={isAsking}
          onChange={(next) => learning.setText(at, next)}
          {...(texts.length > 1 && { onRemove: () => learning.removeText(at) })}
        />
      ))}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={!learning.hasRoom || isAsking}
          onClick={learning.addText}
        >
          Add example
        </Button>
      </div>
      <Checkbox
        label="Keep new examples with the template"
        description="Encrypted, and for you alone: no owner, admin or supervisor can read them, and exported or shared templates do not contain them. You can delete them at any time."
        checked={learning.isKeeping}
        onChange={({ currentTarget }) => learning.setKeeping(currentTarget.checked)}
      />
    </Stack>
  )
}

/** The buttons that start and cancel the request, with its progress. */
function Request({ learning, onCancel }: { learning: Learning; onCancel: () => void }) {
  const { isAsking, failure, stored, isDirty } = learning
  return (
    <Stack gap="sm">
      <FormError message={failure} />
      <Group gap="sm">
        <Button loading={isAsking} disabled={!learning.canPropose} onClick={learning.propose}>
          {stored.length > 0 && !isDirty ? 'Propose Again' : 'Propose Sections'}
        </Button>
        {isAsking && (
          <Button variant="default" onClick={onCancel}>
            Cancel request
          </Button>
        )}
        <Hint component="output">
          {isAsking &&
            'Waiting for the language model. This can take two minutes; you can edit the template meanwhile.'}
        </Hint>
      </Group>
    </Stack>
  )
}
