import { config } from 'zod'

// The content security policy forbids code made of strings, which zod would try while a schema is made. The build keeps
// this in one chunk with zod, so that it comes before every schema.
config({ jitless: true })
