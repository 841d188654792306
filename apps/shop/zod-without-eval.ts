import { config } from 'zod'

// The content security policy forbids code made of strings, which zod would try while a schema is made.
config({ jitless: true })

export * from 'zod'
