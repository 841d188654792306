import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './repository.mjs'

/** System packages that the tests need and npm cannot install: a browser, and a second PostgreSQL. */

const shell = 'chromium-headless-shell'
const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macBrowsers = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium']

/** The path of a Chromium with a user interface, installed if possible. @returns {Promise<string | undefined>} */
export async function findChromium() {
  const find = () => [process.env['CHROMIUM_PATH'], ...browsers.map(onPath), ...macBrowsers].find((path) => path && existsSync(path))
  return find() ?? ((await installPackage('chromium', 'a browser for the journeys')) ? find() : undefined)
}

/**
 * The path of the same browser without a window, where a new page costs a sixth of the processor time: for
 * checks, not for measurements. @returns {Promise<string | undefined>}
 */
export async function findQuickChromium() {
  if (process.env['CHROMIUM_PATH']) return findChromium()
  const find = () => onPath(shell)
  return find() ?? ((await (shellTried ??= installShell())) ? find() : undefined) ?? findChromium()
}

/** @type {Promise<boolean> | undefined} */
let shellTried

/** The same version as the installed Chromium, so that nothing else on the machine changes. */
async function installShell() {
  const { status, stdout } = spawnSync('dpkg-query', ['--show', '--showformat=${Version}', 'chromium'], { encoding: 'utf8' })
  const version = status === 0 && stdout ? `=${stdout}` : ''
  return installPackage(`${shell}${version}`, 'a quicker browser for the journeys')
}

/** The folder of `initdb` and `postgres` of an installed PostgreSQL, installed if possible. */
export async function findPostgres() {
  return findInstalled() ?? ((await installPackage('postgresql', 'a second PostgreSQL for the server tests')) ? findInstalled() : undefined)
}

function findInstalled() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [...versions.map((version) => join(debian, version, 'bin')), ...(process.env['PATH'] ?? '').split(delimiter)]
  return folders.find((folder) => ['initdb', 'postgres'].every((program) => existsSync(join(folder, program))))
}

/** The path of libfaketime, which moves the clock of a program, installed if possible. */
export async function findFaketime() {
  const find = () =>
    (existsSync('/usr/lib') ? readdirSync('/usr/lib') : [])
      .map((folder) => `/usr/lib/${folder}/faketime/libfaketimeMT.so.1`)
      .find((file) => existsSync(file))
  return find() ?? ((await installPackage('libfaketime', 'clocks on another date')) ? find() : undefined)
}

/** @param {string} program */
function onPath(program) {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find((path) => existsSync(path))
}

/** @param {string} name @param {string} purpose */
async function installPackage(name, purpose) {
  if (!onPath('apt-get')) return false
  const asRoot = process.getuid?.() === 0
  if (!asRoot && spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status !== 0) return false
  console.log(`Installing the Debian package "${name}": ${purpose} …`)
  // Fails at once on a machine without a network.
  const apt = (/** @type {string[]} */ ...args) =>
    run(
      asRoot ? 'apt-get' : 'sudo',
      [...(asRoot ? [] : ['apt-get']), '-o', 'Acquire::http::Timeout=10', '-o', 'Acquire::Retries=0', ...args],
      {
        quiet: true,
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      },
    )
  await apt('update')
  const { ok } = await apt('install', '-y', '--no-install-recommends', name)
  if (!ok) console.log(`"${name}" could not be installed`)
  return ok
}

/**
 * The command line that runs a program as a user other than root, which PostgreSQL requires.
 * @returns {(program: string, args: readonly string[]) => [string, readonly string[]]}
 */
export function asNobody() {
  if (process.getuid?.() !== 0) return (program, args) => [program, args]
  try {
    execFileSync('unshare', ['-U', 'true'], { stdio: 'ignore' })
    return (program, args) => ['unshare', ['-U', program, ...args]]
  } catch {
    return (program, args) => ['setpriv', ['--reuid=nobody', '--regid=nogroup', '--clear-groups', program, ...args]]
  }
}
