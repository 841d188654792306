import { expect, it } from 'vitest'
import { callsOf, fieldsOf, typeText } from './api-document.ts'

it('reads the calls of an OpenAPI document with their callers and scopes', () => {
  const schema = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] }
  const content = { 'application/json': { schema } }
  const paths = {
    '/api/site': { get: { tags: ['site'], summary: 'The site', responses: { 200: { content } } } },
    '/api/staff/productions/{event}': {
      put: {
        ...{ tags: ['planning'], summary: 'Change', security: [{ token: ['edit-programme'] }, { staffSession: ['edit-programme'] }] },
        parameters: [{ name: 'event', in: 'path', required: true, schema: { type: 'string' } }],
        requestBody: { content },
      },
    },
    '/api/me': { get: { security: [{ session: [] }] } },
  }
  const [site, edit, me] = callsOf({ paths })
  expect(site).toMatchObject({ method: 'GET', path: '/api/site', caller: 'anyone', scope: undefined, reply: schema, body: undefined })
  expect(edit).toMatchObject({ method: 'PUT', group: 'planning', caller: 'token', scope: 'edit-programme', body: schema, reply: undefined })
  expect(edit!.parameters).toEqual([{ name: 'event', isRequired: true, schema: { type: 'string' } }])
  expect(me).toMatchObject({ caller: 'session', scope: undefined, group: '', summary: '' })
})

it('writes the type of a schema in short', () => {
  expect(typeText({ type: 'string', format: 'date' })).toBe('string (date)')
  expect(typeText({ anyOf: [{ type: 'integer' }, { type: 'null' }] })).toBe('integer | null')
  expect(typeText({ type: 'array', items: { enum: ['a', 'b'] } })).toBe('("a" | "b")[]')
  expect(typeText({ const: true })).toBe('true')
  expect(typeText({})).toBe('any')
})

it('finds the fields of items and of variants', () => {
  const one = { type: 'object', properties: { kind: { const: 'one' }, count: { type: 'integer' } }, required: ['kind', 'count'] }
  const other = { type: 'object', properties: { kind: { const: 'other' } }, required: ['kind'] }
  expect(fieldsOf({ type: 'array', items: one }).map(({ name }) => name)).toEqual(['kind', 'count'])
  expect(fieldsOf({ anyOf: [one, other] }).map(({ name, isRequired }) => [name, isRequired])).toEqual([
    ['kind', true],
    ['count', false],
  ])
})
