import { startServer } from './app.ts'
import { ConfigError, readConfig } from '#config'

try {
  const server = await startServer(readConfig(process.env))
  const stop = async (): Promise<void> => {
    process.removeAllListeners('SIGINT').removeAllListeners('SIGTERM')
    await server.stop()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop())
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exit(1)
}
