import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { confirm, heldOf, judge, judgeBundle } from './compare.mjs'

/** @typedef {import('./compare.mjs').Contestant} Contestant */
/** @typedef {import('./compare.mjs').Rules} Rules */

/** @type {Rules} */
const rules = JSON.parse(readFileSync(new URL('budgets.json', import.meta.url), 'utf8'))

/** @param {string} variant @param {readonly number[]} main processor time of each round @param {number} [loop] @returns {Contestant} */
const contestant = (variant, main, loop = 0) => ({
  variant,
  seats: 10_000,
  rounds: main.map((each) => ({ loop, far: { interval: each, js: each, main: each, gpu: each, frames: 1 } })),
})
/** @param {Partial<import('./compare.mjs').Budget>} budget */
const one = (budget) => ({ tolerance: 1.25, budgets: [{ what: 'cost', figure: 'main', phases: ['far'], at: [10_000], ...budget }] })
/** @param {readonly number[]} ours @param {readonly number[]} raw */
const overRaw = (ours, raw) => judge([contestant('ours', ours), contestant('raw', raw)], one({ over: 'raw', most: 2 }), true)[0]

describe('a ratio', () => {
  it('is met up to its limit, missed beyond, and fails when it falls short by more than a quarter', () => {
    expect(overRaw([2], [1])).toMatchObject({ value: 2, met: true, failed: false })
    expect(overRaw([2.4], [1])).toMatchObject({ met: false, failed: false })
    expect(overRaw([2.6], [1])).toMatchObject({ met: false, failed: true })
  })

  it('is the median round, so that other processes in a round or two change nothing', () => {
    expect(overRaw([1, 1, 9, 1, 9], [1, 1, 1, 1, 1])).toMatchObject({ value: 1 })
    expect(overRaw([1, 2, 3, 4, 5], [1, 2, 3, 4, 5])).toMatchObject({ value: 1 })
  })

  it('computes ratios, without the cost of measuring for net budgets', () => {
    const contestants = [contestant('ours', [1.5], 1), contestant('svg', [11], 1)]
    expect(judge(contestants, one({ under: 'svg', least: 4, net: true }), true)).toMatchObject([{ value: 20, met: true }])
    expect(judge(contestants, one({ under: 'svg', least: 4 }), true)[0]?.value).toBeCloseTo(7.3, 1)
  })

  it('holds nothing against a contestant that costs no more than measuring does', () => {
    const contestants = [contestant('ours', [0.9], 1), contestant('svg', [11], 1)]
    expect(judge(contestants, one({ under: 'svg', least: 4, net: true }), true)).toMatchObject([{ met: true, failed: false }])
  })

  it('of a figure that was not measured fails', () => {
    expect(judge([contestant('ours', [1]), contestant('raw', [1])], one({ over: 'raw', most: 2, figure: 'gone' }), true)).toMatchObject([
      { met: false, failed: true },
    ])
  })
})

describe('what every change is held to', () => {
  const heldBudgets = heldOf(rules).budgets

  it('has the same limits as the budgets', () => {
    expect(heldBudgets.length).toBeGreaterThan(5)
    for (const { at, held: _held, ...budget } of heldBudgets) {
      const whole = rules.budgets.find((other) => other.held === _held)
      expect(whole).toMatchObject(budget)
      expect(whole?.at).toEqual(expect.arrayContaining(at))
    }
    expect(judgeBundle({ './engine': 120_001 }, rules)).toMatchObject([{ met: false, failed: false }])
    expect(judgeBundle({ './engine': 150_001 }, rules)).toMatchObject([{ failed: true }])
  })

  it('depends neither on wall-clock time nor on the speed of the machine', () => {
    for (const { figure, machine } of heldBudgets) {
      expect(['main', 'gpu', 'heap', 'idle']).toContain(figure)
      expect(machine).toBeUndefined()
    }
  })

  it('is measured once more before it fails', () => {
    const [passing, failing] = [overRaw([1], [1]), overRaw([9], [1])].map((verdict, seats) => ({ ...verdict, seats }))
    const first = /** @type {import('./compare.mjs').Verdict[]} */ ([passing, failing])
    const repeat = (/** @type {number} */ value) => first.map((verdict) => ({ ...verdict, value, failed: value > 2.5 }))
    expect(confirm(first, repeat(2)).map(({ value }) => value)).toEqual([1, 2])
    expect(confirm(first, repeat(2)).some((verdict) => verdict.failed)).toBe(false)
    expect(confirm(first, repeat(8)).map((verdict) => verdict.failed)).toEqual([false, true])
    expect(confirm(first, [])).toEqual(first)
  })
})
