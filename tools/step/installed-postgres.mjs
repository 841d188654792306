import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { timeLimit } from '../../packages/testing/src/time-limit.mjs'
import { asNobody } from '../setup/machine.mjs'
import { environment, run, start } from '../setup/repository.mjs'

/**
 * Starts the installed PostgreSQL of this machine on an empty folder, and removes the folder afterwards.
 * @param {string} bin the folder of its programs @param {NodeJS.ProcessEnv} [env] its environment
 * @returns {Promise<{ url: string, version: string, stop: () => Promise<void> }>}
 */
export async function startInstalledPostgres(bin, env = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'playhouse-installed-'))
  const data = join(folder, 'data')
  const password = randomBytes(16).toString('hex')
  const port = await freePort()
  writeFileSync(join(folder, 'password'), password)
  const disguise = asNobody()
  if (process.getuid?.() === 0 && disguise('', [])[0] === 'setpriv') chmodSync(folder, 0o777)

  const making = await run(
    ...disguise(join(bin, 'initdb'), [
      '-D',
      data,
      '-U',
      'playhouse',
      '-A',
      'scram-sha-256',
      '--pwfile',
      join(folder, 'password'),
      '-E',
      'UTF8',
      '--locale=C',
      '--no-sync',
    ]),
    // The time zone of the database is that of `TZ` here.
    { quiet: true, cwd: folder, env: environment(env) },
  )
  if (!making.ok) throw new Error(`initdb failed: ${making.output}`)
  const settings = { listen_addresses: '127.0.0.1', port, unix_socket_directories: '', fsync: 'off', max_connections: 200 }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = start(...disguise(join(bin, 'postgres'), ['-D', data, ...flags]), { cwd: folder, stdio: 'ignore', env: environment(env) })
  const exit = once(server, 'exit')

  const url = `postgres://playhouse:${password}@127.0.0.1:${port}/postgres`
  const startedAt = performance.now()
  while (!(await listens(port))) {
    if (performance.now() - startedAt > timeLimit(60_000) || server.exitCode !== null)
      throw new Error(`the PostgreSQL in ${bin} does not start`)
    await wait(50)
  }
  return {
    url,
    version: execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' }).trim(),
    stop: async () => {
      server.kill('SIGINT')
      await exit
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** @returns {Promise<number>} */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  server.close()
  return port
}

/** @param {number} port */
async function listens(port) {
  const { connect } = await import('node:net')
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
