import { Button, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { maxSuggestionLength } from '#shared/contract/limits.ts'
import { api } from '#web/api/client.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { FormButtons } from '#web/ui/form/form-buttons.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { focusOnMount, useSubmission } from '#web/ui/form/form.ts'
import { UnsavedInput } from '#web/identity/unsaved-input.tsx'
import { Hint } from '#web/ui/layout/text.ts'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'

type Props = { opened: boolean; onClose: () => void }

/** The dialog that sends a suggestion. The text remains if the dialog is closed before sending. */
export default function SuggestFeature({ opened, onClose }: Props) {
  const [content, setContent] = useState('')
  const [isSent, setSent] = useState(false)
  const { submit, failure, clearFailure, isSending } = useSubmission(async (text: string) => {
    await api.feedback.suggest({ content: text })
    setContent('')
    setSent(true)
  }, 'Your suggestion could not be sent. It is still here; try again.')
  const isWritten = content.trim() !== ''
  const remainingCharacters = maxSuggestionLength - content.length
  return (
    <>
      {/* The text survives closing the dialog, but not a reload of the page. */}
      <UnsavedInput isDirty={isWritten && !opened} />
      <Dialog
        opened={opened}
        onClose={onClose}
        onExitTransitionEnd={() => {
          clearFailure()
          setSent(false)
        }}
        title="Suggest a feature"
        size="lg"
      >
        {isSent ? (
          <Stack gap="md">
            <Text component="output">
              Thank you. Your suggestion was saved for the people who run Attend here, with your name and the time.
            </Text>
            <DialogButtons>
              <Button ref={focusOnMount} onClick={onClose}>
                Close
              </Button>
            </DialogButtons>
          </Stack>
        ) : (
          <form
            onSubmit={(event) => {
              event.preventDefault()
              void submit(content.trim())
            }}
          >
            <Stack gap="sm">
              <UnsavedInput isDirty={isWritten} />
              <Hint>Please write nothing about clients here: no names, nothing that was said in a session.</Hint>
              <Textarea
                label="Your suggestion"
                data-autofocus
                autosize
                minRows={5}
                maxRows={14}
                maxLength={maxSuggestionLength}
                descriptionProps={{ fz: 'xs' }}
                description={`${remainingCharacters} ${remainingCharacters === 1 ? 'character' : 'characters'} left`}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                disabled={isSending}
                value={content}
                onChange={(event) => setContent(event.currentTarget.value)}
              />
              <FormError message={failure} />
              <FormButtons submit="Send" isSending={isSending} onCancel={onClose} isBlocked={!isWritten} />
            </Stack>
          </form>
        )}
      </Dialog>
    </>
  )
}
