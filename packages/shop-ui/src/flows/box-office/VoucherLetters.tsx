import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { VoucherLetter } from '@playhouse/api-client/contract'
import { useFormats, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { Link } from '#ui/Link'
import { useFocusFallback } from '#ui/useFocusFallback'
import { AddressLines } from '#form/AddressLines'
import { MutationOutcome } from '#mutation'
import { api, queryClient } from '#server-state'
import styles from './BoxOffice.module.css'
import { useStaffMutation, voucherLettersQuery } from './counter-state.ts'
import { CustomerText } from './CustomerText.tsx'
import { DataTable } from './DataTable.tsx'
import { openPdf } from './open-pdf.ts'
import { QueryStatus } from './QueryStatus.tsx'

const columns = ['order', 'vouchers', 'address', 'printed', 'actions'] as const

/** The letters with gift vouchers that are to be sent: printed here, and recorded as sent. */
export function VoucherLetters() {
  const t = useWords('box-office')
  const query = useQuery(voucherLettersQuery)
  const mutation = useStaffMutation()
  const { send, isPending } = mutation
  const [summary, list] = [useRef<HTMLParagraphElement>(null), useRef<HTMLDivElement>(null)]
  // The buttons of a letter are gone where it is no longer to be sent.
  useFocusFallback(list, summary)
  const { data: letters } = query
  const print = async ({ item }: VoucherLetter): Promise<void> => {
    const result = await send(() => api.staffVouchers.printLetter({ params: { item } }), { message: t('letters.ready') })
    if (result.ok) openPdf(result.value)
    await reload()
  }
  const markSent = async ({ item, printedAt, order }: VoucherLetter): Promise<void> => {
    if (printedAt === null) return
    const result = await send(() => api.staffVouchers.letterSent({ params: { item }, body: { printedAt } }), {
      onSuccess: ({ letters: remaining }) => queryClient.setQueryData(voucherLettersQuery.queryKey, remaining),
      message: t('letters.recorded', { order }),
      focus: summary,
    })
    // Another staff user has printed it again, or it was returned.
    if (!result.ok) await reload()
  }
  return (
    <section className={styles['list']} aria-labelledby="voucher-letters">
      <h2 id="voucher-letters">{t('letters.title')}</h2>
      <MutationOutcome mutation={mutation} />
      <QueryStatus query={query} height={8} />
      {letters && (
        <>
          <p ref={summary} tabIndex={-1}>
            {letters.length === 0 ? t('letters.none') : t('letters.open', { count: letters.length })}
          </p>
          <div ref={list}>
            {letters.length > 0 && (
              <DataTable
                label={t('letters.title')}
                columns={columns.map((key) => ({ key, label: t(`letters.column.${key}`) }))}
                className={styles['roomy']}
              >
                <tbody>
                  {letters.map((letter) => (
                    <LetterRow
                      key={letter.item}
                      letter={letter}
                      isPending={isPending}
                      onPrint={() => void print(letter)}
                      onSent={() => void markSent(letter)}
                    />
                  ))}
                </tbody>
              </DataTable>
            )}
          </div>
        </>
      )}
    </section>
  )
}

const reload = (): Promise<void> => queryClient.invalidateQueries(voucherLettersQuery)

type RowProps = {
  readonly letter: VoucherLetter
  readonly isPending: boolean
  readonly onPrint: () => void
  readonly onSent: () => void
}

function LetterRow({ letter: { order, quantity, value, to, address, printedAt }, isPending, onPrint, onSent }: RowProps) {
  const t = useWords('box-office')
  const { instant, money } = useFormats()
  const isPrinted = printedAt !== null
  const printText = t(isPrinted ? 'letters.printAgain' : 'letters.print')
  return (
    <tr>
      <th scope="row">
        <Link to={`/smart/orders/${order}`}>{order}</Link>
      </th>
      <td>{t('letters.what', { count: quantity, amount: money(value) })}</td>
      <td className={styles['their']}>
        <CustomerText text={to} />
        <AddressLines address={address} />
      </td>
      <td>{isPrinted ? instant(printedAt) : t('letters.notPrinted')}</td>
      <td>
        <div className={styles['inline']}>
          <Button isPending={isPending} onPress={onPrint} aria-label={t('letters.of', { action: printText, order })}>
            {printText}
          </Button>
          {isPrinted && (
            <Button
              look="primary"
              isPending={isPending}
              onPress={onSent}
              aria-label={t('letters.of', { action: t('letters.sent'), order })}
            >
              {t('letters.sent')}
            </Button>
          )}
        </div>
      </td>
    </tr>
  )
}
