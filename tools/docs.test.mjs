import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { expect, it } from 'vitest'
import { root } from './setup/repository.mjs'
import { steps } from './step/index.mjs'
import { documentedShare, exportsIn, exportsOf } from './tsdoc.mjs'

// Every file, package, command and setting that a document names exists.

const read = (/** @type {string} */ path) => readFileSync(join(root, path), 'utf8')
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
const places = new Set(files.flatMap((file) => file.split('/').map((_, depth, parts) => parts.slice(0, depth + 1).join('/'))))
const texts = files.filter((file) => file.endsWith('.md')).map((file) => ({ file, text: read(file) }))
const manifests = files.filter((file) => /(^|\/)package\.json$/.test(file)).map((file) => JSON.parse(read(file)))
const manifest = (/** @type {string} */ name) => manifests.find((one) => one.name === name)

/** The code of a document: spans in prose, and blocks. @param {string} text */
const codeOf = (text) => [...text.matchAll(/^ *```\w*\n(.*?)^ *```|`([^`\n]+)`/gms)].map(([, block, words]) => ({ block, words }))
const wordsOf = (/** @type {string} */ text) => codeOf(text).flatMap(({ words }) => words ?? [])
const commandsOf = (/** @type {string} */ text) => codeOf(text).flatMap(({ block, words }) => block?.split('\n') ?? words ?? [])

/** Names in documents that do not exist, with their document. @param {(text: string, file: string) => string[]} find */
const missing = (find) => texts.flatMap(({ file, text }) => find(text, file).map((name) => `${file}: ${name}`))

it('links to existing files', () => {
  const links = (/** @type {string} */ text) => [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, link = '']) => link)
  const isThere = (/** @type {string} */ link, /** @type {string} */ file) => /^https?:/.test(link) || places.has(join(dirname(file), link))
  expect(missing((text, file) => links(text).filter((link) => !isThere(link, file)))).toEqual([])
})

// A path is complete or begins at a folder that makes it unique; `src` and the extension may be left out.
it('names existing paths', () => {
  const short = [...places].flatMap((place) => [place, place.replace(/(\.(test|e2e))?\.\w+$/, '')])
  const all = [...short, ...short.map((place) => place.replace('/src/', '/'))].map((place) => `/${place}`).join('\n')
  // Written by commands, or an example.
  const isMade = (/** @type {string} */ path) => /^(var|node_modules|test-results|dist|apps\/\w+\/dist|hall\.plan\.json)(\/|$)/.test(path)
  const isPath = (/** @type {string} */ path) =>
    /^[a-z][\w.<>*-]*(\/[\w.<>*-]+)*\/?$/i.test(path) && /\/|\.(tsx?|mjs|json|md|txt|svg)$/.test(path) && !isMade(path)
  const isThere = (/** @type {string} */ path) => {
    const pattern = path
      .replace(/\/$/, '')
      .replaceAll('.', '\\.')
      .replaceAll(/<[\w-]+>|\*/g, '[^/\\n]+')
    return new RegExp(`/${pattern}$`, 'm').test(all)
  }
  expect(missing((text) => wordsOf(text).filter((words) => isPath(words) && !isThere(words)))).toEqual([])
})

// Words of code, styles and data: what a document may name.
const names = new Set(
  files.filter((file) => /\.(tsx?|mjs|json|css|svg|html)$/.test(file)).flatMap((file) => read(file).match(/[\w$]+/g) ?? []),
)

it('names existing functions, types and fields', () => {
  const camelCase = (/** @type {string} */ words) => words.match(/(?<![\w./-])[a-z]\w*[A-Z]\w*/g) ?? []
  expect(
    missing((text) =>
      wordsOf(text)
        .flatMap(camelCase)
        .filter((name) => !names.has(name)),
    ),
  ).toEqual([])
})

it('names existing functions and files in diagrams', () => {
  const diagramsOf = (/** @type {string} */ text) =>
    [...text.matchAll(/^```mermaid\n(.*?)^```/gms)].map(([, diagram = '']) => diagram).join('\n')
  const functionsOf = (/** @type {string} */ text) => [...text.matchAll(/\b(\w+)\(/g)].map(([, name = '']) => name)
  const pathsOf = (/** @type {string} */ text) => text.match(/[\w/-]+\.tsx?\b/g) ?? []
  expect(texts.flatMap(({ text }) => functionsOf(diagramsOf(text))).length).toBeGreaterThan(40)
  expect(missing((text) => functionsOf(diagramsOf(text)).filter((name) => !names.has(name)))).toEqual([])
  expect(missing((text) => pathsOf(diagramsOf(text)).filter((path) => !files.some((file) => file.endsWith(`/${path}`))))).toEqual([])
})

it('names existing packages and exports', () => {
  const packageNames = new Set(
    manifests.flatMap(({ dependencies, devDependencies }) => Object.keys({ ...dependencies, ...devDependencies })),
  )
  const isThere = (/** @type {string} */ words) => {
    const [, name = '', door] = words.match(/^(@[\w.-]+\/[\w.-]+)(?:\/(.+))?$/) ?? []
    return door ? `./${door}` in (manifest(name)?.exports ?? {}) : packageNames.has(name)
  }
  expect(missing((text) => wordsOf(text).filter((words) => /^@[a-z][\w.-]*\/[\w./-]+$/.test(words) && !isThere(words)))).toEqual([])
})

it('names existing commands', () => {
  const own = new Set([...Object.keys(manifest('playhouse').scripts), 'audit', 'install'])
  const unknownCommands = (/** @type {string} */ command) => [
    ...[...command.matchAll(/\bpnpm (?!--filter)([a-z][\w:-]*)/g)].flatMap(([, script = '']) => (own.has(script) ? [] : [script])),
    ...[...command.matchAll(/\bpnpm --filter (\S+) (?:run )?([\w:-]+)/g)].flatMap(([, name = '', script = '']) =>
      script in { ...manifest(name)?.scripts, pack: '' } ? [] : [`${name} ${script}`],
    ),
    ...[...command.matchAll(/\bnpm test -- ([a-z][a-z -]*)/g)].flatMap(([, names = '']) =>
      names
        .trim()
        .split(' ')
        .filter((name) => !(name in steps)),
    ),
    ...[...command.matchAll(/\bnode ([\w/.-]+\.\w+)/g)].flatMap(([, path = '']) => (places.has(path) ? [] : [path])),
  ]
  expect(missing((text) => commandsOf(text).flatMap(unknownCommands))).toEqual([])
})

it('documents every setting of the server, and no other', () => {
  const sources = files.filter((file) => /^apps\/server\/src\/config\/[\w-]*(config|settings)\.ts$/.test(file)).map(read)
  const settings = new Set(sources.flatMap((source) => [...source.matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name = '']) => name)))
  expect(settings.size).toBeGreaterThan(30)
  const all = texts.map(({ text }) => text).join('\n')
  expect([...settings].filter((name) => !all.includes(`\`${name}`))).toEqual([])
  const documented = [...read('README.md').matchAll(/^\| (`[A-Z].*?`) +\|/gm)].flatMap(
    ([, names = '']) => names.match(/[A-Z_]{4,}(?=`)/g) ?? [],
  )
  expect(documented.filter((name) => !settings.has(name))).toEqual([])
})

it('finds the exported declarations without TSDoc', () => {
  const source = '/** A seat. */\nexport const a = 1\n\n// No TSDoc.\nexport type B = 1\nexport function c() {}\nexport { a as d }\n'
  expect(exportsOf('example.ts', source).map(({ name, isDocumented }) => [name, isDocumented])).toEqual([
    ['a', true],
    ['B', false],
    ['c', false],
  ])
})

it('documents at least 90 % of the exported declarations of the API client', () => {
  const declarations = exportsIn('packages/api-client/src')
  const undocumented = declarations.flatMap(({ file, name, isDocumented }) => (isDocumented ? [] : [`${file} ${name}`]))
  expect(declarations.length).toBeGreaterThan(200)
  expect(documentedShare(declarations), undocumented.join('\n')).toBeGreaterThanOrEqual(0.9)
})
