import { endpoints } from '#server/http/implement.ts'
import { inTransaction } from '#server/http/use-case.ts'
import { suggestFeature } from './suggest-feature.ts'

const { feedback } = endpoints

export const feedbackRoutes = {
  suggest: feedback.suggest.handler(inTransaction(suggestFeature)),
}
