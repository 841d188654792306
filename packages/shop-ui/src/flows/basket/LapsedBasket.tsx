import { useTheatreLanguage, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { LinkButton } from '#ui/LinkButton'
import { Notice, NoticeActions } from '#ui/Notice'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice, useProblemWords } from '#ui/ProblemNotice'
import { ProductionTitle } from '#ticketing/ProductionTitle'
import { useBrand } from '#server-state'
import { type HoldAgain, type LapsedHolds, restartPath } from './use-hold-again.ts'

type LapsedProps = { readonly again: HoldAgain }

/** An expired basket: what was released, a button that tries to hold it again, and one that closes the notice. */
export function LapsedBasket({ again }: LapsedProps) {
  const t = useWords('basket')
  return (
    <>
      <PageHeading>{t('expired.title')}</PageHeading>
      <LapsedNotice again={again} title={t(again.holds.lapsedItems.length > 0 ? 'expired.itemsEnd' : 'expired.body')} />
    </>
  )
}

/**
 * The seats and items that were released when the hold lapsed, a button that tries to hold them again, and one that closes the notice.
 * @param title title before an attempt
 */
export function LapsedNotice({ again, title }: LapsedProps & { readonly title: string }) {
  const t = useWords('basket')
  const { holds, hasHolds, outcome, isPending, tryAgain, dismiss, dismissal } = again
  return (
    <Notice tone="warning" title={outcome === 'lost' ? t('expired.lost') : title}>
      {hasHolds && <LapsedList {...holds} />}
      {dismissal.problem && <ProblemNotice problem={dismissal.problem} />}
      <NoticeActions>
        {hasHolds && (
          <Button look="primary" onPress={() => void tryAgain()} isPending={isPending}>
            {t(holds.lapsedItems.length > 0 ? 'expired.itemsAgain' : 'expired.again')}
          </Button>
        )}
        <LinkButton to={restartPath(holds)}>{t('expired.over')}</LinkButton>
        {hasHolds && (
          <Button onPress={() => void dismiss()} isPending={dismissal.isPending}>
            {t('expired.dismiss')}
          </Button>
        )}
      </NoticeActions>
    </Notice>
  )
}

/** What lapsed, by performance and by product; after an attempt each with the reason why it is not held again. */
export function LapsedList({ lapsed, lapsedItems }: LapsedHolds) {
  const t = useWords('basket')
  const lang = useTheatreLanguage(useBrand().defaultLocale)
  const problemText = useProblemWords()
  const reasonOf = ({ problem }: LapsedHolds['lapsed' | 'lapsedItems'][number]) =>
    problem && (
      <>
        <br />
        {problemText(problem).title}
      </>
    )
  return (
    <ul>
      {lapsed.map((seats) => (
        <li key={seats.instance}>
          <ProductionTitle of={seats} />, {t('part:tickets', { count: seats.seats.length })}
          {reasonOf(seats)}
        </li>
      ))}
      {lapsedItems.map((item) => (
        <li key={keyOf(item)}>
          <span lang={lang}>{t('expired.item', { name: item.name, count: item.quantity })}</span>
          {reasonOf(item)}
        </li>
      ))}
    </ul>
  )
}

/** Identifies what lapsed in its list. */
function keyOf(item: LapsedHolds['lapsedItems'][number]): string {
  if ('food' in item) return `${item.food.menu}@${item.food.instance}`
  return 'table' in item ? `${item.table.sitting}@${item.table.instance}` : `${item.product}/${item.variant}`
}
