import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import compress from '@fastify/compress'
import fastify from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readBrand } from '#modules/catalogue'
import { serveAssets } from './assets.ts'

const brandFolder = fileURLToPath(new URL('../../../../../brands/bridge/', import.meta.url))
const script = 'export const seats = []\n'.repeat(100)
let shopFolder = ''

beforeEach(async () => {
  shopFolder = await mkdtemp(join(tmpdir(), 'assets-'))
  await mkdir(join(shopFolder, 'assets'))
  await writeFile(join(shopFolder, 'assets/seats.js'), script)
  await writeFile(join(shopFolder, 'assets/seats.js.br'), brotliCompressSync(script))
})
afterEach(() => rm(shopFolder, { recursive: true }))

test('sends a script as the build compressed it to browsers that accept Brotli, and to others as they can read it', async () => {
  const app = fastify()
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] })
  await serveAssets(app, { brand: await readBrand(brandFolder), shopFolder, brandFolder })
  const reply = async (acceptEncoding: string) => app.inject({ url: '/assets/seats.js', headers: { 'accept-encoding': acceptEncoding } })

  const brotli = await reply('gzip, deflate, br')
  expect(brotli.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'application/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(brotli.headers['vary']).toMatch(/accept-encoding/i)
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(script)
  expect((await reply('gzip')).headers['content-encoding']).toBe('gzip')
  expect((await reply('identity')).payload).toBe(script)
  await app.close()
})
