import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../setup/repository.mjs'
import { hitsInText } from './rules.mjs'
import { proseOf } from './texts.mjs'

// node tools/plain-words/check.mjs [PATH…]: lists words that this project does not use. --update lowers tools/plain-words/pending.json.

/** @typedef {{ readonly line: number, readonly words: string, readonly rule: import('./rules.mjs').Rule }} Hit */

const pendingFile = join(root, 'tools/plain-words/pending.json')
const waiver = /plain-words: allow ([\w-]+) \(.{8,}\)/

/** @param {string} file relative to the repository @param {string} source @returns {Hit[]} */
export function hitsIn(file, source) {
  const lines = source.split('\n')
  const isWaived = (/** @type {number} */ line, /** @type {string} */ id) =>
    [lines[line - 1], lines[line - 2]].some((text) => waiver.exec(text ?? '')?.[1] === id)
  return proseOf(file, source).flatMap(({ line, text }) =>
    hitsInText(text).flatMap((hit) => (isWaived(line, hit.rule.id) ? [] : [{ line, ...hit }])),
  )
}

/**
 * Number of the last migration that is exempt: it and those before it were written before the rules and released, and a
 * released migration never changes. Later ones are checked.
 */
const lastExemptMigration = 25

/** Whether a file is a migration that can no longer change. @param {string} file */
export const isReleasedMigration = (file) =>
  Number(/^apps\/server\/src\/db\/migrations\/(\d{4})-/.exec(file)?.[1] ?? Infinity) <= lastExemptMigration

/** Files whose prose is checked. @returns {string[]} */
export const checkedFiles = () =>
  execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.css', '*.md'], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
    .filter(
      (file) => existsSync(join(root, file)) && !/^(docs\/glossary\.md|tools\/plain-words\/)/.test(file) && !isReleasedMigration(file),
    )

/**
 * Files written before the rules, and how many hits each still has. A file may have fewer, never more, and leaves the list
 * when it has none.
 * @returns {Record<string, number>}
 */
export const readPending = () => (existsSync(pendingFile) ? JSON.parse(readFileSync(pendingFile, 'utf8')) : {})

/** @returns {{ passed: number, failures: string[] }} */
export function checkWords() {
  const pending = readPending()
  const failures = checkedFiles().flatMap((file) => {
    const hits = hitsIn(file, readFileSync(join(root, file), 'utf8'))
    const allowed = pending[file] ?? 0
    if (hits.length === allowed) return []
    if (hits.length < allowed)
      return [
        `${file} has ${hits.length} hits, and ${allowed} in tools/plain-words/pending.json: run node tools/plain-words/check.mjs --update`,
      ]
    return hits.map(({ line, words, rule }) => `${file}:${line} "${words}" (${rule.id}): ${rule.better}`)
  })
  return { passed: failures.length === 0 ? 1 : 0, failures }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const args = process.argv.slice(2)
  if (args.includes('--update')) {
    const counts = checkedFiles().map((file) => /** @type {const} */ ([file, hitsIn(file, readFileSync(join(root, file), 'utf8')).length]))
    writeFileSync(pendingFile, `${JSON.stringify(Object.fromEntries(counts.filter(([, count]) => count > 0)), null, 2)}\n`)
  } else {
    const files = checkedFiles().filter((file) => args.length === 0 || args.some((path) => file.startsWith(path)))
    for (const file of files)
      for (const { line, words, rule } of hitsIn(file, readFileSync(join(root, file), 'utf8')))
        console.log(`${file}:${line} "${words}" (${rule.id}): ${rule.better}`)
  }
}
