import { UnstyledButton } from '@mantine/core'
import { IconBulb } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useReadOnly } from '#web/identity/read-only.ts'
import { useDialog } from '#web/ui/dialog/use-dialog.ts'
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx'
import { HintLine, StrongLine } from '#web/ui/layout/text.ts'
import classes from './feedback.module.css'

const SuggestFeature = lazyDialog(() => import('./suggest-feature.tsx'))

/** The prompt in the sidebar to suggest a feature (spec core §2). */
export function SuggestionPrompt() {
  const dialog = useDialog()
  if (useReadOnly()) return null
  return (
    <div className={classes.prompt}>
      <UnstyledButton className={classes.button} aria-haspopup="dialog" onClick={dialog.open}>
        <IconBulb size={19} stroke={1.6} aria-hidden />
        <span>
          <StrongLine size="sm">Suggest a feature</StrongLine>
          <HintLine size="xs">What would make your work easier?</HintLine>
        </span>
      </UnstyledButton>
      <Suspense>{dialog.isMounted && <SuggestFeature opened={dialog.isOpen} onClose={dialog.close} />}</Suspense>
    </div>
  )
}
