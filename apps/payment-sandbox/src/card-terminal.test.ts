import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildApp } from './app.ts'

const secret = 'a secret of the pad test'
const bearer = { authorization: `Bearer ${secret}` }
let folder: string
let app: FastifyInstance

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pad-'))
  app = buildApp({
    port: 0,
    host: 'localhost',
    publicUrl: 'http://localhost',
    dataFolder: folder,
    secret,
    password: undefined,
    account: 'test',
    merchant: 'The <b>House</b>',
    firstRetry: 50,
    slowness: 50,
    padPatience: 60,
  })
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

let attempts = 0
async function openSession(): Promise<string> {
  const attemptId = `attempt-${++attempts}`
  const url = 'http://localhost:1/'
  const payload = {
    attemptId,
    amount: 45_00,
    currency: 'GBP',
    description: 'two seats',
    customer: { name: 'Ada', email: 'ada@example.org' },
    locale: 'en',
    returnUrl: url,
    cancelUrl: url,
    callbackUrl: url,
    expiresAt: new Date(Date.now() + 60_000).toISOString(),
  }
  const openResult = await app.inject({ method: 'POST', url: '/sessions', headers: { ...bearer, 'idempotency-key': attemptId }, payload })
  return openResult.json<{ sessionId: string }>().sessionId
}
const lay = (card: string) =>
  app.inject({ method: 'POST', url: '/pad', headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: `card=${card}` })
const read = (session: string, headers: Record<string, string> = bearer) =>
  app.inject({ method: 'POST', url: '/pad/reads', headers, payload: { session } })
const stateOf = async (session: string) =>
  (await app.inject({ url: `/sessions/${session}`, headers: bearer })).json<{ status: string; amount: number }>()

test('uses the chosen card once, and takes the exact amount or nothing', async () => {
  for (const [card, response, status] of [
    ['declined', 'declined', 'declined'],
    ['cancelled', 'cancelled', 'cancelled'],
    ['absent', 'timed-out', 'open'],
    ['pays', 'read', 'succeeded'],
  ] as const) {
    const session = await openSession()
    expect((await lay(card)).statusCode).toBe(303)
    expect((await read(session)).json(), card).toEqual({ answer: response })
    expect(await stateOf(session), card).toMatchObject({ status, amount: 45_00 })
  }
  expect((await read(await openSession())).json(), 'cards pay again').toEqual({ answer: 'read' })
})

test('requires the password, and rejects unknown cards', async () => {
  const session = await openSession()
  expect((await read(session, {})).statusCode).toBe(401)
  expect((await read('ses_nobody')).statusCode).toBe(404)
  expect((await lay('gold')).statusCode).toBe(400)
  const page = await app.inject({ url: '/pad' })
  expect(page.body).not.toContain('<b>House</b>')
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
})
