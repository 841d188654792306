import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { timeLimit } from '@playhouse/testing/time-limit'
import { until } from '@playhouse/testing/until'

const main = fileURLToPath(new URL('../../main.ts', import.meta.url))

/** Characters of a process's last errors that the message of a failed start keeps. */
const keptErrors = 2_000

/** A real server process, which can be killed at any moment and started again. */
export class ServerProcess {
  readonly origin: string
  readonly #env: Readonly<Record<string, string>>
  #child: ChildProcess | undefined

  constructor(port: number, env: Readonly<Record<string, string>>) {
    this.origin = `http://localhost:${port}`
    this.#env = { ...env, PORT: String(port) }
  }

  /** Resolves when the server is ready. */
  async start(): Promise<void> {
    const { DATABASE_URL: _database, ...environment } = process.env
    const child = spawn(process.execPath, [main], { env: { ...environment, ...this.#env }, stdio: ['ignore', 'inherit', 'pipe'] })
    this.#child = child
    let errors = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      process.stderr.write(text)
      errors = (errors + text).slice(-keptErrors)
    })
    const isReady = (): Promise<boolean> => {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`the server ended with ${child.exitCode ?? child.signalCode}: ${errors.trim().replaceAll(/\s+/g, ' ')}`)
      return this.isReady()
    }
    await until('a server that is ready', isReady, { timeout: timeLimit(120_000), interval: 50 })
  }

  isReady(): Promise<boolean> {
    return fetch(`${this.origin}/readyz`, { signal: AbortSignal.timeout(1_000) }).then(
      ({ ok }) => ok,
      () => false,
    )
  }

  /** Sends SIGKILL. Resolves when the process has exited. */
  kill(): Promise<void> {
    return this.#end('SIGKILL')
  }
  /** Sends SIGTERM: the server closes gracefully. Resolves when the process has exited. */
  stop(): Promise<void> {
    return this.#end('SIGTERM')
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill(signal)
    await exit
  }
}
