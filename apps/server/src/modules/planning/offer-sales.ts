import { sql } from 'kysely'
import { readNamedCodes } from '#modules/promo'
import { type CodeSales, type CountedSales, type NamedCode, salesByCode } from '@playhouse/domain/named-code'
import type { EditDeps } from './edit-production.ts'
import { readPlannedOffer } from './offers.ts'

/** The sales of an offer by the code that customers typed, before any returns; undefined for an unknown offer. */
export async function readOfferSales(deps: EditDeps, id: string): Promise<CodeSales[] | undefined> {
  const planned = await readPlannedOffer(deps, id)
  if (!planned) return undefined
  const { db, brand } = deps
  const named = await readNamedCodes(db, [id])
  const withdrawn = named.filter(({ isWithdrawn }) => isWithdrawn)
  const { rows } = await sql<CountedSales>`
    select case when c.code is not null then 'single-use' when u.named_code is not null then 'named' else 'own' end as kind,
      u.named_code as code, count(*)::int as used, (count(*) filter (where u.state = 'used'))::int as orders,
      coalesce(sum(sold.tickets) filter (where u.state = 'used'), 0)::float8 as tickets,
      coalesce(sum(sold.discount) filter (where u.state = 'used'), 0)::float8 as discount,
      coalesce(sum(o.total) filter (where u.state = 'used'), 0)::float8 as total
    from promo_use u
    left join single_use_code c on c.basket_id = u.basket_id and c.promo = u.code
    left join customer_order o on o.id = u.order_id
    cross join lateral (select
      (select sum(value::int) from jsonb_each_text(u.tickets)) as tickets,
      (select -sum(l.amount) from order_line l where l.order_id = u.order_id and l.kind = 'discount' and l.ref = u.code) as discount) sold
    where u.code = ${id} and u.state <> 'released' group by 1, 2`.execute(db)
  const { now } = await db.selectNoFrom(sql<Date>`now()`.as('now')).executeTakeFirstOrThrow()
  return salesByCode(
    {
      ...{ id, codes: planned.offer.codes, timeZone: brand.timeZone, at: now.getTime() },
      withdrawn: withdrawn.map(({ code, label, maxUses }): NamedCode => ({
        code,
        ...(label !== undefined && { label }),
        maxUses,
        endsAt: null,
      })),
      usesOfCodes: new Map(named.map(({ code, used }) => [code, used])),
    },
    rows,
  )
}
