// The content security policy forbids `eval`, which zod would try when the first form loads it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
