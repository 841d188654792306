import { readdir, readFile } from 'node:fs/promises'
import type { Migration } from 'kysely/migration'
import { expect, it } from 'vitest'
import { migrations } from './index.ts'

/** Numbers below the newest that no step has: databases that ran a later step would not run one that is added there. */
const unused = [21, 30, 37, 42, 43, 44, 47, 48, 52, 53, 54, 100, 101, 102, 103, 107, 108, 109, 110, 111, 114, 120, 124, 125, 129]

const stepFiles = async (): Promise<string[]> =>
  (await readdir(import.meta.dirname)).filter((name) => /^\d/.test(name)).map((name) => name.replace(/\.ts$/, ''))

it('lists the steps in the order of their numbers, each number once and none of the unused ones', () => {
  const names = Object.keys(migrations)
  for (const name of names) expect(name).toMatch(/^\d{4}-[a-z][a-z-]*$/)
  const last = names.length + unused.length
  const numbers = Array.from({ length: last }, (_, index) => index + 1).filter((number) => !unused.includes(number))
  expect(names.map((name) => Number(name.slice(0, 4)))).toEqual(numbers)
})

it('imports the file of every step in this order, and runs it under its name', async () => {
  const names = Object.keys(migrations)
  expect((await stepFiles()).toSorted()).toEqual(names)
  const text = await readFile(new URL('index.ts', import.meta.url), 'utf8')
  expect([...text.matchAll(/from '\.\/(.+)\.ts'/g)].map(([, name]) => name)).toEqual(names)
  for (const name of names) {
    const step = (await import(/* @vite-ignore */ `./${name}.ts`)) as Migration
    expect(migrations[name]?.up, name).toBe(step.up)
  }
})
