import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './repository.mjs'

/** What the tests need of the machine itself and npm can't bring: a browser, and a second PostgreSQL. */

const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macBrowsers = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium']

/** The path of a Chromium, installed where that is possible. @returns {Promise<string | undefined>} */
export async function findChromium() {
  const find = () => [process.env['CHROMIUM_PATH'], ...browsers.map(onPath), ...macBrowsers].find((path) => path && existsSync(path))
  return find() ?? ((await installPackage('chromium', 'a browser for the journeys')) ? find() : undefined)
}

/** The folder of `initdb` and `postgres` of an installed PostgreSQL, installed where that is possible. */
export async function findPostgres() {
  return findInstalled() ?? ((await installPackage('postgresql', 'a second PostgreSQL for the server tests')) ? findInstalled() : undefined)
}

function findInstalled() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [...versions.map((version) => join(debian, version, 'bin')), ...(process.env['PATH'] ?? '').split(delimiter)]
  return folders.find((folder) => ['initdb', 'postgres'].every((program) => existsSync(join(folder, program))))
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
  const apt = (/** @type {string[]} */ ...args) =>
    run(asRoot ? 'apt-get' : 'sudo', asRoot ? args : ['apt-get', ...args], {
      quiet: true,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  await apt('update')
  return (await apt('install', '-y', '--no-install-recommends', name)).ok
}

/**
 * How a program is run as somebody who is not root, which PostgreSQL demands.
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
