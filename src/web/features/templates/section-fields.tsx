import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { ActionIcon, Checkbox, Group, NativeSelect, NumberInput, TagsInput, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconArrowUp, IconTrash } from '@tabler/icons-react'
import type { TemplateDetails, TemplateSection } from '#shared/contract/templates.ts'
import { isDrafted as isDraftedSection } from '#shared/rules/template-wishes.ts'
import { labels, occurrences, wishOptions, settings, types } from './wish-labels.ts'
import classes from './templates.module.css'

type Props = {
  form: UseFormReturnType<TemplateDetails>
  section: TemplateSection
  at: number
  onRemove: () => void
}

/** The fields of one section of a template. A section that is not drafted has no wishes except `source`. */
export function SectionFields({ form, section, at, onRemove }: Props) {
  const path = `sections.${at}`
  const isDrafted = isDraftedSection(section)
  const sessionType = section.sessionType ?? ''
  const wishes = isDrafted
    ? (['source', 'style', 'length', 'person', 'tense', 'quotes'] as const)
    : (['source'] as const)
  return (
    <fieldset className={classes.section} aria-label={`Section ${at + 1}`}>
      <Group justify="space-between" align="flex-end" wrap="nowrap">
        <TextInput label="Title" required flex={1} maxLength={60} {...form.getInputProps(`${path}.title`)} />
        <div className={classes.tools}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={`Move section ${at + 1} up`}
            disabled={at === 0}
            data-move-up
            onClick={({ currentTarget }) => {
              form.reorderListItem('sections', { from: at, to: at - 1 })
              focusSectionAbove(currentTarget)
            }}
          >
            <IconArrowUp size={17} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={`Remove section ${at + 1}`}
            onClick={onRemove}
          >
            <IconTrash size={17} aria-hidden />
          </ActionIcon>
        </div>
      </Group>
      <Textarea
        label={isDrafted ? 'What it is about' : 'Reminder for you'}
        autosize
        minRows={2}
        maxLength={2000}
        {...form.getInputProps(`${path}.instruction`)}
      />
      <div className={classes.choices}>
        {wishes.map((wish) => (
          <NativeSelect
            key={wish}
            label={labels[wish]}
            data={wishOptions[wish]}
            {...form.getInputProps(`${path}.${wish}`)}
          />
        ))}
        <NativeSelect
          label="In notes of"
          data={settings}
          value={section.setting ?? ''}
          onChange={({ currentTarget: { value } }) =>
            form.setFieldValue(`${path}.setting`, value === 'in-person' || value === 'telehealth' ? value : null)
          }
        />
        <NativeSelect
          label="Session type"
          data={types.some(({ value }) => value === sessionType) ? types : [...types, sessionType]}
          value={sessionType}
          onChange={({ currentTarget: { value } }) => form.setFieldValue(`${path}.sessionType`, value || null)}
        />
        <NativeSelect
          label="Sessions of the client"
          data={occurrences}
          value={section.occurrence ?? ''}
          onChange={({ currentTarget: { value } }) => form.setFieldValue(`${path}.occurrence`, value || null)}
        />
        {isDrafted && (
          <NumberInput
            label="Most words"
            hideControls
            min={10}
            max={5000}
            allowDecimal={false}
            error={form.errors[`${path}.maxWords`]}
            value={section.maxWords ?? ''}
            onChange={(value) => form.setFieldValue(`${path}.maxWords`, value === '' ? null : Number(value))}
          />
        )}
      </div>
      <Checkbox
        label="Required: the note cannot be signed while this section is empty"
        {...form.getInputProps(`${path}.required`, { type: 'checkbox' })}
      />
      {isDrafted && (
        <TagsInput
          label="Phrases to avoid"
          maxTags={20}
          maxLength={100}
          {...form.getInputProps(`${path}.forbiddenPhrases`)}
        />
      )}
    </fieldset>
  )
}

/** Keeps the focus at a section that was moved up: at the button that moves it on, or at its title if it is the first. */
function focusSectionAbove(button: HTMLElement): void {
  const above = button.closest('fieldset')?.previousElementSibling
  const target = above?.querySelector<HTMLElement>('[data-move-up]:enabled') ?? above?.querySelector('input')
  target?.focus()
}
