import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findChromium } from '../../tools/setup/machine.mjs'
import { buildPage, pageFolder, weighBundles } from './build.mjs'
import { confirm, heldOf, judge, judgeBundle } from './compare.mjs'
import { verdictsOf } from './report.mjs'
import { serve } from './serve.mjs'
import { measureInTurns } from './turns.mjs'

// node bench/seatmap/check-budgets.mjs: checks the budgets that every change must keep: those of budgets.json with `held` hall sizes,
// which a busy machine hardly affects.

const rules = heldOf(JSON.parse(readFileSync(fileURLToPath(new URL('budgets.json', import.meta.url)), 'utf8')))
const variants = [...new Set(['ours', ...rules.budgets.map(({ over, under }) => over ?? under ?? 'ours')])]
const sizes = [...new Set(rules.budgets.flatMap(({ at }) => at))]

const executable = await findChromium()
if (!executable) throw new Error('The bench needs Chromium: install it, or name it in CHROMIUM_PATH.')
await buildPage(variants)
const server = await serve(pageFolder)
try {
  const verdicts = rules.bundle.held ? judgeBundle(await weighBundles(['./engine']), rules) : []
  for (const seats of sizes) {
    const measure = async () => judge(await measureInTurns(executable, server.origin, seats, variants), rules, true)
    const first = await measure()
    const doubtful = first.filter(({ failed }) => failed)
    if (doubtful.length > 0) console.log(`Measured once more:\n${verdictsOf(doubtful).replaceAll(/^/gm, '  ')}`)
    verdicts.push(...(doubtful.length > 0 ? confirm(first, await measure()) : first))
  }
  console.log(verdictsOf(verdicts))
  process.exitCode = verdicts.some(({ failed }) => failed) ? 1 : 0
} finally {
  server.close()
}
