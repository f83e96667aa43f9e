import { endpoints } from '#server/http/implement.ts'
import { inTransaction } from '#server/use-case/as-caller.ts'
import { suggestFeature } from './suggest-feature.ts'

const { feedback } = endpoints

export const feedbackRoutes = {
  suggest: feedback.suggest.handler(inTransaction(suggestFeature)),
}
