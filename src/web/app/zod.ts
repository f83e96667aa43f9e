import { config } from 'zod/v4'

// Zod tests whether `eval` works. The content security policy forbids it, and Firefox would log an error.
config({ jitless: true })

export * from 'zod/v4'
