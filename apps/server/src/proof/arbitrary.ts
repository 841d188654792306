import fc from 'fast-check'
import { z } from 'zod'

/** The part of JSON Schema that the contract's schemas use. */
type Schema = {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
  readonly items?: Schema | boolean
  readonly prefixItems?: readonly Schema[]
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
}

/** Values that match a schema. */
export function validValue(schema: z.ZodType): fc.Arbitrary<unknown> {
  return valuesOf(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }) as Schema)
}

/** Values that do not match a schema: arbitrary JSON, or a valid value with one part replaced or added. */
export function invalidated(schema: z.ZodType): fc.Arbitrary<unknown> {
  return fc.oneof(
    arbitraryJson,
    fc
      .tuple(validValue(schema), fc.nat(20), arbitraryJson, fc.boolean())
      .map(([value, at, with_, isExtra]) => invalidate(value, at, with_, isExtra)),
  )
}

/** JSON values that often break parsers: edge cases of numbers, Unicode, injection, deep nesting and great length. */
export const arbitraryJson: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1e308, 0.1, 2 ** 53, '', ' ', '\u0000', '\ud800', '__proto__', 'constructor', [], {}, [
    [[[]]],
  ]),
  fc.string({ unit: 'binary', maxLength: 50 }),
  fc.constantFrom(
    'a'.repeat(5_000),
    "'; drop table basket; --",
    '${7*7}',
    '../../etc/passwd',
    '\r\nset-cookie: sid=1',
    '<script>1</script>',
    '%s%n',
    '🎭'.repeat(300),
  ),
  fc.array(fc.integer(), { minLength: 600, maxLength: 601 }),
  fc.json({ maxDepth: 4 }).map((text): unknown => JSON.parse(text)),
  fc.constant({ price: 0, amount: -1, total: 0, isStaff: true, customer_id: '00000000-0000-7000-8000-000000000000' }),
)

function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map(valuesOf))
  if (schema.allOf) return valuesOf(Object.assign({}, ...schema.allOf) as Schema)
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return fc.record(Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, property]) => [name, valuesOf(property)])), {
        requiredKeys: [...(schema.required ?? [])],
      })
    case 'array':
      if (schema.prefixItems) return fc.tuple(...schema.prefixItems.map(valuesOf))
      return fc.array(valuesOf(typeof schema.items === 'object' ? schema.items : {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 5, (schema.minItems ?? 0) + 5),
      })
    case 'integer':
    case 'number':
      return fc.integer({ min: Math.max(schema.minimum ?? -10, -(2 ** 31)), max: Math.min(schema.maximum ?? 1_000, 2 ** 31 - 1) })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'string':
      return fc.oneof(
        fc.constantFrom('stalls.A.1', 'full', 'tonight', 'ada@example.org', 'Rehearse10-Lines', 'GB', '4242-abcdefg'),
        textOf(schema),
      )
    default:
      return arbitraryJson
  }
}

const textOf = ({ minLength = 0, maxLength = 40 }: Schema): fc.Arbitrary<string> =>
  fc.string({ unit: 'grapheme', minLength: Math.min(minLength, 60), maxLength: Math.max(Math.min(maxLength, 60), Math.min(minLength, 60)) })

/** Returns the value with one of its parts replaced, or with a part added. */
function invalidate(value: unknown, at: number, replacement: unknown, isExtra: boolean): unknown {
  if (Array.isArray(value)) return isExtra || value.length === 0 ? [...value, replacement] : value.with(at % value.length, replacement)
  if (typeof value !== 'object' || value === null) return replacement
  const names = Object.keys(value)
  if (isExtra || names.length === 0) return { ...value, [`extra${at}`]: replacement }
  const name = names[at % names.length]!
  const part = (value as Record<string, unknown>)[name]
  return {
    ...value,
    [name]: typeof part === 'object' && part !== null && at % 2 === 0 ? invalidate(part, at >> 1, replacement, isExtra) : replacement,
  }
}
