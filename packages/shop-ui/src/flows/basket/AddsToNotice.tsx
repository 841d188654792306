import { useWords } from '#i18n'
import { useApiMutation } from '#mutation'
import { useBasket } from '#server-state'
import { useEndAddOns } from '#add-ons'
import { Button } from '#ui/Button'
import { LinkButton } from '#ui/LinkButton'
import { Notice, NoticeActions } from '#ui/Notice'
import { ProblemNotice } from '#ui/ProblemNotice'

/** The order that the basket adds to, if any, with the way to order its items by themselves. */
export function AddsToNotice() {
  const t = useWords('order')
  const { addsTo } = useBasket()
  const end = useEndAddOns()
  const { send, problem, isPending } = useApiMutation()
  if (addsTo === null) return null
  return (
    <>
      {problem && <ProblemNotice problem={problem} bare />}
      <Notice title={t('addOns.notice.title', { order: addsTo.order })}>
        <p>{t('addOns.notice.body')}</p>
        <NoticeActions>
          <LinkButton to={`/order/add-ons?order=${encodeURIComponent(addsTo.order)}`}>{t('addOns.notice.more')}</LinkButton>
          <Button isPending={isPending} onPress={() => void send(() => end.mutateAsync(), { message: t('addOns.notice.ended') })}>
            {t('addOns.notice.end')}
          </Button>
        </NoticeActions>
      </Notice>
    </>
  )
}
