import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { timeLimit } from '../../packages/testing/src/time-limit.mjs'
import { pnpmVersion, runPnpm } from './pnpm.mjs'
import { node, root, run } from './repository.mjs'
import { digest, isStamped, stamp } from './stamp.mjs'

const stampFile = 'node_modules/.playhouse-install'

/** Folders with a package.json. */
export function packages() {
  const groups = ['apps', 'packages'].flatMap((group) => readdirSync(join(root, group)).map((name) => `${group}/${name}`))
  return [...groups, 'fixtures', 'e2e', 'bench'].filter((folder) => existsSync(join(root, folder, 'package.json')))
}

/**
 * Installs every dependency with the pinned pnpm, unless the same installation is complete already.
 * @returns {Promise<number>} seconds it took
 */
export async function install() {
  const startedAt = performance.now()
  const value = digest(['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json', ...packages().map((folder) => `${folder}/package.json`)])
  if (existsSync(node) && isStamped(stampFile, value)) return 0
  console.log(`Installing (pnpm ${pnpmVersion}) …`)
  const { ok } = await runPnpm(['install', '--frozen-lockfile'], { limit: timeLimit(15 * 60_000) })
  if (!ok) throw new Error('The install failed: see above. It needs the network, or a warm package cache.')
  if (!existsSync(node))
    throw new Error('The Node binary is missing after the install: does pnpm forbid the install script of the package "node"?')
  stamp(stampFile, value)
  if (!process.env['CI'] && existsSync(join(root, '.git'))) await run('git', ['config', 'core.hooksPath', '.githooks'], { quiet: true })
  return (performance.now() - startedAt) / 1000
}
