/** Names of the fields of requests with the id of a performance, and with several. */
const [idField, listField] = ['instance', 'instances']

/**
 * Copies the input of a call with other ids of performances.
 * @param change returns the id to put in place of one
 */
export function mapPerformanceIds<Value>(value: Value, change: (id: string) => string): Value {
  const map = (name: string, part: unknown): unknown => {
    if (typeof part === 'string') {
      if (name === idField) return change(part)
      return name === listField ? part.split(',').map(change).join(',') : part
    }
    if (Array.isArray(part)) return part.map((each) => map('', each))
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(Object.entries(part).map(([field, content]) => [field, map(field, content)]))
  }
  return map('', value) as Value
}

/** Copies a value with other texts, at any depth. */
export function mapTexts<Value>(value: Value, change: (text: string) => string): Value {
  const map = (part: unknown): unknown => {
    if (typeof part === 'string') return change(part)
    if (Array.isArray(part)) return part.map(map)
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(Object.entries(part).map(([field, content]) => [field, map(content)]))
  }
  return map(value) as Value
}
