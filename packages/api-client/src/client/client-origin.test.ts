import { expect, it } from 'vitest'
import { createClient } from './client.ts'

it.each([
  ['', '/api/events', 'same-origin'],
  ['https://api.example', 'https://api.example/api/events', 'include'],
])('calls the API at the origin %j, with its cookies', async (origin, url, credentials) => {
  const calls: [unknown, RequestInit | undefined][] = []
  const client = createClient(origin, async (...call) => {
    calls.push(call as [unknown, RequestInit | undefined])
    return Response.json({ events: [] })
  })
  expect((await client.catalogue.events()).ok).toBe(true)
  expect(calls.map(([to, init]) => [to, init?.credentials])).toEqual([[url, credentials]])
})
