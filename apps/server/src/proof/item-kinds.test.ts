import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import {
  describeItemKinds,
  offeredDishes,
  offeredFood,
  offeredForm,
  offeredProducts,
  offeredSubscriptions,
  offeredTables,
  sellingBrand,
} from '@playhouse/api-client/suite'
import type { ApiClient } from '@playhouse/api-client/client'
import { money } from '@playhouse/domain/money'
import { createManualProvider } from '../modules/payment/testing/manual-provider.ts'
import { issueDueGifts } from '#modules/membership'
import { issuePaymentLink } from '#modules/payment-link'
import { seedFood } from '#modules/food'
import { seedForms } from '#modules/form'
import { seedProducts } from '#modules/product'
import { seedFlexSubscriptions } from '#modules/subscription'
import { seedTables } from '#modules/table'
import { issueVoucher } from '#modules/voucher'
import { addStaff, createSecretVault, setAuthenticator } from '#modules/staff'
import { startTestServer } from './test-server.ts'

const [email, programmer, password] = ['max@house.example', 'pia@house.example', 'Rehearse-10-Lines-27']
const secret = new Secret({ size: 20 })

describeItemKinds('the server', async () => {
  const manualProvider = createManualProvider()
  const server = await startTestServer({ change: sellingBrand, provider: { ...manualProvider.provider, keepsCards: true } })
  await seedProducts(server.theatre.db, [...offeredProducts, ...offeredDishes])
  await seedFood(server.theatre.db, offeredFood)
  await seedTables(server.theatre.db, offeredTables)
  await seedFlexSubscriptions(server.theatre.db, offeredSubscriptions)
  const productions = await server.theatre.db.selectFrom('production').select('id').execute()
  await seedForms(server.theatre.db, [{ form: offeredForm, productions: productions.map(({ id }) => id) }])
  await addStaff(server.theatre.db, { email, name: 'Max', role: 'manager', password }, 'test')
  await addStaff(server.theatre.db, { email: programmer, name: 'Pia', role: 'programmer', password }, 'test')
  const vault = createSecretVault(['a secret of the tests that is thirty-two long'])
  await setAuthenticator(server.theatre.db, vault, email, secret.base32)
  await setAuthenticator(server.theatre.db, vault, programmer, secret.base32)
  const signIn = async (client: ApiClient, as: string): Promise<void> => {
    await client.staff.signIn({ body: { email: as, password } })
    const proof = await client.staff.prove({ body: { code: new TOTP({ secret }).generate() } })
    if (!proof.ok) throw new Error(proof.error.code)
  }
  const voucher = { code: 'GIFT-TESTING', amount: 40_00 }
  await issueVoucher(server.theatre.db, { ...voucher, amount: money(voucher.amount) }, { name: 'test' })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.app.server.address() as AddressInfo
  return {
    voucher,
    origin: `http://127.0.0.1:${port}`,
    pay: async (redirectUrl) => manualProvider.end(redirectUrl.split('/s-').at(-1)!, 'succeeded'),
    giftToken: async (recipient) => {
      await issueDueGifts(server.shop)
      const { rows } = await sql<{ token: string }>`
        select m.payload ->> 'token' as token from outbox m join order_item i on i.id::text = m.payload ->> 'item'
        where m.topic = 'mail.gift-membership' and i.detail ->> 'email' = ${recipient} order by m.id desc limit 1`.execute(
        server.theatre.db,
      )
      return server.shop.codeVault.decrypt(rows[0]!.token)
    },
    changeGift: async (recipient, change) => {
      const { db } = server.theatre
      const [state, hold] = change === 'hold' ? ['on-hold', 'disputed'] : ['confirmed', null]
      const orders = sql`select order_id from order_item where kind = 'gift-membership' and detail ->> 'email' = ${recipient}`
      await sql`update customer_order set state = ${state}, hold = ${hold} where id in (${orders})`.execute(db)
      await sql`
        update gift_membership set claim_until = current_date + ${change === 'expire' ? -2 : 300}::int
        where order_item_id in (select id from order_item where detail ->> 'email' = ${recipient})`.execute(db)
    },
    paymentLinkToken: async (recipient) => {
      const { rows } = await sql<{ id: string }>`
        select l.id from payment_link l join customer c on c.id = l.customer_id where c.email = ${recipient} order by l.created_at desc limit 1`.execute(
        server.theatre.db,
      )
      await issuePaymentLink(server.shop, rows[0]!.id)
      const mail = await sql<{ token: string }>`
        select payload ->> 'token' as token from outbox
        where topic = 'mail.payment-link' and payload ->> 'link' = ${rows[0]!.id} order by id desc limit 1`.execute(server.theatre.db)
      return server.shop.codeVault.decrypt(mail.rows[0]!.token)
    },
    signInStaff: async (client) => signIn(client, email),
    signInProgrammer: async (client) => signIn(client, programmer),
    close: () => server.close(),
  }
})
