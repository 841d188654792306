import { buildApp } from './app.ts'
import { readConfig } from './config.ts'

const config = readConfig(process.env)
const app = buildApp(config)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void app.close())
// Started by a server: ends with it, however that ended.
process.once('disconnect', () => void app.close())
await app.listen({ port: config.port, host: config.host })
console.log(`payment sandbox: ${config.publicUrl}`)
