import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type { ProductStocks } from '@playhouse/api-client/contract'
import { isStaffAllowed } from '@playhouse/domain/staff'
import { TextField } from '#form/TextField'
import { useWords } from '#i18n'
import { api } from '#server-state'
import { Button } from '#ui/Button'
import styles from '../BoxOffice.module.css'
import { useCounterState } from '../counter-state.ts'
import { OptionField } from '../planning/OptionField.tsx'
import { PlanningOutcome } from '../planning/PlanningOutcome.tsx'
import { usePlanningMutation } from '../planning/usePlanningMutation.ts'
import { useWallClock } from '../planning/wall-clock.ts'
import { QueryStatus } from '../QueryStatus.tsx'
import { useInvalidFocus } from '../useInvalidFocus.ts'
import { refreshRecords, stocksQuery } from './record-queries.ts'

type Stock = ProductStocks['stocks'][number]

/** The stock of a product, and the form that adds pieces or takes some away. */
export function ProductStock({ product }: { readonly product: string }) {
  const t = useWords('catalogue')
  const { role } = useCounterState().clerk
  const query = useQuery(stocksQuery(product))
  const nameOf = useStockName()
  const stocks = query.data?.stocks ?? []
  return (
    <section className={styles['panel']} aria-labelledby="product-stock">
      <h2 id="product-stock">{t('stock.title')}</h2>
      <p>{t('stock.lead')}</p>
      <QueryStatus query={query} height={6} />
      <ul>
        {stocks.map((stock) => {
          const { key, total, sold, held } = stock
          const values = { name: nameOf(stock), sold, held, left: Math.max(0, (total ?? 0) - sold - held) }
          return <li key={key}>{t(total === null ? 'stock.uncounted' : 'stock.counted', values)}</li>
        })}
      </ul>
      {isStaffAllowed(role, 'change-stock') && stocks.length > 0 && <StockForm {...{ product, stocks }} />}
    </section>
  )
}

/** The name of a stock: its variant, and when its performance begins. */
function useStockName(): (stock: Stock) => string {
  const t = useWords('catalogue')
  const { when } = useWallClock()
  return ({ name, performance }) =>
    [name, ...(performance ? [when(performance.startsAt)] : [])].filter((part) => part !== '').join(', ') || t('stock.only')
}

function StockForm({ product, stocks }: { readonly product: string; readonly stocks: readonly Stock[] }) {
  const t = useWords('catalogue')
  const mutation = usePlanningMutation()
  const nameOf = useStockName()
  const outcome = useRef<HTMLParagraphElement>(null)
  const [key, setKey] = useState(stocks[0]!.key)
  const [delta, setDelta] = useState('')
  const [reason, setReason] = useState('')
  const [isChecked, setChecked] = useState(false)
  const { problem } = mutation
  const { form, reject } = useInvalidFocus(problem)
  const number = /^[+-]?\d{1,5}$/.test(delta.trim().replace('−', '-')) ? Number(delta.trim().replace('−', '-')) : 0
  const isTaken = problem?.code === 'invalid-input' && problem.params.fields.includes('delta')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setChecked(true)
    if (number === 0 || reason.trim() === '') return reject()
    void mutation.send(() => api.productStocks.change({ params: { product }, body: { key, delta: number, reason } }), {
      onSuccess: async () => {
        setDelta('')
        setReason('')
        setChecked(false)
        await refreshRecords()
      },
      message: t('stock.done'),
      focus: outcome,
    })
  }
  return (
    <form ref={form} className={styles['form']} onSubmit={submit} aria-labelledby="product-stock" noValidate>
      <p ref={outcome} tabIndex={-1} />
      <PlanningOutcome mutation={mutation} />
      <OptionField
        name="stock-key"
        label={t('stock.which')}
        value={key}
        onChange={setKey}
        options={stocks.map((stock) => ({ value: stock.key, label: nameOf(stock) }))}
      />
      <TextField
        name="stock-delta"
        label={t('stock.delta')}
        hint={t('stock.deltaHint')}
        maxLength={7}
        value={delta}
        onChange={setDelta}
        error={isTaken ? t('stock.taken') : isChecked && number === 0 ? t('stock.noNumber') : undefined}
      />
      <TextField
        name="stock-reason"
        label={t('reason.label')}
        hint={t('stock.reasonHint')}
        maxLength={500}
        value={reason}
        onChange={setReason}
        error={isChecked && reason.trim() === '' ? t('fault.missing') : undefined}
      />
      <Button type="submit" isPending={mutation.isPending}>
        {t('stock.submit')}
      </Button>
    </form>
  )
}
