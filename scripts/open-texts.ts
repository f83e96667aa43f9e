// Which texts that the specifications quote are still missing: node scripts/open-texts.ts
import { adminTexts } from '../test/texts/admin.ts'
import { coreTexts } from '../test/texts/core.ts'
import { faultsOf } from '../test/texts/look-up.ts'

for (const [name, texts] of Object.entries({ core: coreTexts, admin: adminTexts })) {
  for (const row of texts) {
    const faults = faultsOf(row)
    if (faults.length > 0) console.log(`${name} ${row.section}: ${row.text} (${faults.join(', ')})`)
  }
}
