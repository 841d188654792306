import { timeLimit } from '../../packages/testing/src/time-limit.mjs'
import { join } from 'node:path'
import { node, root, run } from './repository.mjs'
import { digest, isStamped, stamp } from './stamp.mjs'

const sharedPaths = ['packages', 'pnpm-lock.yaml', 'tsconfig.base.json']

/** Builds the shop, then its renderer for the server. @returns {Promise<number>} seconds it took */
export const build = () => buildApp('shop', sharedPaths, [[], ['--ssr', 'src/entry-server.tsx', '--outDir', 'dist/server']])

/** Builds the designers' preview, which includes halls, seasons and brands. @returns {Promise<number>} seconds it took */
export const buildPreview = () => buildApp('preview', [...sharedPaths, 'fixtures', 'brands'])

/**
 * Builds an app, unless the existing build is of the same sources.
 * @param {string} name a folder of `apps/` @param {readonly string[]} more further sources of the build
 * @param {readonly (readonly string[])[]} passes options of Vite for each of its builds, in order
 */
async function buildApp(name, more, passes = [[]]) {
  const startedAt = performance.now()
  const mark = `apps/${name}/dist/.sources`
  const value = digest([`apps/${name}`, ...more])
  if (isStamped(mark, value)) return 0
  console.log(`Building the ${name} …`)
  const folder = join(root, 'apps', name)
  for (const options of passes) {
    const { ok, output } = await run(node, [join(folder, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn', ...options], {
      cwd: folder,
      quiet: true,
      limit: timeLimit(5 * 60_000),
    })
    if (!ok) throw new Error(`The build of the ${name} failed.\n${output}`)
  }
  stamp(mark, value)
  return (performance.now() - startedAt) / 1000
}
