import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseSync } from 'oxc-parser'
import { root } from './setup/repository.mjs'

// node tools/tsdoc.mjs FOLDER…: lists the exported declarations of a folder without TSDoc, and the share of those that have it.

/** @typedef {{ readonly file: string, readonly name: string, readonly isDocumented: boolean }} ExportedDeclaration */

/**
 * The declarations that a source exports where it declares them; re-exports are documented at their declaration. Overloads
 * count once. A declaration is documented when a comment that begins with `/**` ends directly before it.
 * @param {string} file relative to the repository @param {string} source @returns {ExportedDeclaration[]}
 */
export function exportsOf(file, source) {
  const { program, comments } = parseSync(file, source)
  const ends = comments.filter(({ type, value }) => type === 'Block' && value.startsWith('*')).map(({ end }) => end)
  const hasDoc = (/** @type {number} */ start) => ends.some((end) => end <= start && source.slice(end, start).trim() === '')
  /** @type {Map<string, ExportedDeclaration>} */
  const declarations = new Map()
  for (const statement of program.body) {
    if (statement.type !== 'ExportNamedDeclaration' || !statement.declaration) continue
    for (const name of namesOf(statement.declaration)) {
      const isDocumented = hasDoc(statement.start) || (declarations.get(name)?.isDocumented ?? false)
      declarations.set(name, { file, name, isDocumented })
    }
  }
  return [...declarations.values()]
}

/** @param {import('oxc-parser').Declaration} declaration @returns {string[]} */
function namesOf(declaration) {
  if (declaration.type === 'VariableDeclaration')
    return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []))
  return 'id' in declaration && declaration.id?.type === 'Identifier' ? [declaration.id.name] : []
}

/**
 * Exported declarations of all TypeScript sources of a folder but its tests.
 * @param {string} folder relative to the repository @returns {ExportedDeclaration[]}
 */
export const exportsIn = (folder) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', `${folder}/*.ts`, `${folder}/*.tsx`], {
    cwd: root,
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
    .filter((file) => !/\.(test|e2e)\.tsx?$/.test(file))
    .flatMap((file) => exportsOf(file, readFileSync(join(root, file), 'utf8')))

/** Share of documented declarations, 0 to 1. @param {readonly ExportedDeclaration[]} declarations */
export const documentedShare = (declarations) =>
  declarations.filter(({ isDocumented }) => isDocumented).length / Math.max(1, declarations.length)

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const declarations = process.argv.slice(2).flatMap(exportsIn)
  for (const { file, name, isDocumented } of declarations) if (!isDocumented) console.log(`${file} ${name}`)
  console.log(`${(documentedShare(declarations) * 100).toFixed(1)} % of ${declarations.length} exported declarations have TSDoc`)
}
