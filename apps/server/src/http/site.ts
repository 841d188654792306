import type { contract, Customer, Session } from '@playhouse/api-client/contract'
import { ok } from '@playhouse/domain/result'
import { readBasketSummary } from '#modules/basket'
import type { CustomerRow } from '#modules/session'
import type { Handlers, Visitor } from './call.ts'
import type { House } from './house.ts'

export function siteHandlers(house: House): Handlers<typeof contract.site> {
  return {
    site: async () => ok({ brand: house.brand, underMaintenance: await underMaintenance(house) }),
    session: async ({ visitor }) => ok(await readSession(house, visitor)),
  }
}

/** Whether the brand's maintenance window is open, by the database's clock. */
export async function underMaintenance({ brand, catalogue }: House): Promise<boolean> {
  if (!brand.maintenance) return false
  const now = await catalogue.now()
  return now >= Date.parse(brand.maintenance.from) && now < Date.parse(brand.maintenance.until)
}

export async function readSession(house: House, visitor: Visitor): Promise<Session> {
  const [basket, now] = await Promise.all([readBasketSummary(house, visitor.basketId), house.catalogue.now()])
  return {
    customer: visitor.customer ? customerOf(visitor.customer) : null,
    basket,
    serverTime: new Date(now).toISOString(),
    idleSeconds: house.brand.limits.sessionIdleSeconds,
  }
}

export function customerOf(row: CustomerRow): Customer {
  return { id: row.id, email: row.email, title: row.title, firstName: row.first_name, lastName: row.last_name, phone: row.phone }
}
