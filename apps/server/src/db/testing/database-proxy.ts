import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import type { DatabaseAddress } from '#db'

type FaultKind = void | 'let-through'

/** A fault to inject once these patterns matched, one after the other, on one connection. */
type PlannedFault = {
  readonly words: readonly RegExp[]
  /** Before the last matching statement reaches the database, or when the database has answered it and the server has not received it. */
  readonly moment: 'before' | 'after'
  /** The fault; if it returns `let-through`, the withheld bytes are forwarded. */
  readonly inject: () => FaultKind | Promise<FaultKind>
}

/**
 * A proxy between one server process and PostgreSQL, with which a test watches and cuts connections. Statements pass it in
 * clear text, so a pattern of a statement picks a moment of a request without test hooks in the product.
 */
export class DatabaseProxy {
  readonly #target: DatabaseAddress
  readonly #server: Server
  readonly #open = new Set<Socket>()
  #fault: PlannedFault | undefined
  #isCut = false

  constructor(target: DatabaseAddress) {
    this.#target = target
    this.#server = createServer({ allowHalfOpen: false }, (socket) => this.#accept(socket))
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

  /** Breaks every connection, and refuses new ones until {@link repair}. */
  cut(): void {
    this.#isCut = true
    for (const socket of this.#open) socket.destroy()
  }
  repair(): void {
    this.#isCut = false
    this.#fault = undefined
  }

  /** Once, when these patterns matched on one connection: withholds the last statement and injects the fault. */
  before(words: readonly RegExp[], inject: PlannedFault['inject']): void {
    this.#fault = { words, moment: 'before', inject }
  }
  /** Once, when the database has answered these statements: injects the fault before the server receives the answer. */
  after(words: readonly RegExp[], inject: PlannedFault['inject']): void {
    this.#fault = { words, moment: 'after', inject }
  }

  close(): void {
    this.cut()
    this.#server.close()
  }

  #accept(server: Socket): void {
    if (this.#isCut) return void server.destroy()
    const database = this.#connect()
    this.#open.add(server)
    /** How many patterns of the current fault have matched on this connection. */
    let progress: { readonly fault: PlannedFault; matchCount: number } | undefined
    const isDue = ({ fault, matchCount }: NonNullable<typeof progress>): boolean => matchCount === fault.words.length
    const inject = async ({ inject: act }: PlannedFault, passThrough: () => void): Promise<void> => {
      this.#fault = undefined
      if ((await act()) === 'let-through') passThrough()
    }
    server.on('data', (bytes: Buffer) => {
      const fault = this.#fault
      if (progress?.fault !== fault) progress = fault && { fault, matchCount: 0 }
      if (progress?.fault.words[progress.matchCount]?.test(bytes.toString('latin1'))) {
        progress.matchCount++
        if (isDue(progress) && progress.fault.moment === 'before') return void inject(progress.fault, () => database.write(bytes))
      }
      database.write(bytes)
    })
    database.on('data', (bytes: Buffer) => {
      if (progress && isDue(progress) && progress.fault === this.#fault) return void inject(progress.fault, () => server.write(bytes))
      server.write(bytes)
    })
    for (const [source, target] of [
      [server, database],
      [database, server],
    ] as const) {
      source.on('error', () => {})
      source.on('close', () => {
        target.destroy()
        this.#open.delete(server)
      })
    }
  }

  #connect(): Socket {
    if (!('url' in this.#target)) return connect(`${this.#target.host}/.s.PGSQL.${this.#target.port}`)
    const { hostname, port } = new URL(this.#target.url)
    return connect(Number(port || 5432), hostname)
  }
}
