import type { Server } from 'node:http'
import { sendTo, listen, type ProxiedRequest, readRequest } from './http-proxy.ts'

/** The outcome of a call to the provider. A `lost` call takes effect there, and its response never arrives. */
export type ProviderFault = 'through' | 'refused' | 'lost'

/** A proxy between the servers and the payment provider: records each payment session, and can refuse calls or lose responses. */
export class ProviderProxy {
  origin = ''
  /** Chooses the outcome of each call; the server waits for it. */
  chooseOutcome: (call: ProxiedRequest) => ProviderFault | Promise<ProviderFault> = () => 'through'
  /** Called after the provider has answered a call, before the server receives the response. */
  onResponse: (call: ProxiedRequest) => void | Promise<void> = () => {}
  /** URLs of payment pages by the id of the attempt: a payer's browser may have one that the shop never received. */
  readonly pages = new Map<string, string>()
  readonly calls: string[] = []
  readonly #provider: string
  #server: Server | undefined

  constructor(provider: string) {
    this.#provider = provider
  }

  async listen(): Promise<string> {
    const { origin, server } = await listen(async (request, response) => {
      const call = await readRequest(request)
      this.calls.push(`${call.method} ${call.path}`)
      const outcome = await this.chooseOutcome(call)
      if (outcome === 'refused') return void response.writeHead(500).end()
      const upstream = await sendTo(this.#provider, call)
      const text = await readText(upstream.stream)
      if (call.path === '/sessions') this.#note(text)
      await this.onResponse(call)
      if (outcome === 'lost') return void response.destroy()
      const { 'transfer-encoding': _encoding, connection: _connection, ...headers } = upstream.headers
      response.writeHead(upstream.status, headers).end(text)
    })
    this.#server = server
    return (this.origin = origin)
  }

  close(): void {
    this.#server?.closeAllConnections()
    this.#server?.close()
  }

  #note(text: string): void {
    const { attemptId, url } = JSON.parse(text) as { attemptId?: string; url?: string }
    if (attemptId && url) this.pages.set(attemptId, url)
  }
}

async function readText(stream: AsyncIterable<unknown>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
