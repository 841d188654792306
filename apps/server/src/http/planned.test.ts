import swagger from '@fastify/swagger'
import fastify from 'fastify'
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { planned } from '@playhouse/api-client/contract'
import { expect, test } from 'vitest'
import { bindPlanned } from './planned.ts'

test('planned calls are described whole, and as planned', async () => {
  await using app = fastify()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  await app.register(swagger, { openapi: { openapi: '3.1.0', info: { title: 'test', version: '1' } }, transform: jsonSchemaTransform })
  await app.register(async (api) => bindPlanned(api, planned))
  await app.ready()
  const paths = app.swagger().paths as Record<string, Record<string, Record<string, unknown>>>
  for (const endpoint of Object.values(planned).flatMap((group) => Object.values(group))) {
    const described = paths[`/api${endpoint.path.replaceAll(/:([a-z]+)/gi, '{$1}')}`]?.[endpoint.method.toLowerCase()]
    expect(described, endpoint.path).toMatchObject({ 'x-planned': true, summary: endpoint.summary, responses: { 200: {} } })
  }
  expect(paths['/api/basket/items']!['post']).toHaveProperty('requestBody')
})
