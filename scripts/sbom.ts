// npm run sbom: writes the software bill of materials (CycloneDX 1.5) of all packages that a running server needs.
import { mkdir, writeFile } from 'node:fs/promises'
import { softwareBillOfMaterials } from './software-bill-of-materials.ts'

const target = 'dist/attend.cdx.json'
const bill = await softwareBillOfMaterials()
await mkdir('dist', { recursive: true })
await writeFile(target, `${JSON.stringify(bill, null, 2)}\n`)
console.log(`${target}: ${bill.components.length} components`)
