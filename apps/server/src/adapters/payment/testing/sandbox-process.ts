import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'

/** A program to run, not a module to import: the sandbox stands for another company's house. */
const entry = fileURLToPath(new URL('../../../../../payment-sandbox/src/main.ts', import.meta.url))

/**
 * A port that nobody listens on at this moment: below those that systems give to whoever calls out, one of which might be
 * taken before somebody listens here, or while they are away to be started again.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(11_000, 26_000)
    const server = createServer().listen(port, 'localhost')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    await new Promise((resolve) => server.close(resolve))
    return port
  }
}

/** The real sandbox as a process of its own, that a test may kill and start again over the same data. */
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
    const [word] = await Promise.race([once(this.#process.stdout!, 'data'), once(this.#process, 'exit')])
    if (typeof word === 'number') throw new Error(`the sandbox went away with ${word}`)
  }

  /** It holds every call and answers none, until it goes on. */
  hang(): void {
    this.#process?.kill('SIGSTOP')
  }

  goOn(): void {
    this.#process?.kill('SIGCONT')
  }

  /** Without any chance to tidy up. */
  async kill(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    if (!this.#process) return
    const gone = once(this.#process, 'exit')
    this.#process.kill(signal)
    await gone
    this.#process = undefined
  }
}

export type Delivery = { readonly rawBody: Buffer; readonly headers: IncomingMessage['headers'] }

/** A shop's callback address that keeps what it is sent, and answers with `status`. */
export class CallbackInbox {
  readonly deliveries: Delivery[] = []
  status = 200
  readonly #server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    this.deliveries.push({ rawBody: Buffer.concat(chunks), headers: request.headers })
    response.writeHead(this.status).end()
  })

  /** @returns the address to be called back at. */
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
