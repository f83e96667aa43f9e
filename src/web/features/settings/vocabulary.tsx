import { Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Vocabulary } from '#shared/contract/organizations.ts'
import { api, query as queries } from '#web/api/client.ts'
import { showResult } from '#web/api/show-result.ts'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { showSuccess } from '#web/ui/feedback/toast.ts'
import { showSaved } from '#web/ui/form/changed-fields.ts'
import { useSubmission } from '#web/ui/form/form.ts'
import { PanelBody } from '#web/ui/layout/panel-parts.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { vocabularyQuery } from './form-queries.ts'
import { SettingsForm } from './settings-form.tsx'

/** The words of the organization that the speech engine should know. For owners and admins. */
export function VocabularyPanel({ isFixed }: { isFixed: boolean }) {
  const query = useQuery(vocabularyQuery)
  return (
    <Panel
      title="Vocabulary"
      query={query}
      failure="Failed to load data"
      loadingLabel="Loading the vocabulary"
      skeleton={<Placeholder kind="box" isInset />}
    >
      {({ words }) => (
        <PanelBody>
          <VocabularyForm words={words} isFixed={isFixed} />
        </PanelBody>
      )}
    </Panel>
  )
}

type Fields = { words: string }

const wordsOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Returns the first problem of the list and the line that has it. */
function problemOf(text: string): string | null {
  const words = wordsOf(text)
  const [issue] = Vocabulary.safeParse({ words }).error?.issues ?? []
  if (!issue) return null
  const [, line] = issue.path
  return typeof line === 'number' ? `“${words[line]?.slice(0, 40)}”: ${issue.message}` : issue.message
}

function VocabularyForm({ words, isFixed }: { words: string[]; isFixed: boolean }) {
  const cache = useQueryClient()
  const form = useForm<Fields>({ initialValues: { words: words.join('\n') }, validate: { words: problemOf } })
  const submission = useSubmission<Fields>(async (values) => {
    const saved = await api.organizations.changeVocabulary({
      words: wordsOf(values.words),
      basedOn: wordsOf(form.getInitialValues().words),
    })
    showResult(cache, vocabularyQuery.queryKey, saved)
    showSaved(form, values, { words: saved.words.join('\n') })
    showSuccess('Vocabulary saved.')
  }, 'Failed to save the vocabulary')
  return (
    <SettingsForm form={form} submission={submission} what="the vocabulary" isReadOnly={isFixed}>
      <Textarea
        label="Words, one per line"
        description="First names, medications and places that transcripts often get wrong. Used for all recordings of the organization, from the next one on. Do not enter full names of clients."
        placeholder={'Sertraline\nLamotrigine\nMaeve'}
        autosize
        minRows={4}
        maxRows={16}
        readOnly={isFixed}
        {...form.getInputProps('words')}
      />
      <UnusedNotice />
    </SettingsForm>
  )
}

/** Shown if the active engine does not use the vocabulary. */
function UnusedNotice() {
  const { data: status } = useQuery(queries.transcripts.speechStatus.queryOptions())
  if (status?.state !== 'ready' || status.usesVocabulary) return null
  return (
    <Text size="sm" c="dimmed">
      The active speech engine{status.model === null ? '' : `, ${status.model},`} does not use the list. Parakeet and
      transcription services do.
    </Text>
  )
}
