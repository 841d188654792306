import { join } from 'node:path'
import { node, root, run } from './repository.mjs'
import { digest, isStamped, stamp } from './stamp.mjs'

const mark = 'apps/shop/dist/.sources'
const sources = ['apps/shop', 'packages', 'pnpm-lock.yaml', 'tsconfig.base.json']

/**
 * Builds the shop, unless its sources are those of the build that lies there.
 * @returns {Promise<number>} seconds it took
 */
export async function build() {
  const begun = performance.now()
  const value = digest(sources)
  if (isStamped(mark, value)) return 0
  console.log('Building the shop …')
  const shop = join(root, 'apps/shop')
  const { ok, output } = await run(node, [join(shop, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'], {
    cwd: shop,
    quiet: true,
  })
  if (!ok) throw new Error(`The build of the shop failed.\n${output}`)
  stamp(mark, value)
  return (performance.now() - begun) / 1000
}
