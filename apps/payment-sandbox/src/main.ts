import { buildApp } from './app.ts'
import { readConfig } from './config.ts'

const config = readConfig(process.env)
const app = buildApp(config)
const end = async (): Promise<void> => {
  await app.close()
  process.exit()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end())
// As a child process of a server, it ends with that server, also after SIGKILL.
process.once('disconnect', () => void end())
await app.listen({ port: config.port, host: config.host })
console.log(`payment sandbox: ${config.publicUrl}`)
