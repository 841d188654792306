import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { install } from './setup/install.mjs'
import { addresses, respondsAt, checkPorts } from './setup/port.mjs'
import { environment, node, root, start } from './setup/repository.mjs'

// pnpm dev: restarts the server when its sources change; Vite updates the page in place.

/** Vite's address, set in `apps/shop/vite.config.ts`. */
const page = 'http://localhost:5173'

await checkPorts()
await install()
const { shop } = addresses()
const env = environment({ PORT: String(shop), PUBLIC_ORIGIN: page, LOG_LEVEL: process.env['LOG_LEVEL'] || 'warn' })
const server = start(node, ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'], { env })
const children = [server]
let stopping = false

function stop() {
  if (stopping) return
  stopping = true
  // Each child signals its own children. A second signal would stop them without a drain.
  for (const child of children) child.kill('SIGTERM')
}
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, stop)
server.once('exit', stop)

while (!stopping && !(await respondsAt(`http://localhost:${shop}/readyz`))) await wait(100)
if (!stopping) {
  const folder = join(root, 'apps/shop')
  const vite = start(node, [join(folder, 'node_modules/vite/bin/vite.js'), '--strictPort'], { cwd: folder, env })
  vite.once('exit', stop)
  children.push(vite)
  console.log(`\n  Shop, with hot reload  ${page}\n  Server                 http://localhost:${shop}\n`)
}
