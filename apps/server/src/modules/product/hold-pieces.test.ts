import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { transact } from '#db'
import { openBasket } from '#modules/basket'
import { expectInvariants } from '#testing'
import { openPosterShop, piecesFor } from '../payment/testing/item-buyer.ts'
import { holdPieces, readProduct } from './index.ts'

it('gives pieces to the baskets of one transaction in their order, and limits their networks together', async () => {
  await using theatre = await openPosterShop(12)
  const { db, brand } = theatre
  const baskets: string[] = []
  for (let nth = 0; nth < 6; nth++) baskets.push(await openBasket(db, brand))
  const until = sql`update basket set deadline = now() + interval '1 hour'`
  await until.execute(db)
  const [network, other] = ['192.0.2.7', '198.51.100.7']
  const wanted = [4, 3, 2, 4, 2, 1].map((quantity, nth) => piecesFor(baskets[nth]!, quantity, [network, network, network, other][nth]))
  const held = await transact(db, (trx) => holdPieces(trx, wanted))
  const soldOut = { error: { code: 'product-sold-out', params: { piecesLeft: 1 } } }
  const limited = { error: { code: 'product-network-limit', params: { maximum: 8 } } }
  expect(held).toMatchObject([{ ok: true }, { ok: true }, limited, { ok: true }, soldOut, { ok: true }])
  expect((await readProduct(db, 'poster'))!.variants[0]!.piecesLeft).toBe(0)
  await expectInvariants(theatre)
})
