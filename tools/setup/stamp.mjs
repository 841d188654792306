import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './repository.mjs'

const skippedNames = new Set(['node_modules', 'dist', 'var', 'test-results'])

/** A checksum over these files and all files below these folders. @param {readonly string[]} paths */
export function digest(paths) {
  const hash = createHash('sha256').update(process.platform + process.arch)
  for (const path of paths) for (const file of filesOf(path)) hash.update(file).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

/** @param {string} path @returns {string[]} */
function filesOf(path) {
  if (!existsSync(join(root, path))) return []
  try {
    const entries = readdirSync(join(root, path), { withFileTypes: true })
    return entries
      .filter(({ name }) => !skippedNames.has(name) && !/\.test\.tsx?$/.test(name))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap(({ name }) => filesOf(join(path, name)))
  } catch {
    return [path]
  }
}

/** Whether the stored stamp was made of the same files. @param {string} file @param {string} value */
export const isStamped = (file, value) => existsSync(join(root, file)) && readFileSync(join(root, file), 'utf8') === value

/** @param {string} file @param {string} value */
export function stamp(file, value) {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), value)
}
