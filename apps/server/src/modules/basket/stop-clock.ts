import { sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import type { Brand } from '@playhouse/domain/brand'
import { stockKinds } from '@playhouse/domain/item-kind'

/** Ends the deadline of a basket that holds neither seats nor stock. */
export async function stopClock(trx: Transaction<Database>, basketId: string): Promise<void> {
  await trx
    .updateTable('basket')
    .set({ deadline: sql`null`, extensions: 0 })
    .where('id', '=', basketId)
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom('basket_ticket').select('id').where('basket_id', '=', basketId))))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('basket_item')
            .select('id')
            .where('basket_id', '=', basketId)
            .where('kind', 'in', [...stockKinds]),
        ),
      ),
    )
    .execute()
}

/** Starts the deadline of a basket that holds stock, where none runs yet. The pieces count for the network. */
export async function startClock(
  trx: Transaction<Database>,
  { limits }: Pick<Brand, 'limits'>,
  basketId: string,
  network: string | undefined,
): Promise<void> {
  await trx
    .updateTable('basket')
    .set({ deadline: sql<Date>`coalesce(deadline, now() + make_interval(secs => ${limits.holdSeconds}))`, network: network ?? null })
    .where('id', '=', basketId)
    .execute()
}
