import { Anchor, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { Setup } from '#shared/contract/accounts.ts'
import { fetchAccount } from '#web/api/auth.ts'
import { isUnfinished } from '#web/app/guard.ts'
import { AuthFrame } from '#web/features/accounts/auth-frame.tsx'
import { DemoEntry } from '#web/features/accounts/demo-entry.tsx'
import { LogInForm } from '#web/features/accounts/log-in-form.tsx'
import { PasskeyEntry } from '#web/features/two-factor/passkey-entry.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'

const ForgotPassword = lazy(() => import('#web/features/accounts/forgot-password.tsx'))
const SecondStep = lazy(() => import('#web/features/two-factor/second-step.tsx'))
const SignUpForm = lazy(() => import('#web/features/accounts/sign-up-form.tsx'))
const SignUpStep = lazy(() => import('#web/features/accounts/sign-up-steps.tsx'))

type Step = 'credentials' | 'name' | 'clinic' | 'license'
type Props = { setup: Setup; isResuming: boolean; startsWithSignUp: boolean; destination: string }

const steps: readonly Step[] = ['credentials', 'name', 'clinic', 'license']
const titles = { name: 'What is your name?', clinic: 'Where do you practice?', license: 'What is your license?' }
const trial = '7 day trial, unlimited sessions, no credit card required'

/** `/login`: sign-in, or sign-up step by step. Somebody who left in the middle goes on with the name. */
export function LoginPage({ setup, isResuming, startsWithSignUp, destination }: Props) {
  const [step, setStep] = useState<Step>(isResuming ? 'name' : 'credentials')
  const [isHalfway, setHalfway] = useState(false)
  const [isSignUp, setSignUp] = useState(startsWithSignUp)
  const isInvited = destination.startsWith('/invitation?')
  const [typedEmail, setTypedEmail] = useState('')
  const forgot = useDialog()

  const leave = () => window.location.assign(destination)
  const afterCredentials = async () => {
    const account = await fetchAccount()
    if (account && isUnfinished(account)) setStep('name')
    else leave()
  }

  if (step !== 'credentials') {
    const next = steps[steps.indexOf(step) + 1]
    return (
      <AuthFrame title={titles[step]} lead={`Step ${steps.indexOf(step) + 1} of ${steps.length}`}>
        <title>Sign up · Attend</title>
        <Suspense>
          <SignUpStep key={step} step={step} onDone={() => (next === undefined ? leave() : setStep(next))} />
        </Suspense>
      </AuthFrame>
    )
  }
  if (isHalfway) {
    return (
      <AuthFrame title="Enter your code" lead="Your password was right. One step is left.">
        <title>Log in · Attend</title>
        <Suspense>
          <SecondStep onDone={afterCredentials} onStartAgain={() => setHalfway(false)} />
        </Suspense>
      </AuthFrame>
    )
  }
  const other = new URLSearchParams({
    ...(!isSignUp && { mode: 'signup' }),
    ...(destination !== '/' && { redirect: destination }),
  })
  return (
    <AuthFrame
      title={isSignUp ? 'Create your account' : 'Welcome to Attend'}
      lead={isSignUp ? trial : isInvited ? 'Log in to accept your invitation.' : 'Log in to continue.'}
    >
      <title>{isSignUp ? 'Sign up · Attend' : 'Log in · Attend'}</title>
      {isSignUp ? (
        <Suspense>
          <SignUpForm onDone={afterCredentials} />
        </Suspense>
      ) : (
        <>
          <LogInForm
            onDone={afterCredentials}
            onSecondStep={() => setHalfway(true)}
            onForgot={(email) => {
              setTypedEmail(email)
              forgot.open()
            }}
          />
          <PasskeyEntry onDone={afterCredentials} />
        </>
      )}
      <Text mt="lg" fz="sm" c="dimmed">
        {isSignUp ? 'Already have an account? ' : 'New to Attend? '}
        <Anchor
          // Whoever is invited makes their account there.
          href={isInvited ? destination : `/login?${other}`}
          fw={600}
          inherit
          onClick={(event) => {
            if (isInvited) return
            event.preventDefault()
            window.history.replaceState(null, '', event.currentTarget.href)
            setSignUp(!isSignUp)
          }}
        >
          {isSignUp ? 'Log in' : 'Sign up'}
        </Anchor>
      </Text>
      {!isSignUp && !isInvited && (
        <Text mt={4} fz="sm" c="dimmed">
          {trial}
        </Text>
      )}
      {setup.offersDemo && <DemoEntry onEntered={leave} />}
      {forgot.isMounted && (
        <Suspense>
          <ForgotPassword
            opened={forgot.isOpen}
            email={typedEmail}
            hasOutbox={setup.hasOutbox}
            onClose={forgot.close}
          />
        </Suspense>
      )}
    </AuthFrame>
  )
}
