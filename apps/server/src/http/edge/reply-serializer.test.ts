import { expect, it } from 'vitest'
import { z } from 'zod'
import { contract, type Endpoint } from '@playhouse/api-client/contract'
import { replyCompiler } from './reply-serializer.ts'

const endpoints = Object.entries(contract).flatMap(([tag, group]) =>
  Object.entries(group).map(([name, endpoint]) => [`${tag}.${name}`, endpoint as Endpoint] as const),
)

/** The JSON schema of a type, without `additionalProperties`, which only output schemas have. */
const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): unknown =>
  JSON.parse(
    JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any' }), (key, value) =>
      key === 'additionalProperties' ? undefined : value,
    ),
  )

it.each(endpoints)('%s has one reply schema for input and output', (_name, { reply }) => {
  expect(schemaOf(reply, 'input')).toEqual(schemaOf(reply, 'output'))
})

const write = replyCompiler({
  schema: z.strictObject({ seats: z.array(z.object({ id: z.string() })) }),
  method: 'GET',
  url: '/seats',
})

it('writes the fields of the contract only', () => {
  expect(write({ seats: [{ id: 'a.1', holder: 'secret' }] })).toBe('{"seats":[{"id":"a.1"}]}')
  expect(() => write({ seats: [], holder: 'secret' })).toThrow(/doesn't match the schema/)
  expect(() => write({ seats: [{ id: 1 }] })).toThrow(/doesn't match the schema/)
})
