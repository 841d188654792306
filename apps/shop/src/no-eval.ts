// The content security policy forbids code made of strings, which zod would try when the first form brings it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
