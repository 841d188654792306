import type { Server, ServerResponse } from 'node:http'
import { sendTo, listen, forward, type ProxiedRequest, readRequest } from './http-proxy.ts'

/** Sends each request to the next server in turn, without sticky sessions: no process may keep state that another needs. */
export class Balancer {
  origin = ''
  /** Origins of the servers, ready or not. */
  servers: readonly string[] = []
  /** Number of deliveries of each provider callback, each to another process. */
  callbacks = 1
  #turn = 0
  #server: Server | undefined
  #away = new Set<string>()
  #healthCheck: ReturnType<typeof setInterval> | undefined

  async listen(): Promise<string> {
    const { origin, server } = await listen(async (request, response) => {
      const proxied = await readRequest(request)
      if (proxied.path.startsWith('/api/payments/') && this.callbacks > 1) return this.#repeat(proxied, response)
      const aborter = new AbortController()
      response.on('close', () => aborter.abort())
      return this.#forward(proxied, response, aborter.signal)
    })
    this.#server = server
    this.#healthCheck = setInterval(() => void this.#checkHealth(), 100)
    return (this.origin = origin)
  }

  close(): void {
    clearInterval(this.#healthCheck)
    this.#server?.closeAllConnections()
    this.#server?.close()
  }

  /** Skips servers that refuse connections. After a broken connection the request may have taken effect: only a GET is repeated. */
  async #forward(proxied: ProxiedRequest, response: ServerResponse, signal: AbortSignal): Promise<void> {
    for (let tries = 0; tries < this.servers.length; tries++) {
      try {
        return forward(await sendTo(this.#next(), proxied, signal), response)
      } catch (error) {
        const isRefused = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'
        if (!isRefused && proxied.method !== 'GET') break
      }
    }
    response.writeHead(502).end()
  }

  async #repeat(proxied: ProxiedRequest, response: ServerResponse): Promise<void> {
    const responses = await Promise.allSettled(Array.from({ length: this.callbacks }, () => sendTo(this.#next(), proxied)))
    for (const response of responses) if (response.status === 'fulfilled') response.value.stream.resume()
    const isTaken = responses.every((response) => response.status === 'fulfilled' && response.value.status < 300)
    response.writeHead(isTaken ? 200 : 502).end()
  }

  /** The next server that is ready; if none is, the next in turn. */
  #next(): string {
    for (let tries = 0; tries < this.servers.length; tries++) {
      const server = this.servers[this.#turn++ % this.servers.length]!
      if (!this.#away.has(server)) return server
    }
    return this.servers[this.#turn++ % this.servers.length]!
  }

  async #checkHealth(): Promise<void> {
    for (const server of this.servers) {
      const isReady = await fetch(`${server}/readyz`, { signal: AbortSignal.timeout(1_000) }).then(
        ({ ok }) => ok,
        () => false,
      )
      this.#away[isReady ? 'delete' : 'add'](server)
    }
  }
}
