import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { build } from './setup/build.mjs'
import { install, packages as workspacePackages } from './setup/install.mjs'
import { runPnpm } from './setup/pnpm.mjs'
import { root } from './setup/repository.mjs'

// npm run release -- FOLDER: writes only what a server needs. No tests, no browsers, no embedded database.

const usage = `npm run release -- FOLDER

Builds the shop and writes a folder to copy to servers. It holds the server, the built shop, brands, and the packages
that they need in production, with Node. Start it there with:

  node_modules/.bin/node apps/server/src/main.ts

FOLDER must not exist, or be empty.`

/** Workspace packages that the server imports or starts. The lockfile needs only the manifest of the others. */
const packages = [
  'apps/server',
  'packages/domain',
  'packages/api-client',
  'packages/shop-ui',
  'packages/seatmap',
  'fixtures',
  'apps/payment-sandbox',
]
const files = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', '.npmrc', 'LICENSE', 'brands', 'apps/shop/dist', ...packages]

const [target, ...rest] = process.argv.slice(2)
if (!target || target.startsWith('-') || rest.length > 0) {
  console.log(usage)
  process.exit(target === '--help' ? 0 : 2)
}
const folder = resolve(target)
if (existsSync(folder) && readdirSync(folder).length > 0) {
  console.error(`${folder} is not empty.`)
  process.exit(2)
}

await install()
await build()
for (const file of [...files, ...workspacePackages().map((name) => `${name}/package.json`)]) copy(file)
const filters = ['playhouse', '@playhouse/server...', '@playhouse/payment-sandbox...'].flatMap((name) => ['--filter', name])
const { ok } = await runPnpm(['install', '--prod', '--frozen-lockfile', '--no-optional', ...filters], { cwd: folder })
if (!ok) process.exit(1)

/** @param {string} path relative to the repository */
function copy(path) {
  mkdirSync(folder, { recursive: true })
  cpSync(join(root, path), join(folder, path), {
    recursive: true,
    filter: (source) =>
      path.endsWith('dist') || !/(^|[/\\])(node_modules|dist|testing|proof|suite)$|\.test\.tsx?$/.test(relative(root, source)),
  })
}
