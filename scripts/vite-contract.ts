import { fileURLToPath } from 'node:url'
import { type AnyContractRouter, minifyContractRouter } from '@orpc/contract'
import { type Plugin, runnerImport } from 'vite'

const publicId = 'virtual:contract'
const resolvedId = `\0${publicId}`
const contractFile = fileURLToPath(new URL('../src/shared/contract/contract.ts', import.meta.url))

/**
 * Provides `virtual:contract`: methods and paths of the contract without schemas. The browser calls the server without
 * loading the validation library.
 */
export function contractPlugin(): Plugin {
  return {
    name: 'attend:contract',
    resolveId: (id) => (id === publicId ? resolvedId : undefined),
    async load(id) {
      if (id !== resolvedId) return undefined
      const { module, dependencies } = await runnerImport<{ contract: AnyContractRouter }>(contractFile, {
        configFile: false,
        logLevel: 'warn',
      })
      for (const file of [contractFile, ...dependencies]) this.addWatchFile(file)
      return `export default ${JSON.stringify(minifyContractRouter(module.contract))}`
    },
  }
}
