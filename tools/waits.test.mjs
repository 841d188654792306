import { readFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parseAst } from 'vitest/node'
import { longestWait, usualWait } from '../packages/testing/src/time-limit.mjs'
import { root } from './setup/repository.mjs'

/** @typedef {Record<string, any> & { type: string, start: number }} Node */

/** Files of tests and of their support. */
const isOfTests = (/** @type {string} */ file) =>
  /\.(ts|tsx|mjs)$/.test(file) &&
  (/\.(test|e2e|preview|browser)\.\w+$|\/(testing|proof|suite)\/|^packages\/testing\//.test(file) ||
    /^e2e\/|^packages\/seatmap\/browser\/|vitest\.config/.test(file))

/** Pauses of tests without a condition, with the reason for each. No assertion may depend on such a pause. */
const pauses = {
  'packages/testing/src/until.ts': 'between two looks at a condition',
  'apps/server/src/proof/contention.test.ts': 'buyers of a storm take time to think',
  'apps/server/src/proof/storm.test.ts': 'buyers of a storm take time to think, and kills come at any time',
  'apps/server/src/proof/series-storm.test.ts': 'kills come at any time',
  'apps/server/src/proof/stock-storm.test.ts': 'kills come at any time',
  'apps/server/src/proof/processes.test.ts': 'visitors come one after the other while a server closes',
  'packages/seatmap/browser/allocation.browser.ts': 'that nothing is drawn can only be seen over a time',
  'e2e/a11y/layout-shift.e2e.ts': 'that nothing moves can only be seen over a time',
  'e2e/a11y/seat-map.e2e.ts': 'that a card stays can only be seen over a time',
}

/** Callees whose `timeout`, or last argument, is the limit of a whole test or hook and not of a wait. */
const wholes = /^(test|it|describe|beforeAll|beforeEach|afterAll|afterEach|onTestFinished)\b/

/** Whether a limit scales with the machine: `timeLimit(…)`, or a constant made of it. */
const isScaled = (/** @type {Node | undefined} */ node, /** @type {Map<string, Node>} */ constants) => {
  const value = node?.type === 'Identifier' ? constants.get(node['name']) : node
  return value?.type === 'CallExpression' && value['callee'].name === 'timeLimit'
}

/** The value of a constant numeric expression. @param {Node | undefined} node @param {Map<string, Node>} constants @returns {number | undefined} */
function numberOf(node, constants) {
  if (node?.type === 'Literal' && typeof node['value'] === 'number') return node['value']
  if (node?.type === 'Identifier' && node['name'] === 'usualWait') return usualWait
  if (node?.type === 'Identifier' && node['name'] === 'longestWait') return longestWait
  if (node?.type === 'Identifier' && constants.has(node['name'])) return numberOf(constants.get(node['name']), new Map())
  if (node?.type === 'BinaryExpression' && node['operator'] === '*') {
    const [left, right] = [numberOf(node['left'], constants), numberOf(node['right'], constants)]
    return left === undefined || right === undefined ? undefined : left * right
  }
  return undefined
}

/** Whether a call only lets time pass, however the promise is made. @param {string} callee @param {readonly Node[]} args @param {Node | undefined} parent */
function isPause(callee, args, parent) {
  if (/^(util\.)?promisify$/.test(callee)) return args[0]?.['name'] === 'setTimeout'
  if (/^(timers\.)?scheduler\.wait$/.test(callee)) return true
  if (!/^(globalThis\.|window\.)?setTimeout$/.test(callee) || args.length < 2) return false
  const [done] = args
  const isResolver = [done?.['name'], done?.['property']?.name].includes('resolve')
  return parent?.['callee'].name === 'Promise' || isResolver
}

