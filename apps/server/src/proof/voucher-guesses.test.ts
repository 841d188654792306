import { expect, it } from 'vitest'
import { issueVoucher } from '#modules/voucher'
import { money } from '@playhouse/domain/money'
import { startTestServer } from './test-server.ts'

it('refuses guesses of voucher codes from many networks, and no customer who has signed in', async () => {
  const server = await startTestServer({
    tries: 1,
    change: (brand) => ({ ...brand, features: { ...brand.features, giftVoucherBalance: true } }),
  })
  try {
    const code = await issueVoucher(server.theatre.db, { amount: money(25_00) }, { name: 'test' })
    const check = async (guess: string, network: number, headers = {}) => {
      const reply = await server.app.inject({
        ...{ method: 'POST', url: '/api/vouchers/balance', payload: { code: guess } },
        headers: { 'x-forwarded-for': `10.${network >> 8}.${network & 255}.1`, origin: 'http://localhost', ...headers },
      })
      return { status: reply.statusCode, ...reply.json<{ code?: string; balance?: number; retryAfterSeconds?: number }>() }
    }
    // As 500 guesses have been counted.
    for (let counted = 0; counted < 500; counted++) await server.shop.throttle('voucher-everyone', 'all')
    const replies = []
    for (let network = 0; network < 1_000; network++) replies.push(await check('AAAA-BBBBBBB', network))
    expect(new Set(replies.map((reply) => reply.code))).toEqual(new Set(['too-many-requests']))
    expect((await check(code, 2_000)).code).toBe('too-many-requests')
    const cookie = await server.cookieOf((await server.owner()).id)
    expect(await check(code, 2_001, { cookie })).toMatchObject({ status: 200, balance: 25_00 })
  } finally {
    await server.close()
  }
})
