import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import fastifyStatic from '@fastify/static'
import type { Brand } from '@playhouse/domain/brand'

const year = 365 * 24 * 3600 * 1000

/** Files: the built shop (names carry their hash), the brand's own, and the two faces it is set in. Nothing loads from elsewhere. */
export async function serveAssets(
  app: FastifyInstance,
  { brand, shopFolder, brandFolder }: { brand: Brand; shopFolder: string; brandFolder: string },
): Promise<void> {
  const assets = join(shopFolder, 'assets')
  if (existsSync(assets))
    await app.register(fastifyStatic, {
      root: assets,
      prefix: '/assets/',
      immutable: true,
      maxAge: year,
      index: false,
      decorateReply: false,
    })
  await app.register(fastifyStatic, {
    root: brandFolder,
    prefix: '/brand/',
    index: false,
    decorateReply: false,
    maxAge: '1h',
    allowedPath: (path) => path !== '/brand.json',
  })
  for (const name of new Set([brand.fonts.body.package, brand.fonts.display.package])) {
    const home = dirname(fileURLToPath(import.meta.resolve(`@fontsource-variable/${name}/package.json`)))
    await app.register(fastifyStatic, {
      root: join(home, 'files'),
      prefix: `/fonts/${name}/`,
      immutable: true,
      maxAge: year,
      index: false,
      decorateReply: false,
    })
  }
}
