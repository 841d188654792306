import { setTimeout as wait } from 'node:timers/promises'
import { build } from './setup/build.mjs'
import { install } from './setup/install.mjs'
import { addresses, respondsAt, checkPorts } from './setup/port.mjs'
import { environment, node, signalGroup, start, stopAll } from './setup/repository.mjs'

// npm start: from a fresh clone to a shop that sells tickets. Needs Node 20 and nothing installed.

const startedAt = performance.now()
const seconds = (/** @type {number} */ value) => `${value.toFixed(1)} s`

try {
  await checkPorts()
  process.once('SIGINT', () => stopAll('SIGTERM')).once('SIGTERM', () => stopAll('SIGTERM'))
  const installing = await install()
  const building = await build()
  process.removeAllListeners('SIGINT').removeAllListeners('SIGTERM')
  await serve(installing, building)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

/** @param {number} installing @param {number} building */
async function serve(installing, building) {
  const serving = performance.now()
  // The console gets warnings and errors only, so that the addresses stay visible.
  const server = start(node, ['apps/server/src/main.ts'], { env: environment({ LOG_LEVEL: process.env['LOG_LEVEL'] || 'warn' }) })
  let stopping = 0
  // One signal, although the terminal signals every process: the server stops its parts in order. A second one after 2 s kills it.
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      if (!stopping) server.kill('SIGTERM')
      else if (Date.now() - stopping > 2_000) signalGroup(server, 'SIGKILL')
      stopping ||= Date.now()
    })
  }
  // npm stops its shell on a signal and does not forward the signal.
  const parent = process.ppid
  if (process.env['npm_lifecycle_event'] === 'start')
    setInterval(() => process.ppid !== parent && !stopping && process.emit('SIGTERM'), 500).unref()
  server.once('exit', (code) => process.exit(stopping ? 0 : (code ?? 1)))

  const { shop, sandbox, mailbox } = addresses()
  const shopAddress = `http://localhost:${shop}`
  for (const url of [
    `${shopAddress}/readyz`,
    `${shopAddress}/`,
    sandbox && `http://localhost:${sandbox}/healthz`,
    mailbox && `http://localhost:${mailbox}/`,
  ]) {
    while (url && !(await respondsAt(url))) await wait(50)
  }
  const now = performance.now()
  console.log(`
  Shop             ${process.env['PUBLIC_ORIGIN'] || shopAddress}
  Mailbox          ${mailbox ? `http://localhost:${mailbox}` : 'none: MAIL_URL is set'}
  Payment sandbox  ${sandbox ? `http://localhost:${sandbox}` : 'none: another payment provider is set'}

  First page after ${seconds((now - startedAt) / 1000)}: install ${seconds(installing)}, build ${seconds(building)}, start ${seconds((now - serving) / 1000)}
  Ctrl-C stops everything.
`)
}
