import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type SettledSale, type UnfinishedSale } from '@playhouse/api-client/contract'
import { useFormats, useWords } from '#i18n'
import { Button } from '#parts/Button'
import { ProblemNotice } from '#parts/ProblemNotice'
import { api, queryClient } from '#session'
import styles from './BoxOffice.module.css'
import { unfinishedSalesQuery, useAct } from './desk.ts'
import { inLine } from './their-words.ts'

/** Cash sales that were broken off, each until a staff user confirms whether the cash was taken. */
export function UnfinishedSales() {
  const t = useWords('box-office')
  const { data: sales = [] } = useQuery(unfinishedSalesQuery)
  const [settled, setSettled] = useState<SettledSale>()
  if (sales.length === 0 && !settled) return null
  return (
    <section className={styles['panel']} aria-labelledby="unfinished-sales">
      <h2 id="unfinished-sales">{t('unfinished.title')}</h2>
      {sales.length > 0 && <p>{t('unfinished.hint')}</p>}
      {sales.map((sale) => (
        <Unfinished key={sale.payment} sale={sale} onSettled={setSettled} />
      ))}
      {settled && <p role="status">{t(`unfinished.${settled.outcome}`, { order: settled.order ?? '' })}</p>}
    </section>
  )
}

type Props = { readonly sale: UnfinishedSale; readonly onSettled: (settled: SettledSale) => void }

function Unfinished({ sale, onSettled }: Props) {
  const t = useWords('box-office')
  const { money, instant } = useFormats()
  const { act, problem, isPending } = useAct()
  const amount = money(sale.amount)
  const settle = async (isTaken: boolean): Promise<void> => {
    const settled = await act(() => api.afterSale.settleUnfinishedSale({ params: { payment: sale.payment }, body: { isTaken } }))
    if (settled) onSettled(settled)
    await queryClient.invalidateQueries(unfinishedSalesQuery)
    await queryClient.invalidateQueries({ queryKey: ['counter', 'takings'] })
  }
  return (
    <>
      {problem && <ProblemNotice problem={problem} bare />}
      <p>
        <strong>{t('unfinished.line', { amount, name: inLine(sale.staff.name), at: instant(sale.at) })}</strong>
      </p>
      <div className={styles['inline']}>
        <Button isPending={isPending} onPress={() => void settle(true)}>
          {t('unfinished.taken', { amount })}
        </Button>
        <Button isPending={isPending} onPress={() => void settle(false)}>
          {t('unfinished.notTaken')}
        </Button>
      </div>
    </>
  )
}
