import type { AmendmentRequest } from '#shared/contract/amendments.ts'

/** A step that a user adds to a request. */
export type Answer = 'extend' | 'deny' | 'accept' | 'statement'

/** Props of a dialog that adds a step to a request. */
export type AnswerProps = {
  opened: boolean
  request: AmendmentRequest
  onClose: () => void
  /** Called once the step is added, in place of `onClose`. */
  onDone: () => void
}
