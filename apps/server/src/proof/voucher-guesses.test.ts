import { expect, it } from 'vitest'
import { issueVoucher } from '#modules/voucher'
import { money } from '@playhouse/domain/money'
import { timeLimit } from '@playhouse/testing/time-limit'
import { startTestServer } from './test-server.ts'

const timeoutMs = timeLimit(240_000)
/** Guesses of each network. With PROOF_LONGER, as `pnpm test:soak` sets, ten. */
const guessesOfNetwork = Number(process.env['PROOF_LONGER'] ?? 1) > 1 ? 10 : 3
const guessesInAll = 1_000 * guessesOfNetwork

it(
  `answers 500 of ${guessesInAll} guesses of voucher codes from 1,000 networks, and refuses no customer who has signed in`,
  { timeout: timeoutMs },
  async () => {
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
      const counts = new Map<string | undefined, number>()
      for (let round = 0; round < guessesOfNetwork; round++)
        for (let network = 0; network < 1_000; network += 20) {
          const guesses = Array.from({ length: 20 }, (_, nth) =>
            check(`AAAA-${`${round}${network + nth}`.padStart(7, 'B')}`, network + nth),
          )
          for (const reply of await Promise.all(guesses)) counts.set(reply.code, (counts.get(reply.code) ?? 0) + 1)
        }
      // As many guesses are answered as from all networks together in a quarter of an hour.
      expect(Object.fromEntries(counts)).toEqual({ 'voucher-not-recognised': 500, 'too-many-requests': guessesInAll - 500 })
      expect((await check(code, 2_000)).code).toBe('too-many-requests')
      const cookie = await server.cookieOf((await server.owner()).id)
      expect(await check(code, 2_001, { cookie })).toMatchObject({ status: 200, balance: 25_00 })
    } finally {
      await server.close()
    }
  },
)
