import { NumberInput, Select, SimpleGrid, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { SigningRules } from '#shared/contract/signatures.ts'
import { defaultAttestation } from '#shared/rules/attestation.ts'
import { api, query as queries } from '#web/api/client.ts'
import { showResult } from '#web/api/show-result.ts'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { showSuccess } from '#web/ui/feedback/toast.ts'
import { changedFields, showSaved } from '#web/ui/form/changed-fields.ts'
import { useSubmission } from '#web/ui/form/form.ts'
import { PanelBody } from '#web/ui/layout/panel-parts.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { signingRulesQuery } from './form-queries.ts'
import { SettingsForm } from './settings-form.tsx'

/** The organization's rules for signing notes. For owners and admins. */
export function SigningRulesPanel({ isFixed }: { isFixed: boolean }) {
  const query = useQuery(signingRulesQuery)
  return (
    <Panel
      title="Signing notes"
      query={query}
      failure="Failed to load data"
      loadingLabel="Loading the rules of signing"
      skeleton={<Placeholder kind="box" isInset />}
    >
      {(rules) => (
        <PanelBody>
          <RulesForm rules={rules} isFixed={isFixed} />
        </PanelBody>
      )}
    </Panel>
  )
}

type Fields = {
  attestationText: string
  lateAfterHours: string
  /** The typed value, which may not be a number yet. */
  unlockHours: number | string
}

function fieldsOf({ attestationText, lateAfterHours, unlockHours }: SigningRules): Fields {
  return { attestationText: attestationText ?? '', lateAfterHours: String(lateAfterHours), unlockHours }
}

function RulesForm({ rules, isFixed }: { rules: SigningRules; isFixed: boolean }) {
  const cache = useQueryClient()
  const form = useForm<Fields>({
    initialValues: fieldsOf(rules),
    validate: {
      unlockHours: (hours) =>
        SigningRules.shape.unlockHours.safeParse(hours).success ? null : 'Enter 0 to 168 hours.',
    },
  })
  const submission = useSubmission<Fields>(async (values) => {
    const { attestationText, lateAfterHours, unlockHours } = changedFields(form.getInitialValues(), values)
    const saved = await api.signatures.changeRules({
      ...(attestationText !== undefined && { attestationText: attestationText.trim() || null }),
      ...(lateAfterHours !== undefined && {
        lateAfterHours: SigningRules.shape.lateAfterHours.parse(Number(lateAfterHours)),
      }),
      ...(unlockHours !== undefined && { unlockHours: Number(unlockHours) }),
    })
    showResult(cache, signingRulesQuery.queryKey, saved)
    void cache.invalidateQueries({ queryKey: queries.signatures.get.key() })
    showSaved(form, values, fieldsOf(saved))
    showSuccess('Rules of signing saved.')
  }, 'Failed to save the rules of signing')
  return (
    <SettingsForm form={form} submission={submission} what="the rules of signing" isReadOnly={isFixed}>
      <Textarea
        label="Statement"
        description="Stored with each signature as it was signed. Leave it empty for the default."
        placeholder={defaultAttestation('transcript', 'recorded')}
        autosize
        minRows={3}
        maxLength={1000}
        readOnly={isFixed}
        {...form.getInputProps('attestationText')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          allowDeselect={false}
          label="Late entry after"
          description="A first signature later than this is labeled."
          data={[24, 48, 72].map((hours) => ({ value: String(hours), label: `${hours} hours` }))}
          disabled={isFixed}
          {...form.getInputProps('lateAfterHours')}
        />
        <NumberInput
          label="Hours to unlock"
          description="Authors may unlock a signed note, with a reason. 0 for never."
          min={0}
          max={168}
          allowDecimal={false}
          clampBehavior="none"
          readOnly={isFixed}
          {...form.getInputProps('unlockHours')}
        />
      </SimpleGrid>
    </SettingsForm>
  )
}
