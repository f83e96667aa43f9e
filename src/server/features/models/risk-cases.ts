import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { SafetyPassage } from '#shared/contract/notes.ts'

const RiskCases = z.object({
  /** Invented statements that indicate a risk without naming the risk. */
  indirect: z.array(z.object({ topic: SafetyPassage.shape.topic, text: z.string() })),
  /** Invented harmless statements in similar words. */
  harmless: z.array(z.string()),
})

export const { indirect, harmless } = RiskCases.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, 'risk-cases.json'), 'utf8')),
)
