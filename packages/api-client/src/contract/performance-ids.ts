/** Names of the fields of requests and problems with the id of a performance, and of the one with several. */
const [idFields, listField]: [ReadonlySet<string>, string] = [new Set(['instance', 'performance']), 'instances']

/**
 * Copies the input of a call, or a problem, with other ids of performances.
 * @param change returns the id to put in place of one
 */
export function mapPerformanceIds<Value>(value: Value, change: (id: string) => string): Value {
  const map = (name: string, part: unknown): unknown => {
    if (typeof part === 'string') {
      if (idFields.has(name)) return change(part)
      return name === listField ? part.split(',').map(change).join(',') : part
    }
    if (Array.isArray(part)) return part.map((each) => map('', each))
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(Object.entries(part).map(([field, content]) => [field, map(field, content)]))
  }
  return map('', value) as Value
}
