import type { Kysely, Transaction } from 'kysely'
import type { Basket } from '@playhouse/api-client/contract'
import type { Database } from '#db'
import { add, money } from '@playhouse/domain/money'
import { type Problem, problem } from '@playhouse/domain/problem'
import { seatsByPerformance, type TicketRow } from './basket-row.ts'
import { removeTickets } from './remove-tickets.ts'

const seriesOf = (tickets: readonly TicketRow[]): string[] => [...new Set(tickets.flatMap(({ series }) => series ?? []))]

/** The packages that tickets of a basket belong to, in the order in which they were added. Without tickets of a series it needs no query. */
export async function packagesOfTickets(db: Kysely<Database>, tickets: readonly TicketRow[]) {
  const series = seriesOf(tickets)
  if (series.length === 0) return []
  return db.selectFrom('basket_package').selectAll().where('id', 'in', series).orderBy('added_at').orderBy('id').execute()
}

/** The packages of a basket for the API; no field without any. */
export async function readPackages(db: Kysely<Database>, tickets: readonly TicketRow[]): Promise<Pick<Basket, 'packages'>> {
  const rows = await packagesOfTickets(db, tickets)
  if (rows.length === 0) return {}
  return {
    packages: rows.map(({ id, package_id, kind, name, choice, saved }) => {
      const own = tickets.filter(({ series }) => series === id)
      return {
        ...{ id, package: package_id, kind, name, choice, saved: money(saved) },
        tickets: own.map((ticket) => ticket.id),
        amount: add(...own.map(({ price }) => money(price))),
      }
    }),
  }
}

/** Ids of the tickets that belong to packages: their prices are shares, which neither promo codes nor memberships change. */
export async function withoutPackages(db: Kysely<Database>, tickets: readonly TicketRow[]): Promise<readonly TicketRow[]> {
  const packages = await packagesOfTickets(db, tickets)
  return packages.length === 0 ? tickets : tickets.filter(({ series }) => packages.every(({ id }) => id !== series))
}

/**
 * The problem of removing or changing some tickets of a package; undefined where none of them belongs to one.
 * @param replaced id of a package that is removed as a whole
 */
export async function findWholePackageProblem(
  db: Kysely<Database>,
  tickets: readonly TicketRow[],
  replaced?: string,
): Promise<Problem<'package-whole'> | undefined> {
  const whole = (await packagesOfTickets(db, tickets)).find(({ id }) => id !== replaced)
  return whole && problem('package-whole', { package: whole.id, name: whole.name.text })
}

/** Releases the seats of a package, and removes its tickets from the basket. @param tickets of the basket */
export async function releasePackage(trx: Transaction<Database>, basket: string, id: string, tickets: readonly TicketRow[]): Promise<void> {
  const own = tickets.filter(({ series }) => series === id)
  for (const { performance } of seatsByPerformance(own))
    await removeTickets(
      trx,
      basket,
      performance,
      own.filter((ticket) => ticket.performance_id === performance),
    )
  await trx.deleteFrom('basket_package').where('id', '=', id).execute()
}
