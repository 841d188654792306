import { expect, it } from 'vitest'
import { z } from 'zod'
import { slugSchema } from '@playhouse/domain/id'
import { contract, type Endpoint, mapPerformanceIds } from './index.ts'

type Schema = { readonly [keyword: string]: unknown; readonly pattern?: string }
const jsonOf = (schema: z.ZodType): Schema => z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }) as Schema
const slugPattern = jsonOf(slugSchema).pattern!

/** Names of the fields with an id that the theatre chooses, in a part of a schema below the field `name`. */
function idFields(part: unknown, name: string): string[] {
  if (Array.isArray(part)) return part.flatMap((each) => idFields(each, name))
  if (typeof part !== 'object' || part === null) return []
  const { properties, ...keywords } = part as Schema
  return [
    ...(keywords.pattern === slugPattern ? [name] : []),
    ...Object.entries((properties ?? {}) as Schema).flatMap(([field, schema]) => idFields(schema, field)),
    ...Object.values(keywords).flatMap((each) => idFields(each, name)),
  ]
}

/** Ids of productions, packages, items and their parts: with these alone no performance is named. */
const otherIds = [
  ...[
    'answers',
    'appeal',
    'choice',
    'choices',
    'course',
    'event',
    'flex',
    'fund',
    'membership',
    'menu',
    'option',
    'package',
    'part',
    'point',
  ],
  ...['product', 'programme', 'sitting', 'type', 'upgradeFrom', 'variant'],
]

it('knows every field of visitors’ requests that can be the id of a performance', () => {
  const endpoints = Object.values(contract).flatMap((group): Endpoint[] => Object.values(group))
  const schemas = endpoints
    .filter(({ access }) => access !== 'staff' && access !== 'provider')
    .flatMap(({ params, query, body }) => [jsonOf(params), jsonOf(query), jsonOf(body)])
  const names = [...new Set(idFields(schemas, ''))].toSorted()
  const change = (field: string) => (mapPerformanceIds({ [field]: 'tonight' }, () => 'another') as Record<string, string>)[field]
  expect(names.filter((field) => change(field) === 'another')).toEqual(['instance'])
  // Another name here is of another kind of id. One of performances belongs in `mapPerformanceIds`.
  expect(names.filter((field) => change(field) !== 'another')).toEqual(otherIds)
})

it('changes the ids of performances at any depth, and nothing else', () => {
  const sent = {
    params: { instance: 'a', event: 'a' },
    query: { instances: 'a,b' },
    body: { performances: [{ instance: 'b', part: 'b' }] },
  }
  expect(mapPerformanceIds(sent, (id) => `${id}!`)).toEqual({
    params: { instance: 'a!', event: 'a' },
    query: { instances: 'a!,b!' },
    body: { performances: [{ instance: 'b!', part: 'b' }] },
  })
})
