import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '@playhouse/api-client/contract'
import { accountGiftAidWordings } from '@playhouse/domain/giving'
import { money } from '@playhouse/domain/money'
import { startTestServer, type TestServer } from './test-server.ts'

const fund = { fund: 'stage', name: 'The stage fund', body: '', presets: [money(10_00)] }
const limits = { least: money(1_00), most: money(500_00), recognitionFrom: money(100_00) }
const gift = { kind: 'donation', fund: 'stage', appeal: null, amount: 10_03, recognitionName: null, isAnonymous: false, tributeName: null }

let front: TestServer
beforeAll(async () => {
  front = await startTestServer({
    change: (brand) => ({
      ...brand,
      features: { ...brand.features, donations: true, giftAid: true },
      giving: [{ ...fund, ...limits }],
    }),
  })
})
afterAll(() => front.close())

it('shows Gift Aid on a donation by the declaration of the account, and by the answer for the basket before it', async () => {
  const { cookie } = await front.owner()
  const send = async (method: 'GET' | 'PUT' | 'POST', url: string, payload?: object) => {
    const response = await front.app.inject({ method, url: `/api${url}`, headers: { cookie }, ...(payload && { payload }) })
    expect(response.statusCode, `${url}: ${response.body}`).toBe(200)
    return response.json()
  }
  const readGiftAid = async () => contract.basket.read.reply.parse(await send('GET', '/basket')).giftAid
  expect(await readGiftAid()).toBeNull()
  await send('POST', '/basket/items', gift)
  expect(await readGiftAid()).toEqual({ isDeclared: false, amount: 2_50 })
  expect(await send('PUT', '/me/gift-aid', { wording: accountGiftAidWordings[0], isDeclared: true })).toMatchObject({
    isDeclared: true,
    saidAt: expect.any(String),
  })
  expect(await readGiftAid()).toEqual({ isDeclared: true, amount: 2_50 })
  await send('PUT', '/basket/gift-aid', { isDeclared: false })
  expect(await readGiftAid()).toEqual({ isDeclared: false, amount: 2_50 })
  expect(await send('GET', '/me/gift-aid')).toMatchObject({ isDeclared: true })
})
