import { contract, staffContract } from '@playhouse/api-client/contract'
import { locales } from '@playhouse/domain/locale'
import type { Plugin } from 'vite'

const [lightModule, lightStaffModule] = ['\0light-contract', '\0light-staff-contract']

/**
 * Replaces the contract by its methods and paths in a build, without schemas: the server has validated its replies. Forms still
 * load zod on demand. Those of staff are in a second module, which visitors never load.
 */
export const lightContract = (): Plugin => ({
  name: 'playhouse:light-contract',
  enforce: 'pre',
  apply: 'build',
  resolveId(id, importer = '') {
    if (id === lightModule) return id
    if (id !== '#contract' || !importer.includes('/api-client/src/client/')) return undefined
    return importer.endsWith('/staff-calls.ts') ? lightStaffModule : lightModule
  },
  load(id) {
    if (id === lightModule) return lightCode('contract', (group) => !(group in staffContract))
    if (id !== lightStaffModule) return undefined
    return `export { contract } from '${lightModule}'\n${lightCode('staffContract', (group) => group in staffContract)}`
  },
})

/**
 * Marks the constants of domain and contract as pure, so that unused ones are removed. Without this, bundlers keep every schema,
 * since a chain of calls might have side effects.
 */
export const pureDeclarations = (): Plugin => ({
  name: 'playhouse:pure-declarations',
  enforce: 'post',
  apply: 'build',
  transform(code, id) {
    if (!/\/packages\/(domain|api-client)\/src\//.test(id)) return undefined
    let output = code
    for (const statement of this.parse(code).body.toReversed()) {
      const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
      if (declaration?.type !== 'VariableDeclaration') continue
      for (const { init } of declaration.declarations.toReversed()) {
        if (!init || !callable.has(init.type)) continue
        output = `${output.slice(0, init.start)}/* @__PURE__ */ (() => (${output.slice(init.start, init.end)}))()${output.slice(init.end)}`
      }
    }
    return { code: output, map: null }
  },
})

/**
 * React Aria's live announcer clears its log through `innerHTML`, which the page's Trusted Types policy rejects with an exception.
 * Replaces this assignment.
 */
export const trustedLiveAnnouncer = (): Plugin => ({
  name: 'playhouse:announce-safely',
  enforce: 'pre',
  transform(code, id) {
    if (!/dist\/private\/live-announcer\/LiveAnnouncer/.test(id)) return undefined
    if (!code.includes(".innerHTML = ''"))
      this.error(`${id} no longer clears its log through innerHTML: check this edit in light-build.ts.`)
    return { code: code.replaceAll(".innerHTML = ''", '.replaceChildren()'), map: null }
  },
})

/** Languages of the shop. React Aria has no texts in Haitian Creole, and uses English. */
const languages = new Set(locales.map((locale) => locale.split('-')[0]))

/** Leaves out React Aria's own texts in languages that the shop does not have: 7 kB gzip on the page of a seat map. */
export const ownLocales = (): Plugin => ({
  name: 'playhouse:own-locales',
  enforce: 'pre',
  apply: 'build',
  load(id) {
    const [, language] = /\/react-aria[\w-]*\/dist\/private\/(?:\w+\/)*intl\/(?:\w+\/)*([a-z]{2})-[A-Z]{2}\.m?js$/.exec(id) ?? []
    return language === undefined || languages.has(language) ? undefined : 'export default undefined'
  },
})

/** Expressions that may contain a call. */
const callable = new Set(['CallExpression', 'ObjectExpression', 'ArrayExpression', 'NewExpression'])

/** The files that the first script imports itself, once the chunks have their names. */
const entryFiles = new Set<string>()

/** Notes the files that are loaded before any other: see {@link withoutEntryFiles}. */
export const noteEntryFiles = (): Plugin => ({
  name: 'playhouse:note-entry-files',
  apply: 'build',
  generateBundle: {
    order: 'pre',
    handler(_, bundle) {
      const queue = Object.values(bundle).flatMap((chunk) => (chunk.type === 'chunk' && chunk.isEntry ? [chunk.fileName] : []))
      for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
        const chunk = bundle[file]
        if (entryFiles.has(file) || chunk?.type !== 'chunk') continue
        entryFiles.add(file)
        queue.push(...chunk.imports)
      }
    },
  },
})

/** The files to load with a lazy chunk. The list is part of the first script, so it leaves out what that script has loaded. */
export const withoutEntryFiles = (dependencies: string[]): string[] => dependencies.filter((file) => !entryFiles.has(file))

/**
 * The code of a light contract: one text for each group, with an endpoint in each line. It is smaller than objects.
 * @param name that it is exported under
 */
function lightCode(name: string, isIncluded: (group: string) => boolean): string {
  const included = Object.entries(contract).filter(([group]) => isIncluded(group))
  const groups = Object.fromEntries(
    included.map(([group, endpoints]) => [
      group,
      Object.entries(endpoints)
        .map(([call, { method, path, file }]) => [call, method, path, ...(file === undefined ? [] : [file])].join(' '))
        .join('\n'),
    ]),
  )
  return `const toEndpoint = (line) => { const [name, method, path, file] = line.split(' '); return [name, { method, path, file }] }
    const toGroup = ([group, lines]) => [group, Object.fromEntries(lines.split('\\n').map(toEndpoint))]
    export const ${name} = Object.fromEntries(Object.entries(${JSON.stringify(groups)}).map(toGroup))`
}
