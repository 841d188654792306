import type { Selectable } from 'kysely'
import type { CustomerTable } from '#db'
import { hasAccountPage } from '@playhouse/domain/account'
import type { PaymentDeps } from './attempt.ts'
import { readDeployment } from './deployment.ts'
import { type PaymentProvider, ProviderRefused } from './provider.ts'

/**
 * Finds or creates the customer at a provider, to whom saved cards belong.
 * @returns undefined for guests, for a provider or brand without saved cards, and where the provider refuses: the payment itself
 * needs no customer
 * @throws ProviderUnreachable
 */
export async function providerCustomerOf(
  { db, brand, origin }: PaymentDeps,
  provider: PaymentProvider,
  { id, email, is_guest }: Selectable<CustomerTable>,
): Promise<string | undefined> {
  // Cards are saved only where the account has a page to view and remove them.
  if (is_guest || !provider.createCustomer || !hasAccountPage(brand, 'payment-cards')) return undefined
  const find = () =>
    db
      .selectFrom('provider_customer')
      .select('token')
      .where('customer_id', '=', id)
      .where('provider', '=', provider.name)
      .executeTakeFirst()
  const stored = await find()
  if (stored) return stored.token
  try {
    const { id: deployment } = await readDeployment(db, origin)
    const { customerId } = await provider.createCustomer({ shop: origin, deployment, customer: id, email })
    const columns = { customer_id: id, provider: provider.name, token: customerId }
    await db
      .insertInto('provider_customer')
      .values(columns)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return (await find())?.token
  } catch (error) {
    if (error instanceof ProviderRefused) return undefined
    throw error
  }
}

/** Drops a customer that the provider does not know any more, so that the next payment creates another one. */
export async function dropProviderCustomer({ db }: Pick<PaymentDeps, 'db'>, provider: string, token: string): Promise<void> {
  await db.deleteFrom('provider_customer').where('provider', '=', provider).where('token', '=', token).execute()
}
