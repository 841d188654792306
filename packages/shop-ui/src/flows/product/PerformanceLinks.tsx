import { useEffect, useRef, useState } from 'react'
import type { ProductOnSale } from '@playhouse/domain/product'
import { performanceProductsPathOf } from '@playhouse/domain/product-path'
import { useFormats, useWords } from '#i18n'
import { Select } from '#form/Select'
import { Button } from '#ui/Button'
import { Link } from '#ui/Link'
import { offerClasses } from '#ticketing/OfferLayout'

/** Performances that are shown at first, and more at each press. */
const shownAtOnce = 12

const everyProduction = 'every'

/** The performances for which a product is sold, each with a link to its page. Many are shown in parts, for one production or for all. */
export function PerformanceLinks({ product: { type, performances } }: { readonly product: Pick<ProductOnSale, 'type' | 'performances'> }) {
  const t = useWords('product')
  const { dateAndTime } = useFormats()
  const [event, setEvent] = useState(everyProduction)
  const [shown, setShown] = useState(shownAtOnce)
  const firstAdded = useRef<HTMLAnchorElement>(null)
  // The button may disappear with the press: the focus moves to the first performance that it added.
  useEffect(() => firstAdded.current?.focus(), [shown])
  const productions = new Map(performances.map((performance) => [performance.event, performance.name]))
  const chosen = performances.filter((performance) => event === everyProduction || performance.event === event)
  const hidden = Math.max(0, chosen.length - shown)
  return (
    <section aria-labelledby="performances-title" className={offerClasses.card}>
      <h2 id="performances-title">{t('performances')}</h2>
      <p className={offerClasses.soft}>{t('performancesText')}</p>
      {productions.size > 1 && performances.length > shownAtOnce && (
        <Select
          name="production"
          label={t('production')}
          value={event}
          onChange={(next) => {
            setEvent(next)
            setShown(shownAtOnce)
          }}
          options={[
            { value: everyProduction, label: t('everyProduction') },
            ...[...productions].map(([value, label]) => ({ value, label })),
          ]}
        />
      )}
      <ul>
        {chosen.slice(0, shown).map((performance, nth) => (
          <li key={performance.instance}>
            <Link
              to={performanceProductsPathOf(type, performance.instance)}
              {...(nth === shown - shownAtOnce && nth > 0 && { ref: firstAdded })}
            >
              {performance.name}, {dateAndTime(performance)}
            </Link>
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <Button onPress={() => setShown(shown + shownAtOnce)}>{t('morePerformances', { count: Math.min(hidden, shownAtOnce) })}</Button>
      )}
    </section>
  )
}
