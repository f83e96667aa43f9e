import { Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { accountQuery, isUnfinished, setupQuery } from '#web/api/account.ts'
import { AuthFailure, AuthSpinner } from '#web/app/auth-screens.tsx'
import { AuthFrame } from '#web/features/accounts/auth-frame.tsx'
import { CredentialsForm } from '#web/features/accounts/credentials-form.tsx'
import { DemoEntry } from '#web/features/accounts/demo-entry.tsx'
import { safeDestination } from '#web/features/accounts/password-rules.ts'
import { useDialog } from '#web/ui/dialog.tsx'
import { AnchorLink } from '#web/ui/links.tsx'

const ForgotPassword = lazy(() => import('#web/features/accounts/forgot-password.tsx'))
const SignUpStep = lazy(() => import('#web/features/accounts/sign-up-steps.tsx'))

type Search = { mode?: 'signup'; redirect?: string }
type Step = 'credentials' | 'name' | 'clinic' | 'license'

const steps: readonly Step[] = ['credentials', 'name', 'clinic', 'license']
const titles = { name: 'What is your name?', clinic: 'Where do you practise?', license: 'What is your license?' }

export const Route = createFileRoute('/login')({
  validateSearch: (search): Search => ({
    ...(search['mode'] === 'signup' && { mode: 'signup' }),
    ...(typeof search['redirect'] === 'string' && { redirect: search['redirect'] }),
  }),
  beforeLoad: async ({ context, search }) => {
    const account = await context.queryClient.ensureQueryData(accountQuery)
    if (account && !isUnfinished(account)) throw redirect({ href: safeDestination(search.redirect), replace: true })
    return { isResuming: account !== null }
  },
  pendingComponent: AuthSpinner,
  errorComponent: AuthFailure,
  component: LoginPage,
})

function LoginPage() {
  const { mode = 'login', redirect: wanted } = Route.useSearch()
  const { isResuming } = Route.useRouteContext()
  const { data: setup } = useQuery(setupQuery)
  const client = useQueryClient()
  const router = useRouter()
  const [step, setStep] = useState<Step>(isResuming ? 'name' : 'credentials')
  const forgot = useDialog()
  const [typedEmail, setTypedEmail] = useState('')

  const leave = () => router.history.push(safeDestination(wanted))
  const afterCredentials = async () => {
    const account = await client.fetchQuery({ ...accountQuery, staleTime: 0 })
    if (account && isUnfinished(account)) setStep('name')
    else leave()
  }

  if (step !== 'credentials') {
    const next = steps[steps.indexOf(step) + 1]
    return (
      <AuthFrame title={titles[step]} lead={`Step ${steps.indexOf(step) + 1} of ${steps.length}`}>
        <Suspense>
          <SignUpStep key={step} step={step} onDone={() => (next === undefined ? leave() : setStep(next))} />
        </Suspense>
      </AuthFrame>
    )
  }
  const isSignUp = mode === 'signup'
  return (
    <AuthFrame
      title={isSignUp ? 'Create your account' : 'Welcome to Attend'}
      lead={isSignUp ? '7 day trial, unlimited sessions, no credit card required' : 'Log in to continue.'}
    >
      <title>{isSignUp ? 'Sign up · Attend' : 'Log in · Attend'}</title>
      <CredentialsForm
        key={mode}
        mode={mode}
        onDone={afterCredentials}
        onForgot={(email) => {
          setTypedEmail(email)
          forgot.open()
        }}
      />
      <Text mt="lg" fz="sm" c="dimmed">
        {isSignUp ? 'Already have an account? ' : 'New to Attend? '}
        <AnchorLink to="/login" search={(old) => ({ ...old, mode: isSignUp ? undefined : 'signup' })} fw={600} inherit>
          {isSignUp ? 'Log in' : 'Sign up'}
        </AnchorLink>
      </Text>
      {!isSignUp && (
        <Text mt={4} fz="sm" c="dimmed">
          7 day trial, unlimited sessions, no credit card required
        </Text>
      )}
      {setup?.offersDemo && <DemoEntry onEntered={leave} />}
      {forgot.isMounted && (
        <Suspense>
          <ForgotPassword
            opened={forgot.isOpen}
            email={typedEmail}
            hasOutbox={setup?.hasOutbox ?? false}
            onClose={forgot.close}
          />
        </Suspense>
      )}
    </AuthFrame>
  )
}
