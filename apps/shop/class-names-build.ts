import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const repository = fileURLToPath(new URL('../..', import.meta.url))
/** Length of a file's hash. Two of a hundred files collide once in three hundred projects; the build then fails. */
const markLength = 5

/**
 * Generates short class names for the build: a hash of the file and a number within it, the same on every machine. The readable
 * names of development would cost 2 kB.
 */
export function shortClassNames(): (name: string, file: string) => string {
  const files = new Map<string, { readonly mark: string; readonly names: string[] }>()
  return (name, file) => {
    const [path] = file.split('?')
    const entry = files.get(path!) ?? { mark: fileMark(path!), names: [] }
    const twin = [...files].find(([other, { mark }]) => other !== path && mark === entry.mark)
    if (twin) throw new Error(`${path} and ${twin[0]} have the same class name hash: rename one of them`)
    files.set(path!, entry)
    if (!entry.names.includes(name)) entry.names.push(name)
    return entry.mark + entry.names.indexOf(name).toString(36)
  }
}

/** Begins with a letter, so that the class name needs no escape. */
function fileMark(file: string): string {
  const path = relative(repository, file).replaceAll('\\', '/')
  const hex = createHash('sha256').update(path).digest('hex').slice(0, 12)
  return `c${Number.parseInt(hex, 16)
    .toString(36)
    .slice(-markLength + 1)}`
}
