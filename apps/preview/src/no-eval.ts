// The content security policy forbids code made of strings, which zod would try when the first schema is used.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
