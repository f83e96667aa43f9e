import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import * as z from 'zod'
import { execute } from './steps.ts'

const Bill = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  components: z.array(
    z.looseObject({
      name: z.string(),
      version: z.string(),
      properties: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
    }),
  ),
})
export type Bill = z.infer<typeof Bill>

/** Files of other projects in this repository that do not come from a package. */
const filesOfOthers = [
  {
    name: 'silero-vad',
    version: '6',
    license: 'MIT',
    path: 'src/server/providers/speech/voice-model/silero_vad_v6.onnx',
  },
]

/**
 * All production packages for every platform, from the lock file, and the files of other projects in this repository.
 */
export async function softwareBillOfMaterials(): Promise<Bill> {
  // With --omit=dev, npm also omits packages that both the server and a development tool need, such as pg.
  const args = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--loglevel=error']
  const { code, output } = await execute('npm', args, { quiet: true })
  if (code !== 0) throw new Error(`npm sbom failed: ${output}`)
  const bill = Bill.parse(JSON.parse(output.slice(output.indexOf('{'))))
  const files = await Promise.all(
    filesOfOthers.map(async ({ name, version, license, path }) => ({
      'bom-ref': path,
      type: 'file',
      name,
      version,
      licenses: [{ license: { id: license } }],
      hashes: [
        {
          alg: 'SHA-512',
          content: createHash('sha512')
            .update(await readFile(path))
            .digest('hex'),
        },
      ],
    })),
  )
  const packages = bill.components.filter(
    ({ properties }) => !properties?.some(({ name }) => name === 'cdx:npm:package:development'),
  )
  return { ...bill, components: [...packages, ...files] }
}
