import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { LinkButton } from '#ui/LinkButton'
import { Notice, NoticeActions } from '#ui/Notice'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice } from '#ui/ProblemNotice'
import { useApiMutation } from '#mutation'
import { useBasket } from '#server-state'
import { useHoldAgain } from './use-hold-again.ts'

/** An expired basket: what was released, and a button that tries to hold it again. */
export function LapsedBasket() {
  const t = useWords('basket')
  const { lapsedItems } = useBasket()
  return (
    <>
      <PageHeading>{t('expired.title')}</PageHeading>
      <LapsedHolds title={t(lapsedItems.length > 0 ? 'expired.itemsEnd' : 'expired.body')} />
    </>
  )
}

/** The seats and items that were released when the hold lapsed, and a button that tries to hold them again. */
export function LapsedHolds({ title }: { readonly title: string }) {
  const t = useWords('basket')
  const { lapsed, lapsedItems } = useBasket()
  const hasItems = lapsedItems.length > 0
  const hasLapsed = hasItems || lapsed.length > 0
  const holdAgain = useHoldAgain()
  const { send, problem, isPending } = useApiMutation()

  return (
    <>
      {problem && <ProblemNotice problem={problem} bare />}
      <Notice tone="warning" title={title}>
        {hasLapsed && (
          <ul>
            {lapsed.map(({ instance, title: production, seats }) => (
              <li key={instance}>
                {production}, {t('part:tickets', { count: seats.length })}
              </li>
            ))}
            {lapsedItems.map(({ product, variant, name, quantity }) => (
              <li key={`${product}/${variant}`}>{t('expired.item', { name, count: quantity })}</li>
            ))}
          </ul>
        )}
        <NoticeActions>
          {hasLapsed && (
            <Button look="primary" onPress={() => void send(() => holdAgain({ lapsed, lapsedItems }))} isPending={isPending}>
              {t(hasItems ? 'expired.itemsAgain' : 'expired.again')}
            </Button>
          )}
          <LinkButton to={lapsed[0] ? `/events/${lapsed[0].event}` : '/'}>{t('expired.over')}</LinkButton>
        </NoticeActions>
      </Notice>
    </>
  )
}
