import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../apps/preview/dist', import.meta.url))
/** Not at the root, as on a designer's own site. */
const path = '/designers/seat-maps/'
const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

export type StaticHost = { readonly address: string; readonly missingFiles: string[]; readonly stop: () => Promise<void> }

/** A static file host. `missingFiles` lists requested files that do not exist. */
export async function openStaticHost(): Promise<StaticHost> {
  const missingFiles: string[] = []
  const host = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host')
    const file = pathname === path ? 'index.html' : pathname.slice(path.length)
    const bytes = pathname.startsWith(path) ? await readFile(join(folder, file)).catch(() => undefined) : undefined
    if (!bytes) missingFiles.push(pathname)
    response.writeHead(bytes ? 200 : 404, { 'content-type': types[extname(file)] ?? 'application/octet-stream' }).end(bytes)
  })
  await new Promise<void>((listening) => host.listen(0, 'localhost', listening))
  const { port } = host.address() as AddressInfo
  return {
    address: `http://localhost:${port}${path}`,
    missingFiles,
    stop: () => new Promise((resolve) => host.close(() => resolve())),
  }
}
