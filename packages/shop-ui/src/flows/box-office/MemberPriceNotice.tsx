import type { SoldOrder } from '@playhouse/api-client/contract'
import { useFormats, useWords } from '#i18n'
import { Notice } from '#ui/Notice'
import { Checkbox } from '#form/Checkbox'
import { useCounterSeatName } from './useCounterSeatName.ts'

type Props = {
  /** Tickets that would stay at the price for members without the membership. */
  readonly uncovered: SoldOrder['memberPrices']
  readonly mayLeave: boolean
  readonly isLeft: boolean
  readonly onLeave: (isLeft: boolean) => void
}

/** Names the tickets that prevent the return of a membership, by order. A manager can leave them their price. */
export function MemberPriceNotice({ uncovered, mayLeave, isLeft, onLeave }: Props) {
  const t = useWords('box-office')
  const { list } = useFormats()
  const seatName = useCounterSeatName()
  return (
    <Notice tone="warning" role="status" title={t('give.memberPrices.title')}>
      {[...Map.groupBy(uncovered, ({ order }) => order)].map(([order, tickets]) => {
        const seats = list(tickets.map(seatName))
        return (
          <p key={order}>{order === null ? t('give.memberPrices.paying', { seats }) : t('give.memberPrices.order', { seats, order })}</p>
        )
      })}
      <p>{t('give.memberPrices.hint')}</p>
      {mayLeave ? (
        <Checkbox name="leave-member-prices" value={isLeft} onChange={onLeave}>
          {t('give.memberPrices.leave')}
        </Checkbox>
      ) : (
        <p>{t('give.memberPrices.managerOnly')}</p>
      )}
    </Notice>
  )
}
