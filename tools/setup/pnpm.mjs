import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, run } from './repository.mjs'

/** The version of pnpm that package.json pins. @type {string} */
export const pnpmVersion = /^pnpm@([\d.]+)\+/.exec(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).packageManager)?.[1] ?? ''

/**
 * SHA-512 of the packages with pnpm's program, by the name of the package, for the version that package.json pins.
 * On any other platform npm checks the program against the hash that the registry publishes.
 * @type {Readonly<Record<string, string>>}
 */
export const pnpmHashes = {
  '@pnpm/exe.linux-x64': '8eufCjHXspKbNS/kh8q4Q0gqJoOuvC4Q5pgos6XS8By/nAMtP+jf8F1Cw9er840kfAX+PJ/ts+A9qnLE91rvXQ==',
  '@pnpm/exe.linux-arm64': '4Oj/iF2TDCe2lcH0n4TupPR5sSdrNLclJB6xBElLMPCUOAvBhdf2rRlSaO5M4erJ6g4Fyy7YTXTpcmfFsKyxEA==',
}

/**
 * Runs the pinned pnpm once its program has the expected hash.
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions & { quiet?: boolean, limit?: number }} [options]
 * @throws if the hash of the program differs
 */
export async function runPnpm(args, options) {
  const name = `@pnpm/exe.${process.platform}-${process.arch}`
  const hash = usesGlibc() ? pnpmHashes[name] : undefined
  if (!hash) return run('npx', ['-y', `pnpm@${pnpmVersion}`, ...args], options)
  const folder = mkdtempSync(join(tmpdir(), 'pnpm-'))
  try {
    return await run(fetchProgram(folder, `${name}@${pnpmVersion}`, hash), args, options)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {string} folder @param {string} name @param {string} hash @returns {string} the path of the program */
function fetchProgram(folder, name, hash) {
  const packResult = spawnSync('npm', ['pack', name, '--silent', '--pack-destination', folder], { cwd: root, encoding: 'utf8' })
  const file = packResult.status === 0 ? packResult.stdout.trim().split('\n').at(-1) : undefined
  if (!file) throw new Error(`${name} could not be fetched: it needs the network, or a warm package cache.\n${packResult.stderr}`)
  checkHash(name, readFileSync(join(folder, file)), hash)
  const extraction = spawnSync('tar', ['-xzf', file], { cwd: folder, encoding: 'utf8' })
  if (extraction.status !== 0) throw new Error(`${name} could not be unpacked.\n${extraction.stderr}`)
  return join(folder, 'package', 'pnpm')
}

/** @param {string} name @param {Uint8Array} content @param {string} hash SHA-512, base64 @throws if the content has another hash */
export function checkHash(name, content, hash) {
  const actual = createHash('sha512').update(content).digest('base64')
  if (actual !== hash) throw new Error(`${name} has the hash sha512-${actual} and not sha512-${hash}: it is not run.`)
}

/** Whether the program for glibc can run: not on a Linux with musl. */
function usesGlibc() {
  if (process.platform !== 'linux') return true
  const report = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (process.report.getReport())
  return report.header.glibcVersionRuntime !== undefined
}
