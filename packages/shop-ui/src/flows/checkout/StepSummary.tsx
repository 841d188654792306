import { useFormats, useWords } from '#i18n'
import { useBasket } from '#server-state'
import styles from './StepSummary.module.css'

/** One line on every step: tickets, performance and total. */
export function StepSummary() {
  const t = useWords('checkout')
  const { money, when } = useFormats()
  const { tickets, totals } = useBasket()
  const [first] = tickets
  if (!first) return null
  const performances = new Set(tickets.map(({ instance }) => instance)).size
  return (
    <p className={styles.summary} role="group" aria-label={t('header.label')}>
      <span>
        {t('part:tickets', { count: tickets.length })}
        {' · '}
        {performances === 1 ? `${first.title}, ${when(first)}` : t('part:performances', { count: performances })}
      </span>
      <strong>{money(totals.total)}</strong>
    </p>
  )
}
