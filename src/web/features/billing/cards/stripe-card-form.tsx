import { useComputedColorScheme, useMantineTheme } from '@mantine/core'
import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Stripe, StripeError } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { sentence } from '#shared/contract/errors.ts'
import type { CardSetup } from '#shared/contract/billing.ts'
import { RequestError } from '#web/api/auth.ts'
import { api } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { useSubmission } from '#web/ui/form/form.ts'
import { Hint } from '#web/ui/layout/text.ts'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { CardForm, type CardFormProps } from './card-form.tsx'
import { useIdempotentCall } from '../use-idempotent-call.ts'
import classes from '../billing.module.css'

// The script stays loaded while the user visits pages of clients, so its fraud signals, which track movements, are off.
loadStripe.setLoadParameters({ advancedFraudSignals: false })

/** Stripe's hosted card form. The card number goes from Stripe's frame to Stripe and never reaches Attend. */
export default function StripeCardForm(props: CardFormProps) {
  const { publishableKey } = props
  const stripe = useQuery({
    queryKey: ['stripe', publishableKey],
    queryFn: () => loadForm(publishableKey),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (stripe.isError) {
    return (
      <LoadFailure
        error={stripe.error}
        fallback="The card form could not be loaded"
        onRetry={() => void stripe.refetch()}
      />
    )
  }
  if (!stripe.data) {
    return (
      <Loading label="Loading card form">
        <Placeholder kind="panel" />
      </Loading>
    )
  }
  return (
    <Elements stripe={stripe.data}>
      <Fields {...props} />
    </Elements>
  )
}

/** @throws RequestError if Stripe's script does not load */
async function loadForm(publishableKey: string | null): Promise<Stripe> {
  window.addEventListener('error', dropScript, { capture: true })
  try {
    const stripe = publishableKey === null ? null : await loadStripe(publishableKey).catch(() => null)
    if (stripe === null) throw new RequestError('payments_unreachable', sentence('payments_unreachable'), 503)
    return stripe
  } finally {
    window.removeEventListener('error', dropScript, { capture: true })
  }
}

/** Removes a script that failed to load; otherwise Stripe's loader waits for it forever instead of retrying. */
function dropScript({ target }: Event): void {
  if (target instanceof HTMLScriptElement && target.src.startsWith('https://js.stripe.com/')) target.remove()
}

function Fields({ takesFocus, onCancel, onSending, onAdded }: CardFormProps) {
  const stripe = useStripe()
  const elements = useElements()
  const once = useIdempotentCall<CardSetup>()
  const isDark = useComputedColorScheme() === 'dark'
  const { colors, black } = useMantineTheme()
  // Stripe has already stored this card. A retry repeats only the remaining steps, unless the card was edited.
  const storedSetupId = useRef<string | null>(null)
  const { submit, clearFailure, failure, isSending } = useSubmission<void>(async () => {
    storedSetupId.current ??= await fill()
    const cards = await api.billing.finishCard({ setupId: storedSetupId.current }).catch((error: unknown) => {
      if (readError(error).code === 'setup_unsuccessful') storedSetupId.current = null
      throw error
    })
    onAdded(cards)
  }, 'Failed to add payment method')

  /** Stores the card at Stripe and returns its setup id. */
  async function fill(): Promise<string> {
    const card = elements?.getElement(CardElement)
    if (!stripe || !card) throw new RequestError('card_element_missing', 'Card element not found', 409)
    const { id: setupId, clientSecret } = await once((requestId) => api.billing.beginCard({ requestId }))
    const { setupIntent, error } = await stripe.confirmCardSetup(clientSecret, { payment_method: { card } })
    if (error) throw refusal(error)
    if (setupIntent.status !== 'succeeded') {
      throw new RequestError('setup_unsuccessful', sentence('setup_unsuccessful'), 409)
    }
    return setupId
  }

  return (
    <CardForm
      failure={failure}
      isSending={isSending}
      onCancel={onCancel}
      onSending={onSending}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Hint>Card details are entered with Stripe. The number never reaches Attend.</Hint>
      <div className={classes.stripe}>
        <CardElement
          onReady={(card) => {
            if (takesFocus) card.focus()
          }}
          onChange={() => {
            storedSetupId.current = null
            clearFailure()
          }}
          options={{
            style: {
              base: {
                fontSize: '15px',
                color: isDark ? colors.dark[0] : black,
                iconColor: isDark ? colors.dark[2] : colors.gray[6],
                '::placeholder': { color: isDark ? colors.dark[2] : colors.gray[6] },
              },
              invalid: { color: isDark ? colors.red[3] : colors.red[8] },
            },
          }}
        />
      </div>
    </CardForm>
  )
}

/** Converts an error of Stripe. Only card errors are written for the cardholder, so only their messages are shown. */
function refusal({ type, message }: StripeError): RequestError {
  switch (type) {
    case 'card_error':
    case 'validation_error':
      return new RequestError('card_declined', message ?? sentence('card_declined'), 402)
    case 'api_connection_error':
      return new RequestError('payments_unreachable', sentence('payments_unreachable'), 503)
    case 'authentication_error':
      return new RequestError('payments_unauthorized', sentence('payments_unauthorized'), 502)
    default:
      return new RequestError('payment_processing', sentence('payment_processing'), 402)
  }
}
