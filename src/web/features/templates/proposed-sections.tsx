import { Alert, Button, Group, Stack, Title } from '@mantine/core'
import type { LeftOut, TemplateProposal } from '#shared/contract/template-examples.ts'
import type { TemplateSection } from '#shared/contract/templates.ts'
import { focusOnMount } from '#web/ui/form/form.ts'
import { Hint, Strong } from '#web/ui/layout/text.ts'
import { labels, wishOptions } from './wish-labels.ts'
import classes from './templates.module.css'

const reasons: Record<LeftOut['reason'], string> = {
  denial: 'states a denial of risk',
  copied: 'repeats words of an example',
  number: 'repeats a number or date of an example',
  name: 'may contain a name from an example',
  command: 'addresses the software',
  form: 'does not fit a template',
}

const leftOutText = ({ title, reason }: LeftOut) =>
  title === null
    ? `A section was left out because its title ${reasons[reason]}.`
    : `What “${title}” is about was left out because it ${reasons[reason]}.`

type Props = { proposal: TemplateProposal; onUse: () => void; onDiscard: () => void }

/** Shows the proposed sections. If the user accepts them, they replace the sections in the editor. */
export function ProposedSections({ proposal: { sections, leftOut }, onUse, onDiscard }: Props) {
  return (
    <Stack gap="sm">
      <Title order={3} ref={focusOnMount} tabIndex={-1}>
        Proposed sections
      </Title>
      <Hint>Check that nothing of a client is in them. They replace the sections below; then you can change them.</Hint>
      <ol className={classes.proposal}>
        {sections.map((section) => (
          <li key={section.title}>
            <Strong>{section.title}</Strong>
            {section.instruction !== '' && <div>{section.instruction}</div>}
            <Hint>{wishesOf(section)}</Hint>
          </li>
        ))}
      </ol>
      {leftOut.length > 0 && (
        <Alert color="dusk" role="note">
          <ul className={classes.leftOut}>
            {leftOut.map((one, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- the list never changes
              <li key={at}>{leftOutText(one)}</li>
            ))}
          </ul>
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onDiscard}>
          Discard
        </Button>
        <Button onClick={onUse}>Use Sections</Button>
      </Group>
    </Stack>
  )
}

function wishesOf(section: TemplateSection): string {
  const wishes = (['source', 'style', 'length', 'person', 'tense', 'quotes'] as const).map((wish) => {
    const choice = wishOptions[wish].find(({ value }) => value === section[wish])
    return `${labels[wish]}: ${choice?.label ?? ''}`
  })
  return wishes.join(' · ')
}
