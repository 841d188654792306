import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type SettledSale, type UnfinishedSale } from '@playhouse/api-client/contract'
import { useFormats, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { Link } from '#ui/Link'
import { ProblemNotice } from '#ui/ProblemNotice'
import { api, queryClient } from '#server-state'
import styles from './BoxOffice.module.css'
import { unfinishedSalesQuery, useStaffMutation } from './counter-state.ts'
import { inlineText } from './customer-text.ts'

/** Interrupted cash sales. Each is listed until a staff user confirms whether the cash was taken. */
export function UnfinishedSales() {
  const t = useWords('box-office')
  const { data: sales = [] } = useQuery(unfinishedSalesQuery)
  const { send, problem, isPending } = useStaffMutation()
  const [settledSale, setSettled] = useState<SettledSale>()
  const heading = useRef<HTMLHeadingElement>(null)
  const settle = async ({ payment }: UnfinishedSale, isTaken: boolean): Promise<void> => {
    const result = await send(() => api.afterSale.settleUnfinishedSale({ params: { payment }, body: { isTaken } }), {
      message: ({ outcome, order }) => t(`unfinished.${outcome}`, { order: order ?? '' }),
    })
    setSettled(result.ok ? result.value : undefined)
    await queryClient.invalidateQueries(unfinishedSalesQuery)
    await queryClient.invalidateQueries({ queryKey: ['counter', 'takings'] })
    // The pressed button was removed with its sale.
    heading.current?.focus()
  }
  if (sales.length === 0 && !settledSale && !problem) return null
  return (
    <section className={styles['panel']} aria-labelledby="unfinished-sales">
      <h2 id="unfinished-sales" ref={heading} tabIndex={-1}>
        {t('unfinished.title')}
      </h2>
      {problem && <ProblemNotice problem={problem} bare />}
      {sales.length > 0 && <p>{t('unfinished.hint')}</p>}
      {sales.map((sale) => (
        <UnfinishedSaleLine key={sale.payment} sale={sale} isPending={isPending} settle={(isTaken) => void settle(sale, isTaken)} />
      ))}
      {settledSale && (
        <p>
          {t(`unfinished.${settledSale.outcome}`, { order: settledSale.order ?? '' })}{' '}
          {settledSale.order && <Link to={`/smart/orders/${settledSale.order}`}>{t('done.open')}</Link>}
        </p>
      )}
    </section>
  )
}

type Props = { readonly sale: UnfinishedSale; readonly isPending: boolean; readonly settle: (isTaken: boolean) => void }

function UnfinishedSaleLine({ sale, isPending, settle }: Props) {
  const t = useWords('box-office')
  const { money, instant } = useFormats()
  const amount = money(sale.amount)
  const id = `unfinished-${sale.payment}`
  return (
    <div role="group" aria-labelledby={id} className={styles['stack']}>
      <p id={id}>
        <strong>
          {t('unfinished.line', {
            amount: t(`order.origin.${sale.way}`, { amount }),
            name: inlineText(sale.staff.name),
            at: instant(sale.at),
          })}
        </strong>
      </p>
      <div className={styles['inline']}>
        <Button isPending={isPending} onPress={() => settle(true)}>
          {t('unfinished.taken', { amount })}
        </Button>
        <Button isPending={isPending} onPress={() => settle(false)}>
          {t('unfinished.notTaken')}
        </Button>
      </div>
    </div>
  )
}
