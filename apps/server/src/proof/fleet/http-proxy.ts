import { once } from 'node:events'
import { createServer, request as send, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request with its whole body, as a test's HTTP proxy forwards it. */
export type ProxiedRequest = {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}
export type ProxiedResponse = { readonly status: number; readonly headers: IncomingMessage['headers']; readonly stream: IncomingMessage }

/** Starts a small HTTP server on a free port. Returns its origin. */
export async function listen(
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<{ origin: string; server: Server }> {
  const server = createServer((request, response) => void handle(request, response).catch(() => response.destroy()))
  // As a balancer must: no idle connection is closed while the client may still use it.
  server.keepAliveTimeout = 600_000
  server.listen(0, 'localhost')
  await once(server, 'listening')
  return { origin: `http://localhost:${(server.address() as AddressInfo).port}`, server }
}

export async function readRequest(request: IncomingMessage): Promise<ProxiedRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return { method: request.method ?? 'GET', path: request.url ?? '/', headers: request.headers, body: Buffer.concat(chunks) }
}

/** Forwards a request over a new connection. Rejects with the system error if there is no response. */
export function sendTo(origin: string, { method, path, headers, body }: ProxiedRequest, signal?: AbortSignal): Promise<ProxiedResponse> {
  return new Promise((resolve, reject) => {
    const { connection: _connection, ...forwardedHeaders } = headers
    const outgoing = send(`${origin}${path}`, { method, headers: forwardedHeaders, agent: false, ...(signal && { signal }) }, (stream) =>
      resolve({ status: stream.statusCode ?? 502, headers: stream.headers, stream }),
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/** Streams a response to the client as it arrives, an endless one too. */
export function forward(upstream: ProxiedResponse, response: ServerResponse): void {
  response.writeHead(upstream.status, upstream.headers)
  upstream.stream.on('error', () => response.destroy())
  upstream.stream.on('aborted', () => response.destroy())
  response.on('close', () => upstream.stream.destroy())
  upstream.stream.pipe(response)
}
