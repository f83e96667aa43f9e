import { fileURLToPath } from 'node:url'
import { type AnyContractRouter, isContractProcedure } from '@orpc/contract'
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
      return `${endpointOf}\nexport default ${routesOf(module.contract)}`
    },
  }
}

/** Creates an endpoint as oRPC's client reads it. Repeating the call takes fewer bytes than repeating the object. */
const endpointOf =
  "const endpoint = (method, path) => ({ '~orpc': { errorMap: {}, meta: {}, route: { method, path } } })"

function routesOf(router: AnyContractRouter): string {
  if (!isContractProcedure(router)) {
    const inner = Object.entries(router).map(([name, one]) => `${JSON.stringify(name)}:${routesOf(one)}`)
    return `{${inner.join()}}`
  }
  const { method, path, inputStructure, outputStructure } = router['~orpc'].route
  if (method === undefined || path === undefined || inputStructure || outputStructure)
    throw new Error(`The browser cannot call this endpoint: ${path}`)
  return `endpoint(${JSON.stringify(method)},${JSON.stringify(path)})`
}
