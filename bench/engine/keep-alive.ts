import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A client that costs little: one connection, one request at a time, bytes counted and nothing parsed but the head. */
export class KeepAlive {
  readonly #socket: Socket
  #answered: ((response: { status: number; head: string; body: Buffer }) => void) | undefined
  #rest: Buffer = Buffer.alloc(0)

  constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', (bytes: Buffer) => this.#read(bytes))
    socket.on('error', () => {})
  }

  static async to(port: number): Promise<KeepAlive> {
    const socket = connect(port, 'localhost')
    await once(socket, 'connect')
    return new KeepAlive(socket)
  }

  ask(request: string | Buffer): Promise<{ status: number; head: string; body: Buffer }> {
    return new Promise((resolve) => {
      this.#answered = resolve
      this.#socket.write(request)
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  #read(bytes: Buffer): void {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes])
    const end = this.#rest.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = this.#rest.toString('latin1', 0, end)
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
    if (this.#rest.length < end + 4 + length) return
    const body = this.#rest.subarray(end + 4, end + 4 + length)
    this.#rest = this.#rest.subarray(end + 4 + length)
    const onResponse = this.#answered
    this.#answered = undefined
    onResponse?.({ status: Number(head.slice(9, 12)), head, body })
  }
}

/** A request as it travels. */
export function request(method: string, path: string, { body, ...headers }: Readonly<Record<string, string>> = {}): string {
  const all = {
    host: 'localhost',
    ...headers,
    ...(body !== undefined && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
  }
  return `${method} ${path} HTTP/1.1\r\n${Object.entries(all)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n${body ?? ''}`
}
