import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import fastifyStatic from '@fastify/static'
import type { Brand } from '@playhouse/domain/brand'
import { languageTag } from '@playhouse/shop-ui/i18n/locale'

const yearMs = 365 * 24 * 3600 * 1000

/** Serves the files of the built shop (their names contain a hash), of the brand, and of its two fonts. Pages load no other files. */
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
      maxAge: yearMs,
      index: false,
      decorateReply: false,
      // Brotli, written by the build: its best quality takes too long for a request.
      preCompressed: true,
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
    await app.register(fastifyStatic, {
      root: join(findFont(name), 'files'),
      prefix: `/fonts/${name}/`,
      immutable: true,
      maxAge: yearMs,
      index: false,
      decorateReply: false,
    })
  }
  app.get('/manifest.webmanifest', { schema: { hide: true } }, (_request, reply) =>
    reply
      .type('application/manifest+json')
      .header('cache-control', 'public, max-age=3600')
      .send(JSON.stringify(describeApp(brand))),
  )
  const worker = await readFile(join(shopFolder, 'sw.js')).catch(() => undefined)
  // Revalidated on each visit, or browsers would never update it.
  if (worker)
    app.get('/sw.js', { schema: { hide: true } }, (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(worker),
    )
}

/** The folder of a font's package. @throws Error if the package is not installed */
function findFont(name: string): string {
  try {
    return dirname(fileURLToPath(import.meta.resolve(`@fontsource-variable/${name}/package.json`)))
  } catch (error) {
    throw new Error(`The brand is set in ${name}, but apps/server has no package @fontsource-variable/${name}.`, { cause: error })
  }
}

/** The shop as an app on a home screen (W3C App Manifest). */
function describeApp({ id, name, tagline, colours: { light }, defaultLocale }: Brand): object {
  return {
    id: `/?app=${id}`,
    name,
    short_name: name,
    description: tagline,
    lang: languageTag(defaultLocale),
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: light.paper,
    theme_color: light.paper,
    icons: [192, 512].map((size) => ({
      src: `/brand/icon/${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose: 'any maskable',
    })),
  }
}
