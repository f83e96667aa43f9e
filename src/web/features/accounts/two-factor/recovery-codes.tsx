import { Alert, Button, CopyButton, Group, Stack, Text } from '@mantine/core'
import { focusOnMount } from '#web/ui/form/form.ts'
import classes from './two-factor.module.css'

/** Shows new recovery codes. They are shown only once; the user saves them before the dialog closes. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <Stack gap="md">
      <Text tabIndex={-1} ref={focusOnMount}>
        Each code replaces your authenticator app once. Store them where you can find them without your phone, such as
        in a password manager or on paper.
      </Text>
      <Alert color="ochre" role="note">
        They are shown only once.
      </Alert>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Group justify="space-between">
        <Group gap="xs">
          <CopyButton value={codes.join('\n')}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
              </Button>
            )}
          </CopyButton>
          <Button variant="default" onClick={() => download(codes)}>
            Download
          </Button>
        </Group>
        <Button onClick={onDone}>I have saved them</Button>
      </Group>
    </Stack>
  )
}

function download(codes: readonly string[]) {
  const text = `Recovery codes for Attend. Each works once.\n\n${codes.join('\n')}\n`
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'attend-recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(url)
}
