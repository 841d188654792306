import { isEmpty } from '@playhouse/domain/item-kind'
import { useFormats, useWords, useTexts } from '#i18n'
import { useItemName } from '#ticketing/ItemText'
import { useBasket } from '#server-state'
import styles from './StepSummary.module.css'

/** One line on every step: tickets with their performance, or else the other items, and the total. */
export function StepSummary() {
  const t = useWords('checkout')
  const { money, when, list } = useFormats()
  const itemName = useItemName()
  const textsOf = useTexts()
  const { tickets, items, totals } = useBasket()
  if (isEmpty({ tickets, items })) return null
  const [first] = tickets
  const performances = new Set(tickets.map(({ instance }) => instance)).size
  return (
    <p className={styles.summary} role="group" aria-label={t('header.label')}>
      {first ? (
        <span>
          {t('part:tickets', { count: tickets.length })}
          {' · '}
          {performances === 1 ? `${textsOf(first).title}, ${when(first)}` : t('part:performances', { count: performances })}
        </span>
      ) : (
        <span>{list(items.map(itemName))}</span>
      )}
      <strong>{money(totals.total)}</strong>
    </p>
  )
}
