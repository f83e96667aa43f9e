/** Methods and paths of the contract, made by `scripts/vite-contract.ts`. */
declare module 'virtual:contract' {
  import type { AnyContractRouter } from '@orpc/contract'

  const contract: AnyContractRouter
  export default contract
}
