import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { constants, createGzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptsGzip } from './compression.ts'
import type { WrittenPage } from './page-cache.ts'
import { type PageHtml, restOf } from './page-html.ts'

/** A page whose content takes long. */
export type SlowPage = {
  /** HTML that is sent at once: see `shellOf`. */
  readonly shell: string
  readonly content: Promise<WrittenPage>
  /** The page without content, which the browser renders. It is sent if the content fails. */
  readonly fallback: PageHtml
  readonly status: number
  readonly policyOf: (nonce: string) => string
}

/**
 * Sends the shell of a page at once, so that the browser fetches fonts, styles and scripts meanwhile, and its content when it is
 * there. Such a page is not cached; its styles carry a nonce, because their hashes are not known when the headers are sent. A
 * content that fails is logged, and the browser renders the page.
 */
export function streamPage(request: FastifyRequest, reply: FastifyReply, page: SlowPage): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  async function* parts(): AsyncGenerator<string> {
    yield page.shell
    yield restOf(await written(), nonce)
  }
  const written = async (): Promise<PageHtml> => {
    try {
      return await page.content
    } catch (error) {
      request.log.error({ err: error }, 'page content failed after its shell')
      return page.fallback
    }
  }
  void reply
    .status(page.status)
    // A proxy must not collect the parts either.
    .headers({ 'content-security-policy': page.policyOf(nonce), 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
    .type('text/html; charset=utf-8')
  const stream = Readable.from(parts())
  if (!acceptsGzip(request.headers['accept-encoding'])) return reply.header('content-encoding', 'identity').send(stream)
  // Each part is a complete block of the compression, so that the browser can read it at once.
  return reply.header('content-encoding', 'gzip').send(stream.pipe(createGzip({ flush: constants.Z_SYNC_FLUSH })))
}
