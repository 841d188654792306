import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = new URL('..', import.meta.url).pathname
const folder = 'apps/server/src/modules'

/** Production files of the server's modules, with the specifiers that each imports, types included. */
const imports = execFileSync('git', ['ls-files', folder], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|\/testing\//.test(file))
  .map((file) => ({
    file,
    module: file.slice(folder.length + 1).split('/')[0] ?? '',
    specifiers: [...readFileSync(join(root, file), 'utf8').matchAll(/ from '([^']+)'/g)].map((match) => match[1] ?? ''),
  }))

/** The first circle of a graph that a depth-first search finds, as a path; undefined if there is none. @param {Map<string, Set<string>>} graph */
function findCircle(graph) {
  /** @type {Set<string>} */
  const visited = new Set()
  /** @type {(node: string, path: readonly string[]) => readonly string[] | undefined} */
  const visit = (node, path) => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node]
    if (visited.has(node)) return undefined
    for (const next of graph.get(node) ?? []) {
      const circle = visit(next, [...path, node])
      if (circle) return circle
    }
    visited.add(node)
    return undefined
  }
  for (const node of graph.keys()) {
    const circle = visit(node, [])
    if (circle) return circle
  }
  return undefined
}

describe("the server's modules", () => {
  test('are read from the repository', () => {
    expect(imports.length).toBeGreaterThan(150)
  })

  test('import each other in one direction only', () => {
    /** @type {Map<string, Set<string>>} */
    const graph = new Map(imports.map(({ module }) => [module, new Set()]))
    for (const { module, specifiers } of imports)
      for (const specifier of specifiers) {
        const moduleName = /^#modules\/(.+)$/.exec(specifier)?.[1]
        if (moduleName) graph.get(module)?.add(moduleName)
      }
    expect(graph.get('hold')).toContain('basket')
    expect(findCircle(graph)).toBeUndefined()
  })

  // Lint reports circles of values only.
  test('have no circle between their files, not even of types', () => {
    const graph = new Map(
      imports.map(({ file, specifiers }) => [
        file,
        new Set(specifiers.filter((specifier) => specifier.startsWith('.')).map((specifier) => posix.join(posix.dirname(file), specifier))),
      ]),
    )
    expect(findCircle(graph)).toBeUndefined()
  })

  test('would be reported with the path of a circle', () => {
    const graph = new Map([
      ['a', new Set(['b'])],
      ['b', new Set(['c'])],
      ['c', new Set(['b'])],
    ])
    expect(findCircle(graph)).toEqual(['b', 'c', 'b'])
  })
})
