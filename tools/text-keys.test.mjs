import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { expect, it } from 'vitest'
import { root } from './setup/repository.mjs'

const folder = 'packages/shop-ui/src/i18n/words/en'
const textFiles = [
  ...readdirSync(join(root, folder)).map((name) => /** @type {const} */ ([name.replace('.json', ''), `${folder}/${name}`])),
  /** @type {const} */ (['preview', 'apps/preview/src/words/en.json']),
]

/** The keys of the English texts, by namespace; a plural counts as its key without the ending. */
const keys = new Map(textFiles.map(([namespace, file]) => [namespace, keysOf(JSON.parse(readFileSync(join(root, file), 'utf8')))]))

/** @param {Record<string, any>} tree @param {string} [path] @returns {Set<string>} */
function keysOf(tree, path = '') {
  return new Set(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string'
        ? [path + key, path + key.replace(/(_ordinal)?_(zero|one|two|few|many|other)$/, '')]
        : [...keysOf(value, `${path}${key}.`)],
    ),
  )
}

/**
 * Keys in the calls of a file's text functions that no English text has. A text function comes from `useWords(namespace)`, or is
 * called `t` in a folder of the server with one namespace.
 * @param {string} file @param {string} source
 */
function unknownKeys(file, source) {
  /** @type {Map<string, Set<string>>} */
  const namespaces = new Map()
  const server = file.endsWith('/edge/no-script-notice.ts') ? 'page' : /^apps\/server\/src\/modules\/(mail|ticket)\//.exec(file)?.[1]
  if (server) namespaces.set('t', new Set([server]))
  /** @type {{ name: string, key: string }[]} */
  const calls = []
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type !== 'Identifier' || init?.type !== 'CallExpression') return
      const [first] = init.arguments
      if (init.callee.type !== 'Identifier' || init.callee.name !== 'useWords' || first?.type !== 'Literal') return
      namespaces.set(id.name, (namespaces.get(id.name) ?? new Set()).add(String(first.value)))
    },
    CallExpression({ callee, arguments: [first] }) {
      if (callee.type === 'Identifier' && first?.type === 'Literal' && typeof first.value === 'string')
        calls.push({ name: callee.name, key: first.value })
    },
  }).visit(parseSync(file, source).program)
  return calls.flatMap(({ name, key }) => {
    const [path = '', namespace] = key.split(':').toReversed()
    const possible = namespaces.has(name) ? (namespace === undefined ? [...(namespaces.get(name) ?? [])] : [namespace]) : []
    return possible.length === 0 || possible.some((namespace) => keys.get(namespace)?.has(path)) ? [] : [`${file}: ${key}`]
  })
}

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'packages/shop-ui/src', 'apps'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))

it('has an English text for every key that a screen, a mail or a ticket uses', () => {
  expect(files.length).toBeGreaterThan(500)
  expect(files.flatMap((file) => unknownKeys(file, readFileSync(join(root, file), 'utf8')))).toEqual([])
})

it.each([
  ['flows/a.tsx', "const t = useWords('basket'); t('no-such-key')", ['flows/a.tsx: no-such-key']],
  ['flows/a.tsx', "const t = useWords('basket'); t('problem:no-such-key')", ['flows/a.tsx: problem:no-such-key']],
  ['flows/a.tsx', "const t = useWords('seat'); t('held', { count: 2 })", []],
  ['apps/server/src/modules/mail/a.ts', "t('no.such.key')", ['apps/server/src/modules/mail/a.ts: no.such.key']],
])('reads the keys of %s: %s', (file, source, unknown) => {
  expect(unknownKeys(file, source)).toEqual(unknown)
})
