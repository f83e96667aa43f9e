import { config } from 'zod/v4'

// Zod tries whether it may compile validators by `eval`. The content security policy forbids that, and Firefox prints an error.
config({ jitless: true })

export * from 'zod/v4'
