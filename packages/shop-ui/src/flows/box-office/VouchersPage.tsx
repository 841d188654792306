import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import type { StaffVoucher } from '@playhouse/api-client/contract'
import { isOrderNumber } from '@playhouse/domain/order'
import { maskVoucher, voucherCodeSchema } from '@playhouse/domain/voucher'
import { useWords, useDayFormat } from '#i18n'
import { Button } from '#ui/Button'
import { Link } from '#ui/Link'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice } from '#ui/ProblemNotice'
import { TextField } from '#form/TextField'
import { Price } from '#ticketing/Price'
import { api, queryClient, useBrand } from '#server-state'
import styles from './BoxOffice.module.css'
import { orderVouchersQuery, useStaffMutation, voucherQuery } from './counter-state.ts'
import { DataTable } from './DataTable.tsx'
import { QueryStatus } from './QueryStatus.tsx'
import { VoucherLetters } from './VoucherLetters.tsx'

/** Finds a gift voucher by its code, or the vouchers of an order by its number, and lists the letters to be sent. */
export function VouchersPage() {
  const t = useWords('box-office')
  const navigate = useNavigate()
  const { giftVouchers } = useBrand()
  const [search, setSearch] = useSearchParams()
  const order = search.get('order')
  const { send, problem, isPending, dismiss } = useStaffMutation()
  const [typed, setTyped] = useState('')
  const [isUnreadable, setUnreadable] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const text = typed.trim().toUpperCase()
    dismiss()
    if (isOrderNumber(text)) return setSearch({ order: text })
    const code = voucherCodeSchema.safeParse(text)
    setUnreadable(!code.success)
    if (!code.success) return field.current?.focus()
    const result = await send(() => api.staffVouchers.find({ body: { code: code.data } }))
    if (!result.ok) return field.current?.focus()
    queryClient.setQueryData(voucherQuery(result.value.id).queryKey, result.value)
    await navigate(`/smart/vouchers/${result.value.id}`)
  }
  return (
    <Page>
      <PageHeading>{t('vouchers.title')}</PageHeading>
      <search>
        <form className={styles['inline']} noValidate onSubmit={(event) => void submit(event)}>
          <TextField
            name="voucher-query"
            label={t('vouchers.query')}
            hint={t('vouchers.queryHint')}
            value={typed}
            onChange={(text) => {
              setTyped(text)
              setUnreadable(false)
            }}
            error={isUnreadable ? t('vouchers.unreadable') : undefined}
            spellCheck={false}
            maxLength={40}
            ref={field}
          />
          <Button type="submit" look="primary" isPending={isPending}>
            {t('search.submit')}
          </Button>
        </form>
      </search>
      {problem && <ProblemNotice problem={problem} bare />}
      {order !== null && <VouchersOfOrder key={order} order={order} />}
      {giftVouchers?.post && <VoucherLetters />}
    </Page>
  )
}

function VouchersOfOrder({ order }: { readonly order: string }) {
  const t = useWords('box-office')
  const query = useQuery(orderVouchersQuery(order))
  if (!query.data) return <QueryStatus query={query} height={8} />
  if (query.data.length === 0) return <p role="status">{t('vouchers.none', { order })}</p>
  const columns = ['code', 'state', 'balance', 'expires'] as const
  return (
    <DataTable
      label={t('vouchers.ofOrder', { order })}
      columns={columns.map((key) => ({ key, label: t(`vouchers.column.${key}`), isAmount: key === 'balance' }))}
    >
      <tbody>
        {query.data.map((voucher) => (
          <VoucherRow key={voucher.id} voucher={voucher} />
        ))}
      </tbody>
    </DataTable>
  )
}

function VoucherRow({ voucher: { id, hint, state, balance, expiresOn } }: { readonly voucher: StaffVoucher }) {
  const t = useWords('box-office')
  const formatDay = useDayFormat()
  return (
    <tr>
      <th scope="row">
        <Link to={`/smart/vouchers/${id}`}>{hint === null ? t('vouchers.withoutCode') : maskVoucher(hint)}</Link>
      </th>
      <td>{t(`vouchers.state.${state}`)}</td>
      <td className={styles['sum']}>
        <Price amount={balance} />
      </td>
      <td>{expiresOn === null ? t('vouchers.noExpiry') : formatDay(expiresOn)}</td>
    </tr>
  )
}
