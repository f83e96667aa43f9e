import { config } from 'zod/v4'

// Zod probes `eval`, which the content security policy forbids; Firefox would log an error.
config({ jitless: true })

export * from 'zod/v4'
