import type { EngineModel } from '#shared/contract/engines.ts'
import type { EngineVerb } from './use-engines.ts'

/** The actions of a model's row. */
export interface RowActions {
  change: (verb: EngineVerb, model: EngineModel) => void
  showDetails: (model: EngineModel) => void
  askToRemove: (model: EngineModel) => void
}
