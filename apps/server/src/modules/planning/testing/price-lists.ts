import type { ApiClient } from '@playhouse/api-client/client'
import type { PlannedPriceList } from '@playhouse/api-client/contract'
import { openBasket } from '#modules/basket'
import { addTickets } from '#modules/hold'
import { fullPriceSeats } from '#testing'
import type { TestServer } from '../../../proof/test-server.ts'
import { daysAhead, defaults, planOf, value } from './staff-client.ts'

/** A visitor without an account. */
export const guest = { name: 'guest' }

/** Copies of the price list of the test theatre, and performances that are sold at them. */
export class TestPriceLists {
  readonly #server: TestServer
  readonly #programmer: ApiClient

  constructor(server: TestServer, programmer: ApiClient) {
    this.#server = server
    this.#programmer = programmer
  }

  async read(id: string): Promise<PlannedPriceList> {
    return value(await this.#programmer.priceLists.one({ params: { priceList: id } }))
  }

  async copy(id: string): Promise<PlannedPriceList> {
    return value(await this.#programmer.priceLists.create({ body: { priceList: { id, name: `Copy ${id}`, copyOf: 'small-week' } } }))
  }

  /** Publishes a production with a performance of a price list. @returns the id of the performance */
  async publishPerformance(priceList: string, days: number): Promise<string> {
    const event = `play-${priceList}`
    value(await this.#programmer.planning.createProduction({ body: { production: planOf(event, 'Macbeth') } }))
    const performance = { ...defaults({ priceList }), id: `${event}-1`, type: null, startsAt: `${daysAhead(days)}T19:30` }
    const { version } = value(await this.#programmer.planning.addPerformance({ params: { event }, body: { performance } }))
    value(await this.#programmer.planning.publish({ params: { event }, body: { version } }))
    await this.#server.theatre.catalogue.refresh()
    return performance.id
  }

  /**
   * Holds a seat in a new basket.
   * @returns the basket, and a function that reads the price of its ticket
   * @throws Error with the code of the problem where the seat cannot be held
   */
  async hold(performance: string, seat: string) {
    const { db, brand } = this.#server.theatre
    const basket = await openBasket(db, brand)
    const added = await addTickets(this.#server.theatre, basket, guest, performance, fullPriceSeats(seat))
    if (!added.ok) throw new Error(`${seat} is not held: ${added.error.code}`)
    const priceHeld = async () =>
      (await db.selectFrom('basket_ticket').select('price').where('basket_id', '=', basket).executeTakeFirstOrThrow()).price
    return { basket, priceHeld }
  }
}
