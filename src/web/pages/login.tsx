import { Suspense, useState } from 'react'
import type { Setup } from '#shared/contract/accounts.ts'
import { type AccountChanges, fetchAccount } from '#web/api/auth.ts'
import { isSignUpUnfinished } from '#web/identity/sign-in-address.ts'
import { AuthFrame } from '#web/features/accounts/sign-in/auth-frame.tsx'
import { DemoSignIn } from '#web/features/accounts/sign-in/demo-sign-in.tsx'
import { LogInForm } from '#web/features/accounts/sign-in/log-in-form.tsx'
import { useHistoryView } from '#web/features/accounts/sign-in/use-history-view.ts'
import { PasskeySignIn } from '#web/features/accounts/sign-in/passkey-sign-in.tsx'
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx'
import { useDialog } from '#web/ui/dialog/use-dialog.ts'
import { lazyPart, notLoaded } from '#web/ui/feedback/lazy-part.tsx'
import { Hint, LeadHint } from '#web/ui/layout/text.ts'
import { StrongAnchor } from '#web/ui/layout/strong-anchor.ts'

const NotLoaded = notLoaded('Failed to load this step')

const ForgotPassword = lazyDialog(() => import('#web/features/accounts/sign-in/forgot-password.tsx'))
const SecondStep = lazyPart(() => import('#web/features/accounts/sign-in/second-step.tsx'), NotLoaded)
const SignUpForm = lazyPart(() => import('#web/features/accounts/sign-in/sign-up-form.tsx'), NotLoaded)
const SignUpStep = lazyPart(() => import('#web/features/accounts/sign-in/sign-up-steps.tsx'), NotLoaded)

type View = 'login' | 'signup' | 'code' | 'name' | 'clinic' | 'license'
type Props = {
  setup: Setup
  /** The account whose sign-up is unfinished; null without one. */
  resumed: string | null
  startsWithSignUp: boolean
  destination: string
}

const steps = ['name', 'clinic', 'license'] as const
const titles = { name: 'What is your name?', clinic: 'Where do you practice?', license: 'What is your license?' }
const trial = '7 day trial, unlimited sessions, no credit card required'

/** The page `/login`: sign-in, or sign-up in steps. An unfinished sign-up resumes at the name. */
export function LoginPage({ setup, resumed, startsWithSignUp, destination }: Props) {
  const [view, show] = useHistoryView<View>(resumed !== null ? 'name' : startsWithSignUp ? 'signup' : 'login')
  const [accountId, setAccountId] = useState(resumed)
  const [answers, setAnswers] = useState<AccountChanges>({})
  const isInvited = destination.startsWith('/invitation#')
  /** The email address remains when the user switches between log-in, sign-up and forgotten password. */
  const [typedEmail, setTypedEmail] = useState('')
  const forgot = useDialog()

  const leave = () => window.location.assign(destination)
  const afterCredentials = async () => {
    const account = await fetchAccount()
    if (account && isSignUpUnfinished(account)) {
      setAccountId(account.id)
      show('name')
    } else leave()
  }

  // Once the account exists, Back does not return to email address and password.
  const step = steps.find((known) => known === view) ?? 'name'
  if (accountId !== null) {
    const next = steps[steps.indexOf(step) + 1]
    return (
      <AuthFrame title={titles[step]} lead={`Step ${steps.indexOf(step) + 2} of ${steps.length + 1}`}>
        <title>Sign up · Attend</title>
        <Suspense>
          <SignUpStep
            key={step}
            step={step}
            accountId={accountId}
            answers={answers}
            onDone={(answered) => {
              setAnswers({ ...answers, ...answered })
              if (next === undefined) leave()
              else show(next)
            }}
          />
        </Suspense>
      </AuthFrame>
    )
  }
  if (view === 'code') {
    return (
      <AuthFrame title="Enter your code" lead="Password accepted. One more step.">
        <title>Log in · Attend</title>
        <Suspense>
          <SecondStep onDone={afterCredentials} onStartAgain={() => show('login')} />
        </Suspense>
      </AuthFrame>
    )
  }
  const isSignUp = view === 'signup'
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
          <SignUpForm typedEmail={typedEmail} onEmail={setTypedEmail} onDone={afterCredentials} />
        </Suspense>
      ) : (
        <>
          <LogInForm
            typedEmail={typedEmail}
            onEmail={setTypedEmail}
            onDone={afterCredentials}
            onSecondStep={() => show('code')}
            onForgot={forgot.open}
          />
          <PasskeySignIn onDone={afterCredentials} />
        </>
      )}
      <Hint mt="lg">
        {isSignUp ? 'Already have an account? ' : 'New to Attend? '}
        <StrongAnchor
          // Invited users create their account on the invitation page.
          href={isInvited ? destination : `/login?${other}`}

          inherit
          onClick={(event) => {
            if (isInvited) return
            event.preventDefault()
            show(isSignUp ? 'login' : 'signup', event.currentTarget.href)
          }}
        >
          {isSignUp ? 'Log in' : 'Sign up'}
        </StrongAnchor>
      </Hint>
      {!isSignUp && !isInvited && <LeadHint>{trial}</LeadHint>}
      {setup.offersDemo && <DemoSignIn onEntered={leave} />}
      {forgot.isMounted && (
        <Suspense>
          <ForgotPassword
            opened={forgot.isOpen}
            email={typedEmail.trim()}
            hasOutbox={setup.hasOutbox}
            onClose={forgot.close}
          />
        </Suspense>
      )}
    </AuthFrame>
  )
}
