import { Badge, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ChangeEvent, useState } from 'react'
import type { CardSetup, TestCard } from '#shared/contract/billing.ts'
import { type TestCardOutcome, testCards } from '#shared/rules/test-cards.ts'
import { api } from '#web/api/client.ts'
import { focusFirstError, focusOnMount, useSubmission } from '#web/ui/form/form.ts'
import { Hint } from '#web/ui/layout/text.ts'
import { CardForm, type CardFormProps } from './card-form.tsx'
import { BankConfirmation } from './bank-confirmation.tsx'
import { type CardFields, fieldErrors, filledCard, groupDigits, readCard, formatExpiry } from './test-card-fields.ts'
import { useIdempotentCall } from '../use-idempotent-call.ts'
import classes from '../billing.module.css'

const outcomes: Readonly<Record<TestCardOutcome, string>> = {
  succeeds: 'succeeds',
  second_step: 'second step',
  declined: 'declined',
  expired: 'expired',
  wrong_cvc: 'incorrect CVC',
  charge_fails: 'fails when charged',
}

const blank: CardFields = { number: '', expiry: '', cvc: '' }

/** The card form of the built-in provider. It accepts only the provider's test numbers. */
export function TestCardForm({ takesFocus, onCancel, onSending, onAdded }: CardFormProps) {
  const once = useIdempotentCall<CardSetup>()
  const [asking, setAsking] = useState<{ setupId: string; card: TestCard } | null>(null)
  const { submit, clearFailure, failure, isSending } = useSubmission<CardFields>(async (fields) => {
    const filled = readCard(fields)
    if (!filled) return
    const card = { ...filled, isConfirmed: false }
    const { id: setupId } = await once((requestId) => api.billing.beginCard({ requestId }))
    const { status } = await api.billing.fillTestCard({ setupId, ...card })
    if (status === 'requires_action') setAsking({ setupId, card })
    else onAdded(await api.billing.finishCard({ setupId }))
  }, 'Failed to add payment method')
  const form = useForm<CardFields>({ initialValues: blank, validate: fieldErrors, onValuesChange: clearFailure })
  /** Formats input that is typed at the end. Edits in the middle are not formatted, because the cursor would jump. */
  const inputProps = (field: keyof CardFields, shape: (text: string) => string) => ({
    ...form.getInputProps(field),
    onChange: ({ currentTarget: { value, selectionStart } }: ChangeEvent<HTMLInputElement>) =>
      form.setFieldValue(field, selectionStart === value.length ? shape(value) : value),
  })
  return (
    <>
      <CardForm
        failure={failure}
        isSending={isSending}
        onCancel={onCancel}
        onSending={onSending}
        onSubmit={form.onSubmit(submit, focusFirstError(form))}
      >
        <div className={classes.testMode}>
          <Badge color="ochre" mr="2xs">
            Test mode
          </Badge>
          <Text span size="sm">
            No money moves. Only these cards are taken; choose one to fill it in.
          </Text>
          <ul className={classes.testCards}>
            {testCards.map((card) => (
              <li key={card.number}>
                <UnstyledButton
                  className={classes.testCard}
                  onClick={() => {
                    form.setValues(filledCard(card, new Date()))
                    form.clearErrors()
                  }}
                >
                  <span className="num">{groupDigits(card.number)}</span> <Hint span>{outcomes[card.outcome]}</Hint>
                </UnstyledButton>
              </li>
            ))}
          </ul>
        </div>
        <div className={classes.cardFields}>
          <TextInput
            ref={takesFocus ? focusOnMount : null}
            data-autofocus
            className={classes.cardNumber}
            label="Card number"
            inputMode="numeric"
            autoComplete="off"
            maxLength={25}
            {...inputProps('number', groupDigits)}
          />
          <TextInput
            label="Expiry"
            placeholder="MM/YY"
            inputMode="numeric"
            autoComplete="off"
            maxLength={7}
            {...inputProps('expiry', formatExpiry)}
          />
          <TextInput label="CVC" inputMode="numeric" autoComplete="off" maxLength={4} {...form.getInputProps('cvc')} />
        </div>
      </CardForm>
      {asking && (
        <BankConfirmation
          confirm={async () => {
            await api.billing.fillTestCard({ setupId: asking.setupId, ...asking.card, isConfirmed: true })
            return await api.billing.finishCard({ setupId: asking.setupId })
          }}
          onConfirmed={onAdded}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  )
}
