import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../setup/repository.mjs'
import { hitsInText } from './rules.mjs'
import { proseOf } from './texts.mjs'

// node tools/plain-words/check.mjs [PATH…]: lists words that this project does not use.

/** @typedef {{ readonly line: number, readonly words: string, readonly rule: import('./rules.mjs').Rule }} Hit */

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

/** Reads a file and describes each hit in it. @param {string} file @returns {string[]} */
const describeHits = (file) =>
  hitsIn(file, readFileSync(join(root, file), 'utf8')).map(
    ({ line, words, rule }) => `${file}:${line} "${words}" (${rule.id}): ${rule.better}`,
  )

/** @returns {{ passed: number, failures: string[] }} */
export function checkWords() {
  const failures = checkedFiles().flatMap(describeHits)
  return { passed: failures.length === 0 ? 1 : 0, failures }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const paths = process.argv.slice(2)
  const files = checkedFiles().filter((file) => paths.length === 0 || paths.some((path) => file.startsWith(path)))
  for (const line of files.flatMap(describeHits)) console.log(line)
}
