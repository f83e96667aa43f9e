import { ActionIcon, Button, Text, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { PreparedCopy } from '#shared/contract/copies.ts'
import { useSingleKeys } from '#web/ui/browser/single-keys.ts'
import { useShortcuts } from '#web/ui/browser/use-key-down.ts'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import { FormAlert } from '#web/ui/feedback/alerts.ts'
import { focusOnMount } from '#web/ui/form/form.ts'
import { Hint, Strong } from '#web/ui/layout/text.ts'
import { SelectedText } from './selected-text.tsx'
import { useCopying } from './use-copying.ts'
import classes from './copying.module.css'

type Props = {
  sessionId: string
  copy: PreparedCopy
  /** Whether the button for the next field takes the focus. */
  isFocused: boolean
}

/** The fields of a prepared copy with their copy buttons. `N` copies the next field. */
export function FieldList({ sessionId, copy, isFocused }: Props) {
  const copying = useCopying(sessionId, copy)
  const { copied, next, message, manual } = copying
  const proceed = () => (next ? void copying.copyNext() : copying.startAgain())
  const [hasSingleKeys] = useSingleKeys()
  useShortcuts(hasSingleKeys ? [['N', proceed]] : [])
  if (copy.fields.length === 0) return <Text>This note has no text yet.</Text>
  return (
    <>
      {copy.isDraft && <Hint>This note is not signed yet. Its copy begins with a line that says so.</Hint>}
      <ol className={classes.fields} aria-label="Fields">
        {copy.fields.map(({ name, text, problem }, at) => (
          <li key={name} className={classes.field} aria-current={next?.name === name ? 'step' : undefined}>
            <div className={classes.text}>
              <div className={classes.name}>
                <Strong>{name}</Strong>
                {copied.has(name) && (
                  <Text span size="sm" className={classes.done}>
                    <IconCheck size={15} aria-hidden /> Copied
                  </Text>
                )}
              </div>
              <Text size="sm" lineClamp={2} className={classes.preview} dir="auto">
                {text}
              </Text>
              {problem !== null && (
                <Text size="sm" className={classes.problem}>
                  {problem}
                </Text>
              )}
            </div>
            <Tooltip label="Copy">
              <ActionIcon
                variant="subtle"
                color="gray"
                size={44}
                aria-label={`Copy ${name}`}
                disabled={problem !== null}
                onClick={() => void copying.copyAt(at)}
              >
                <IconCopy size={18} aria-hidden />
              </ActionIcon>
            </Tooltip>
          </li>
        ))}
      </ol>
      {manual && <SelectedText key={manual.name} {...manual} onCopy={copying.onManualCopy} />}
      {copy.whole.problem !== null && <FormAlert color="ochre">{copy.whole.problem}</FormAlert>}
      <Text component="output" className={classes.message}>
        {message}
      </Text>
      <DialogButtons>
        {hasSingleKeys && <Hint>N copies the next field</Hint>}
        <Button variant="default" disabled={copy.whole.problem !== null} onClick={() => void copying.copyWhole()}>
          Copy all
        </Button>
        <Button ref={isFocused ? focusOnMount : undefined} onClick={proceed}>
          {next ? `Copy next: ${next.name}` : 'Start again'}
        </Button>
      </DialogButtons>
    </>
  )
}
