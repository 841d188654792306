import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'

/** Run as a program, not imported as a module: the sandbox stands for another company's service. */
const entry = fileURLToPath(new URL('../../../../../payment-sandbox/src/main.ts', import.meta.url))

/** Ports from 11000, in ranges. Each test worker has one range, so that no other takes a port while its server restarts. */
const portsPerRange = 500
const ranges = 40
const usedPorts = new Set<number>()
let range: Promise<number> | undefined

/**
 * Reserves a range for this process: it listens on the first port of the range until it ends, however it ends.
 * @returns that port
 */
async function reserveRange(): Promise<number> {
  const first = randomInt(ranges)
  for (let tried = 0; tried < ranges; tried++) {
    const port = 11_000 + ((first + tried) % ranges) * portsPerRange
    const server = await listenOn(port)
    server?.unref()
    if (server) return port
  }
  throw new Error('every range of ports is reserved by another process of tests')
}

/** @returns the listening server; undefined if another process uses the port */
async function listenOn(port: number): Promise<Server | undefined> {
  const server = createServer().listen(port, 'localhost')
  return once(server, 'listening').then(
    () => server,
    () => undefined,
  )
}

/**
 * A port that is free at this moment, each once. It is below the ephemeral ports, one of which another process could get for an
 * outgoing connection before the caller listens, or while its server restarts.
 */
export async function freePort(): Promise<number> {
  const reserved = await (range ??= reserveRange())
  for (;;) {
    const port = randomInt(reserved + 1, reserved + portsPerRange)
    if (usedPorts.has(port)) continue
    // Before it is tried: two calls at the same time would otherwise get the same port, one after the other.
    usedPorts.add(port)
    const server = await listenOn(port)
    if (!server) continue
    await new Promise((resolve) => server.close(resolve))
    return port
  }
}

/** The real sandbox in a separate process, which a test may kill and restart with the same data. */
export class SandboxProcess {
  readonly url: string
  readonly #env: Record<string, string>
  #process: ChildProcess | undefined

  constructor(port: number, dataFolder: string, secret: string, settings: Readonly<Record<string, string>> = {}) {
    this.url = `http://localhost:${port}`
    this.#env = {
      PAYMENT_SANDBOX_PORT: String(port),
      PAYMENT_SANDBOX_DATA: dataFolder,
      PAYMENT_SANDBOX_SECRET: secret,
      PAYMENT_SANDBOX_RETRY_MS: '50',
      PAYMENT_SANDBOX_SLOW_MS: '300',
      PAYMENT_SANDBOX_PAD_MS: '300',
      ...settings,
    }
  }

  async start(): Promise<void> {
    this.#process = spawn(process.execPath, [entry], { env: { ...process.env, ...this.#env }, stdio: ['ignore', 'pipe', 'inherit'] })
    const [output] = await Promise.race([once(this.#process.stdout!, 'data'), once(this.#process, 'exit')])
    if (typeof output === 'number') throw new Error(`the sandbox exited with ${output}`)
  }

  /** Suspends the process: requests get no response until {@link goOn} resumes it. */
  hang(): void {
    this.#process?.kill('SIGSTOP')
  }

  goOn(): void {
    this.#process?.kill('SIGCONT')
  }

  /** @param signal SIGKILL gives the process no chance to shut down */
  async kill(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    const process = this.#process
    this.#process = undefined
    if (!process || process.exitCode !== null || process.signalCode !== null) return
    const exit = once(process, 'exit')
    process.kill(signal)
    await exit
  }
}

export type Delivery = { readonly rawBody: Buffer; readonly headers: IncomingMessage['headers'] }

/** A callback endpoint that records its deliveries, and answers with `status`. */
export class CallbackInbox {
  readonly deliveries: Delivery[] = []
  status = 200
  readonly #server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    this.deliveries.push({ rawBody: Buffer.concat(chunks), headers: request.headers })
    response.writeHead(this.status).end()
  })

  /** @returns the callback URL */
  async listen(): Promise<string> {
    this.#server.listen(0, 'localhost')
    await once(this.#server, 'listening')
    return `http://localhost:${(this.#server.address() as AddressInfo).port}/callback`
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  of(sessionId: string): Delivery[] {
    return this.deliveries.filter(({ rawBody }) => rawBody.includes(sessionId))
  }
}
