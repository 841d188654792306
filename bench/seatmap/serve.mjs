import { createReadStream, existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'

const types = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css' }

/**
 * Serves a folder on a free port. Isolated from other origins, or the browser's clock would tick in steps of 0.1 ms.
 * @param {string} folder @param {number} [port] @returns {Promise<{ origin: string, close: () => void }>}
 */
export function serve(folder, port = 0) {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname)
    const file = join(folder, path === '/' ? 'index.html' : path)
    const type = types[/** @type {keyof typeof types} */ (extname(file))]
    if (!type || !existsSync(file)) return void response.writeHead(404).end()
    response.writeHead(200, {
      'content-type': type,
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
    })
    createReadStream(file).pipe(response)
  })
  return new Promise((resolve) => {
    server.listen(port, '127.0.0.1', () => {
      const address = /** @type {import('node:net').AddressInfo} */ (server.address())
      resolve({ origin: `http://localhost:${address.port}`, close: () => server.close() })
    })
  })
}
