import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { LinkButton } from '#ui/LinkButton'
import { Notice, NoticeActions } from '#ui/Notice'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice } from '#ui/ProblemNotice'
import { useApiMutation } from '#mutation'
import { useBasket } from '#server-state'
import { useHoldAgain } from './use-hold-again.ts'

/** An expired basket: the seats that were released, and a button that tries to hold them again. */
export function LapsedBasket() {
  const t = useWords('basket')
  return (
    <>
      <PageHeading>{t('expired.title')}</PageHeading>
      <LapsedSeats title={t('expired.body')} />
    </>
  )
}

/** The seats that were released when the hold lapsed, and a button that tries to hold them again. */
export function LapsedSeats({ title }: { readonly title: string }) {
  const t = useWords('basket')
  const { lapsed } = useBasket()
  const holdAgain = useHoldAgain()
  const { send, problem, isPending } = useApiMutation()

  return (
    <>
      {problem && <ProblemNotice problem={problem} bare />}
      <Notice tone="warning" title={title}>
        {lapsed.length > 0 && (
          <ul>
            {lapsed.map(({ instance, title: production, seats }) => (
              <li key={instance}>
                {production}, {t('part:tickets', { count: seats.length })}
              </li>
            ))}
          </ul>
        )}
        <NoticeActions>
          {lapsed.length > 0 && (
            <Button look="primary" onPress={() => void send(() => holdAgain(lapsed))} isPending={isPending}>
              {t('expired.again')}
            </Button>
          )}
          <LinkButton to={lapsed[0] ? `/events/${lapsed[0].event}` : '/'}>{t('expired.over')}</LinkButton>
        </NoticeActions>
      </Notice>
    </>
  )
}
