import type { Order } from '@playhouse/api-client/contract'
import { isEmpty } from '@playhouse/domain/item-kind'
import { ok, type Result } from '@playhouse/domain/result'
import { useFormats, useWords } from '#i18n'
import { OpenFoodButton } from '#food'
import { type ApiProblem, useBasket, useBrand } from '#server-state'
import { Link } from '#ui/Link'
import { LinkButton } from '#ui/LinkButton'
import { sellsAddOns, useStartAddOns } from './AddOns.tsx'
import styles from './OrderAddOns.module.css'
import { VisitButton } from './VisitButton.tsx'

/** Fields that a reply of the version before lacks. */
type Family = Pick<Order, 'number' | 'isOpenForAddOns' | 'tickets'> & Partial<Pick<Order, 'addsTo' | 'addOns'>>

const orderPath = (number: string): string => `/account/your-orders/${encodeURIComponent(number)}`

/** Page of what can be added to an order. */
const addOnsPath = (number: string): string => `/order/add-ons?order=${encodeURIComponent(number)}`

const noAddOns: Order['addOns'] = []

/** The order that an order adds to, or the orders that add to it and the way to add more. */
export function OrderAddOns({ order }: { readonly order: Family }) {
  const { number, addsTo = null, addOns = noAddOns, isOpenForAddOns } = order
  const t = useWords('order')
  const { money, instant } = useFormats()
  const isOffered = isOpenForAddOns && sellsAddOns(useBrand())
  if (addsTo !== null)
    return (
      <p>
        {t('addOns.addsTo', { order: addsTo })} <Link to={orderPath(addsTo)}>{t('addOns.open', { order: addsTo })}</Link>
      </p>
    )
  if (addOns.length === 0 && !isOffered) return null
  return (
    <section className={styles.items} aria-labelledby="order-add-ons">
      <h2 id="order-add-ons">{t(addOns.length > 0 ? 'addOns.list' : 'addOns.title')}</h2>
      {addOns.length > 0 && (
        <ul role="list">
          {addOns.map((addOn) => (
            <li key={addOn.number}>
              <div>
                <h3>{addOn.items.map(({ name, quantity }) => (quantity > 1 ? `${quantity} × ${name}` : name)).join(', ')}</h3>
                <p className={styles.small}>
                  {t('detail.title', { number: addOn.number })} · {instant(addOn.placedAt)} · {t(`addOns.state.${addOn.state}`)}
                </p>
                {addOn.isSameBuyer && <Link to={orderPath(addOn.number)}>{t('addOns.open', { order: addOn.number })}</Link>}
              </div>
              <p>{money(addOn.total)}</p>
            </li>
          ))}
        </ul>
      )}
      {isOffered && (
        <div data-print="none" className={styles.items}>
          <Visits order={order} />
          <p>
            <LinkButton to={addOnsPath(number)}>{t('addOns.start')}</LinkButton>
          </p>
        </div>
      )}
    </section>
  )
}

/**
 * Opens products, and food and drink, for the performances of an order, which are added by a new payment. Nothing while the basket
 * has something else: the page of what can be added asks what happens to it.
 */
function Visits({ order: { number, tickets } }: { readonly order: Pick<Order, 'number' | 'tickets'> }) {
  const t = useWords('order')
  const { dateAndTime } = useFormats()
  const basket = useBasket()
  const start = useStartAddOns()
  const isStarted = basket.addsTo?.order === number
  const isFilled = !isEmpty(basket)
  if (isFilled && !isStarted) return null
  const prepare = async (): Promise<Result<unknown, ApiProblem>> => (isStarted ? ok(undefined) : start.mutateAsync({ number }))
  const performances = [...Map.groupBy(tickets, ({ instance }) => instance).values()].map(([ticket]) => ticket!)
  return (
    <>
      {performances.map(({ instance, title, ...performance }) => (
        <div key={instance} className={styles.visit}>
          {performances.length > 1 && (
            <h3>
              {title}, {dateAndTime(performance)}
            </h3>
          )}
          <OpenFoodButton instance={instance} label={t('addOns.food')} prepare={prepare} />
          <VisitButton instance={instance} label={t('addOns.visit')} prepare={prepare} />
        </div>
      ))}
      {isFilled && (
        <p>
          <LinkButton to="/checkout/basket" look="primary">
            {t('addOns.basket')}
          </LinkButton>
        </p>
      )}
    </>
  )
}
