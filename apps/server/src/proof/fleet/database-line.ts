import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import type { DatabaseAddress } from '#db'

type FaultKind = void | 'let-through'

/** A fault to inject once these patterns matched, one after the other, on one connection. */
type PlannedFault = {
  readonly words: readonly RegExp[]
  /** Before the last matching statement reaches the database, or when the database has answered it and the server has not received it. */
  readonly moment: 'before' | 'answered'
  /** The fault; if it returns `let-through`, the withheld bytes are forwarded. */
  readonly strike: () => FaultKind | Promise<FaultKind>
}

/**
 * A proxy between one server process and PostgreSQL, with which a test watches and cuts connections. Statements pass it in
 * clear text, so a pattern of a statement picks a moment of a request without test hooks in the product.
 */
export class DatabaseProxy {
  readonly #target: DatabaseAddress
  readonly #server: Server
  readonly #open = new Set<Socket>()
  #ambush: PlannedFault | undefined
  #isCut = false

  constructor(target: DatabaseAddress) {
    this.#target = target
    this.#server = createServer({ allowHalfOpen: false }, (socket) => this.#join(socket))
  }

  /** @returns the URL of the database through this proxy. */
  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    const { port } = this.#server.address() as AddressInfo
    if ('url' in this.#target) {
      const url = new URL(this.#target.url)
      url.host = `127.0.0.1:${port}`
      return url.href
    }
    return `postgres://${this.#target.user}@127.0.0.1:${port}/${this.#target.database}`
  }

  /** Breaks every connection, and refuses new ones until {@link mend}. */
  cut(): void {
    this.#isCut = true
    for (const socket of this.#open) socket.destroy()
  }
  mend(): void {
    this.#isCut = false
    this.#ambush = undefined
  }

  /** Once, when these patterns matched on one connection: withholds the last statement and injects the fault. */
  before(words: readonly RegExp[], strike: PlannedFault['strike']): void {
    this.#ambush = { words, moment: 'before', strike }
  }
  /** Once, when the database has answered these statements: injects the fault before the server receives the answer. */
  answered(words: readonly RegExp[], strike: PlannedFault['strike']): void {
    this.#ambush = { words, moment: 'answered', strike }
  }

  close(): void {
    this.cut()
    this.#server.close()
  }

  #join(server: Socket): void {
    if (this.#isCut) return void server.destroy()
    const database = this.#reach()
    this.#open.add(server)
    let heard = 0
    let isStruck = false
    const strike = async ({ strike: act }: PlannedFault, onward: () => void): Promise<void> => {
      this.#ambush = undefined
      if ((await act()) === 'let-through') onward()
    }
    server.on('data', (bytes: Buffer) => {
      const ambush = this.#ambush
      const next = ambush?.words[heard]
      if (ambush && next?.test(bytes.toString('latin1'))) {
        heard++
        if (heard === ambush.words.length) {
          if (ambush.moment === 'before') return void strike(ambush, () => database.write(bytes))
          isStruck = true
        }
      }
      database.write(bytes)
    })
    database.on('data', (bytes: Buffer) => {
      if (isStruck && this.#ambush) return void strike(this.#ambush, () => server.write(bytes))
      server.write(bytes)
    })
    for (const [one, other] of [
      [server, database],
      [database, server],
    ] as const) {
      one.on('error', () => {})
      one.on('close', () => {
        other.destroy()
        this.#open.delete(server)
      })
    }
  }

  #reach(): Socket {
    if (!('url' in this.#target)) return connect(`${this.#target.host}/.s.PGSQL.${this.#target.port}`)
    const { hostname, port } = new URL(this.#target.url)
    return connect(Number(port || 5432), hostname)
  }
}
