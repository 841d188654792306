import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { KitchenList } from '@playhouse/api-client/contract'
import { kitchenServings, type KitchenServing } from '@playhouse/domain/kitchen-list'
import { servedAt } from '@playhouse/domain/menu'
import { useFormats, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { Link } from '#ui/Link'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { classNames } from '#theme'
import styles from './BoxOffice.module.css'
import { kitchenQuery } from './counter-state.ts'
import { CustomerText } from './CustomerText.tsx'
import { oneLine, inlineText } from './customer-text.ts'
import { CsvButton } from './CsvButton.tsx'
import { DataTable } from './DataTable.tsx'
import { QueryStatus } from './QueryStatus.tsx'

/** What kitchen and bar prepare for a performance: totals by dish and all orders, by collection point and time; to print. */
export function KitchenPage() {
  const t = useWords('box-office')
  const { dateAndTime } = useFormats()
  const { instance = '' } = useParams()
  const query = useQuery(kitchenQuery(instance))
  const { data } = query
  return (
    <Page>
      <PageHeading>{t('kitchen.title')}</PageHeading>
      <QueryStatus query={query} height={16} />
      {data && (
        <>
          <p>
            <Link to={`/smart/book/${instance}`}>
              {t('performances.line', { title: data.performance.title, when: dateAndTime(data.performance) })}
            </Link>
          </p>
          {data.orders.length === 0 ? <p>{t('kitchen.none')}</p> : <Servings list={data} />}
        </>
      )}
    </Page>
  )
}

function Servings({ list }: { readonly list: KitchenList }) {
  const t = useWords('box-office')
  const servings = kitchenServings(list.orders)
  const place = usePlaceName(list)
  return (
    <>
      <div className={classNames(styles['inline'], styles['line'])} data-print="none">
        <Button onPress={() => window.print()}>{t('kitchen.print')}</Button>
        <CsvButton label={t('kitchen.download')} file={`kitchen-${list.performance.instance}`} rows={() => rowsOf()} />
      </div>
      {servings.map((serving) => (
        <Serving key={`${serving.point} ${serving.servedBefore}`} serving={serving} list={list} />
      ))}
    </>
  )

  /** One row for each dish of an order. */
  function rowsOf(): (string | number)[][] {
    const columns = ['place', 'customer', 'order', 'guests', 'course', 'dish', 'count', 'note'] as const
    return [
      columns.map((column) => t(`kitchen.${column}`)),
      ...servings.flatMap((serving) =>
        serving.orders.flatMap(({ customer, number, guests, note, courses }) =>
          courses.flatMap(({ name: course, dishes }) =>
            dishes.map(({ name, count }) => [place(serving), inlineText(customer), number, guests, course, name, count, oneLine(note)]),
          ),
        ),
      ),
    ]
  }
}

/** Returns a collection point with the time at which it serves. */
function usePlaceName({ performance: { startsAt, timeZone } }: KitchenList): (serving: KitchenServing) => string {
  const t = useWords('box-office')
  const { time } = useFormats()
  return ({ pointName, servedBefore }) => {
    const at = servedAt(startsAt, { servedBefore })
    return at === undefined
      ? t('kitchen.interval', { point: pointName })
      : t('kitchen.at', { point: pointName, time: time({ startsAt: new Date(at).toISOString(), timeZone }) })
  }
}

function Serving({ serving, list }: { readonly serving: KitchenServing; readonly list: KitchenList }) {
  const t = useWords('box-office')
  const { number, list: listOf } = useFormats()
  const name = usePlaceName(list)(serving)
  const id = `${serving.point}-${serving.servedBefore ?? 'interval'}`
  const allergensOf = (product: string): string =>
    listOf((list.dishes.find((dish) => dish.product === product)?.allergens ?? []).map((allergen) => t(`kitchen.allergen.${allergen}`)))
  return (
    <section aria-labelledby={id} className={styles['serving']}>
      <h2 id={id}>{t('kitchen.serving', { place: name, count: serving.guests })}</h2>
      <DataTable
        label={t('kitchen.totals', { place: name })}
        columns={[
          { key: 'course', label: t('kitchen.course') },
          { key: 'dish', label: t('kitchen.dish') },
          { key: 'allergens', label: t('kitchen.allergens') },
          { key: 'count', label: t('kitchen.count'), isAmount: true },
        ]}
      >
        <tbody>
          {serving.dishes.map(({ course, product, name: dish, count }) => (
            <tr key={`${course} ${product}`}>
              <td>{course}</td>
              <th scope="row">{dish}</th>
              <td>{allergensOf(product)}</td>
              <td className={styles['sum']}>{number(count)}</td>
            </tr>
          ))}
        </tbody>
      </DataTable>
      <DataTable
        label={t('kitchen.orders', { place: name })}
        columns={[
          { key: 'customer', label: t('kitchen.customer') },
          { key: 'order', label: t('kitchen.order') },
          { key: 'guests', label: t('kitchen.guests'), isAmount: true },
          { key: 'dishes', label: t('kitchen.dishes') },
          { key: 'note', label: t('kitchen.note') },
        ]}
      >
        <tbody>
          {serving.orders.map((order) => (
            <tr key={`${order.number} ${order.menu}`}>
              <th scope="row">
                <bdi>{inlineText(order.customer)}</bdi>
              </th>
              <td>
                <Link to={`/smart/orders/${order.number}`}>{order.number}</Link>
              </td>
              <td className={styles['sum']}>{number(order.guests)}</td>
              <td className={styles['dishes']}>
                {listOf(
                  order.courses.flatMap(({ dishes }) => dishes.map((dish) => t('kitchen.times', { count: dish.count, name: dish.name }))),
                )}
              </td>
              <td>
                <CustomerText text={order.note} />
              </td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    </section>
  )
}