/** @param {string} file @param {string} source @returns {string[]} the faults of its waits, each with its line */
function faultsOf(file, source) {
  /** @type {string[]} */
  const faults = []
  /** @type {Map<string, Node>} */
  const constants = new Map()
  const lineOf = (/** @type {Node} */ { start }) => source.slice(0, start).split('\n').length
  const blame = (/** @type {Node} */ node, /** @type {string} */ why) => void faults.push(`${file}:${lineOf(node)}: ${why}`)
  const judgeLimit = (/** @type {Node | undefined} */ node) => {
    if (!node) return
    if (!isScaled(node, constants)) blame(node, 'the limit of a test or hook is not scaled: timeLimit(…) of @playhouse/testing/time-limit')
  }
  const judgeWait = (/** @type {Node} */ node) => {
    const milliseconds = numberOf(node, constants)
    if (milliseconds === undefined) blame(node, 'a wait whose length cannot be read off')
    else if (milliseconds > longestWait) blame(node, `a wait of ${milliseconds / 1000} s, more than ${longestWait / 1000} s`)
  }
  /** @param {Node} node @param {Node | undefined} call the call whose argument it is in */
  const visit = (node, call) => {
    if (node.type === 'VariableDeclarator' && node['init'] && node['id'].type === 'Identifier') constants.set(node['id'].name, node['init'])
    if (node.type === 'ImportDeclaration' && /^(node:)?timers\/promises$/.test(node['source'].value) && !(file in pauses))
      blame(node, 'a test sleeps: wait for a condition, by expect.poll or until() of @playhouse/testing/until')
    if (node.type === 'CallExpression') {
      const callee = source.slice(node['callee'].start, node['callee'].end)
      const args = /** @type {Node[]} */ (node['arguments'])
      if (callee.endsWith('.waitForTimeout') && !(file in pauses)) blame(node, 'a test sleeps: wait for a condition')
      if (isPause(callee, args, call) && !(file in pauses))
        blame(node, 'a test sleeps: wait for a condition, by expect.poll or until() of @playhouse/testing/until')
      const last = args.at(-1)
      if (/^test\.setTimeout$/.test(callee)) {
        if (!/timeLimit|timeout/.test(source.slice(node.start, node['end']))) judgeLimit(last)
      } else if (wholes.test(callee) && args.length > 1 && last && /Literal|Identifier|CallExpression|BinaryExpression/.test(last.type))
        if (args.slice(0, -1).some(({ type }) => /Function/.test(type))) judgeLimit(last)
      if (/\.waitFor(Ready)?$/.test(callee) && args.length > 1 && last && last.type !== 'ObjectExpression') judgeWait(last)
    }
    if (node.type === 'Property' && /^(timeout|asyncUtilTimeout)$/.test(node['key'].name ?? '') && !node['shorthand']) {
      const isWhole = call && wholes.test(source.slice(call['callee'].start, call['callee'].end))
      if (isWhole) judgeLimit(node['value'])
      else if (!isScaled(node['value'], constants)) judgeWait(node['value'])
    }
    const inner = node.type === 'CallExpression' || node.type === 'NewExpression' ? node : call
    for (const [key, child] of Object.entries(node)) {
      if (key === 'parent' || typeof child !== 'object' || child === null) continue
      for (const one of Array.isArray(child) ? child : [child]) if (one && typeof one.type === 'string') visit(one, inner)
    }
  }
  visit(/** @type {any} */ (parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' })), undefined)
  return faults
}

it.each([
  ['expect.poll(look, { timeout: 60_001 })', 'a wait of 60.001 s'],
  ['const soon = { timeout: 120_000 }\nexpect.poll(look, soon)', 'a wait of 120 s'],
  ['const minute = 60_000\nexpect(page).toHaveURL(/x/, { timeout: 2 * minute })', 'a wait of 120 s'],
  ['vi.waitFor(look, 61_000)', 'a wait of 61 s'],
  ['expect.poll(look, { timeout: patienceOf(brand) })', 'cannot be read off'],
  ["import { setTimeout as wait } from 'node:timers/promises'", 'a test sleeps'],
  ['await new Promise((resolve) => setTimeout(resolve, 100))', 'a test sleeps'],
  ['const { promise, resolve } = Promise.withResolvers()\nsetTimeout(resolve, 100)', 'a test sleeps'],
  ['const pause = Promise.withResolvers()\nsetTimeout(pause.resolve, 100)', 'a test sleeps'],
  ['const pause = promisify(setTimeout)', 'a test sleeps'],
  ['await scheduler.wait(100)', 'a test sleeps'],
  ['await page.waitForTimeout(100)', 'a test sleeps'],
  ["it('a', async () => {}, 60_000)", 'is not scaled'],
  ["const patience = 60_000\nit('a', async () => {}, patience)", 'is not scaled'],
  ["describe('a', { timeout: 60_000 }, () => {})", 'is not scaled'],
  ['test.setTimeout(60_000)', 'is not scaled'],
])('refuses %s', (source, fault) => {
  expect(faultsOf('a.test.ts', source)).toEqual([expect.stringContaining(fault)])
})

it.each([
  'expect.poll(look, { timeout: 60_000, interval: 50 })',
  "await until('a server', look, { timeout: timeLimit(60_000) })",
  "const patience = timeLimit(300_000)\nit('a', async () => {}, patience)",
  'test.setTimeout(timeLimit(240_000))',
  "it('a', { timeout: timeLimit(120_000) }, async () => {})",
  'await new Promise((resolve) => setTimeout(resolve))',
])('lets pass %s', (source) => {
  expect(faultsOf('a.test.ts', source)).toEqual([])
})

it('no test waits longer than a minute for a condition, sleeps, or has a limit that is the same on every machine', () => {
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n').filter(isOfTests)
  expect(files.length).toBeGreaterThan(400)
  expect(files.flatMap((file) => faultsOf(file, readFileSync(join(root, file), 'utf8')))).toEqual([])
})

it('lists no file as pausing that does not', () => {
  const isListed = (/** @type {string} */ file) =>
    faultsOf('a.test.ts', readFileSync(join(root, file), 'utf8')).some((fault) => /sleeps/.test(fault))
  expect(Object.keys(pauses).filter((file) => !isListed(file))).toEqual([])
})
