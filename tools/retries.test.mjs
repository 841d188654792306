import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './setup/repository.mjs'

// An intermittent failure of a test is an intermittent fault: a second try would hide it.

const read = (/** @type {string} */ path) => readFileSync(join(root, path), 'utf8')

/** The values of the options `retry` and `retries` of a source. @param {string} source */
const retriesIn = (source) => [...source.matchAll(/^ *retr(?:y|ies): *(.+?),?$/gm)].map(([, value]) => value)

/** Titles of journeys that end with a confirmed order and have no tag that rules out a second try. @param {string} source */
const untaggedPurchases = (source) =>
  source
    .split(/^(?=\s*test\()/m)
    .filter((each) => /^\s*test\(/.test(each) && each.includes('expectConfirmed('))
    .map((each) => /['`](.+)['`]/.exec(each)?.[1] ?? '')
    .filter((title) => !/@(money|seats)\b/.test(title))

describe('a second try', () => {
  it('is given to no test of Vitest', () => {
    const files = globSync('{vitest.config.ts,tools/**/*.test.mjs,{apps,packages,fixtures,brands,bench}/**/*.test.{ts,tsx,mjs}}', {
      cwd: root,
      exclude: ['**/node_modules/**', '**/dist/**'],
    })
    expect(files.length).toBeGreaterThan(300)
    const filesWithRetry = files.filter((file) => file !== join('tools', 'retries.test.mjs') && /\bretry: *[\w({]/.test(read(file)))
    expect(filesWithRetry).toEqual([])
    expect(read('tools/step/index.mjs')).not.toMatch(/--retry/)
  })

  it('is given to a journey once at most', () => {
    const files = globSync('{e2e,packages}/**/playwright.config.ts', { cwd: root, exclude: ['**/node_modules/**'] })
    expect(files.length).toBeGreaterThan(1)
    for (const file of files) for (const value of retriesIn(read(file))) expect(value, file).toBe("process.env['CI'] ? 1 : 0")
    for (const file of globSync('{e2e,packages}/**/*.{e2e,preview,browser}.ts', { cwd: root, exclude: ['**/node_modules/**'] }))
      expect(retriesIn(read(file)), file).toEqual([])
  })

  it('is not given to a journey that ends with a confirmed order', () => {
    const files = globSync('e2e/**/*.e2e.ts', { cwd: root, exclude: ['**/node_modules/**'] })
    expect(files.length).toBeGreaterThan(30)
    expect(files.flatMap((file) => untaggedPurchases(read(file)).map((title) => `${file}: ${title}`))).toEqual([])
  })

  it('is found in a source', () => {
    expect(retriesIn('  // No retries: see there.\n  retries: 2,\n  retry: { count: 1 }\n')).toEqual(['2', '{ count: 1 }'])
    const source = "test('buys', async () => {\n  await expectConfirmed(page, 1)\n})\ntest('buys @money', () => expectConfirmed(page, 1))\n"
    expect(untaggedPurchases(`${source}test('looks', () => {})\n`)).toEqual(['buys'])
  })
})
