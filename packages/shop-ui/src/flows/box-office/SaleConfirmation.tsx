import { useEffect, useRef, useState } from 'react'
import type { CounterSale } from '@playhouse/api-client/contract'
import { apiFile } from '#browser'
import { useFormats, useWords } from '#i18n'
import { announce } from '#ui/announce'
import { Button, buttonClasses } from '#ui/Button'
import { Link } from '#ui/Link'
import { ProblemNotice } from '#ui/ProblemNotice'
import { api } from '#server-state'
import { classNames } from '#theme'
import styles from './BoxOffice.module.css'
import { useCounterState, useStaffMutation } from './counter-state.ts'
import { inlineText } from './customer-text.ts'
import { PrintTickets } from './PrintTickets.tsx'
import { PrintVouchers } from './PrintVouchers.tsx'

/** The completed sale with the change to hand out. Enter starts the next sale. */
export function SaleConfirmation({ sale, onNext }: { readonly sale: CounterSale; readonly onNext: () => void }) {
  const t = useWords('box-office')
  const { money } = useFormats()
  const { customer } = useCounterState()
  const { send, problem, isPending } = useStaffMutation()
  const [isMailed, setMailed] = useState(sale.delivery === 'email')
  const [isPrinted, setPrinted] = useState(false)
  const next = useRef<HTMLButtonElement>(null)
  const print = useRef<HTMLButtonElement>(null)
  // The buyer must not leave without their vouchers: Enter prints them first.
  const hasToPrint = sale.vouchersToPrint > 0 && !isPrinted
  const change = sale.change ?? 0
  const { exchanged, back } = sale
  const result = change > 0 ? t('done.change', { amount: money(sale.change!) }) : t(`done.${sale.way}`, { amount: money(sale.paid) })
  useEffect(() => {
    ;(print.current ?? next.current)?.focus()
    announce(result)
  }, [result])
  const mailTickets = async (): Promise<void> => {
    await send(() => api.afterSale.mailTickets({ params: { number: sale.order } }), { onSuccess: () => setMailed(true) })
  }
  return (
    <section className={styles['panel']} aria-labelledby="sale-done">
      <h2 id="sale-done">{t('done.title', { order: sale.order })}</h2>
      <p className={styles['change']}>{result}</p>
      {sale.reference !== null && <p>{t('order.reference', { reference: inlineText(sale.reference) })}</p>}
      {exchanged !== null && <p>{t('done.exchanged', { amount: money(exchanged) })}</p>}
      {back && <p>{t(`done.back-${back.to}`, { amount: money(back.amount) })}</p>}
      {problem && <ProblemNotice problem={problem} bare />}
      <div className={classNames(styles['inline'], styles['line'])}>
        <Button look={hasToPrint ? 'secondary' : 'primary'} onPress={onNext} ref={next}>
          {t('done.next')}
        </Button>
        {sale.vouchersToPrint > 0 && (
          <PrintVouchers
            order={sale.order}
            label={t(isPrinted ? 'vouchers.printAgain' : 'vouchers.print', { count: sale.vouchersToPrint })}
            look={isPrinted ? 'secondary' : 'primary'}
            isFirst={!isPrinted}
            onPrinted={() => {
              setPrinted(true)
              next.current?.focus()
            }}
            ref={print}
          />
        )}
        {sale.tickets > 0 && <PrintTickets order={sale.order} label={t('done.print')} />}
        {sale.tickets === 0 && (
          <a className={buttonClasses({})} href={apiFile(`/api/staff/orders/${sale.order}/receipt.pdf`)} target="_blank" rel="noreferrer">
            {t('order.receipt')}
          </a>
        )}
        <Link to={`/smart/orders/${sale.order}`}>{t('done.open')}</Link>
        {customer &&
          sale.tickets > 0 &&
          (isMailed ? (
            <span role="status">{t('done.sent', { email: customer.email })}</span>
          ) : (
            <Button isPending={isPending} onPress={() => void mailTickets()}>
              {t('done.mail')}
            </Button>
          ))}
      </div>
    </section>
  )
}
