import { spawn } from 'node:child_process'
import { appendFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root folder of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '')

/** The Node of the installation; the running process may have an older one. */
export const node = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

/**
 * The environment in which our tools find that Node first, with Node's compile cache: the server's
 * code loads in half the time, and the checks start it often.
 * @param {NodeJS.ProcessEnv} [own]
 */
export const environment = (own = {}) => ({
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
  ...process.env,
  ...own,
  PATH: [join(root, 'node_modules', '.bin'), process.env['PATH']].join(delimiter),
})

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()

/** Ends every running command and its child processes. @param {NodeJS.Signals} signal */
export function stopAll(signal) {
  for (const child of running) signalGroup(child, signal)
}

/** Each command has a separate process group, or Ctrl-C would reach its parts before we can stop them in order. */
export function signalGroup(/** @type {import('node:child_process').ChildProcess} */ child, /** @type {NodeJS.Signals} */ signal) {
  try {
    process.kill(-(/** @type {number} */ (child.pid)), signal)
  } catch {
    child.kill(signal)
  }
}

/**
 * Starts a program, with our standard output and error.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export function start(program, args, options = {}) {
  const child = spawn(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: environment(),
    detached: process.platform !== 'win32',
    ...options,
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

/**
 * Runs a program to its end.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions & { quiet?: boolean, log?: string, limit?: number }} [options] `quiet` returns the
 * output without showing it; `log` is a file that gets it too; after `limit` milliseconds the program is ended.
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export function run(program, args, { quiet = false, log, limit, ...options } = {}) {
  return new Promise((resolve) => {
    const isPiped = quiet || log !== undefined
    const child = start(program, args, { ...options, stdio: isPiped ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'] })
    let output = ''
    if (log) writeFileSync(log, '')
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (piece) => {
        output += piece
        if (log) appendFileSync(log, piece)
        if (!quiet) process.stdout.write(piece)
      })
    }
    const overdue = limit === undefined ? undefined : setTimeout(() => signalGroup(child, 'SIGKILL'), limit)
    child.once('close', () => clearTimeout(overdue))
    child.once('error', (error) => resolve({ ok: false, output: `${program}: ${error.message}` }))
    child.once('close', (code) => resolve({ ok: code === 0, output }))
  })
}
