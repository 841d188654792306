import type { FastifyInstance } from 'fastify'
import { problem } from '@playhouse/domain/problem'
import { readImageFile } from '#modules/image'
import type { AppContext } from '../app-context.ts'
import { sendProblem } from './problems.ts'

const types = { webp: 'image/webp', jpg: 'image/jpeg' } as const

/** Serves stored images. Their ids are checksums, so that they are cached for ever; other sites may show them. */
export function serveImages(app: FastifyInstance, { db }: Pick<AppContext, 'db'>): void {
  app.get<{ Params: { id: string; file: string } }>('/images/:id/:file', { schema: { hide: true } }, async (request, reply) => {
    const { id, file } = request.params
    const [, width, format] = /^(\d{3,4})\.(webp|jpg)$/.exec(file) ?? []
    const name = format as keyof typeof types | undefined
    const bytes = name && /^[0-9a-f]{32}$/.test(id) ? await readImageFile(db, id, Number(width), name) : undefined
    if (!name || !bytes) return sendProblem(request, reply, problem('page-not-found'))
    return reply
      .type(types[name])
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(bytes)
  })
}
