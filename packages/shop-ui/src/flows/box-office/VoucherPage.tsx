import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { VoucherCard } from '@playhouse/api-client/contract'
import { maskVoucher } from '@playhouse/domain/voucher'
import { useFormats, useWords, useDayFormat } from '#i18n'
import { Button } from '#ui/Button'
import { Link } from '#ui/Link'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice } from '#ui/ProblemNotice'
import { TextField } from '#form/TextField'
import { Price } from '#ticketing/Price'
import { api, ProblemError, queryClient } from '#server-state'
import styles from './BoxOffice.module.css'
import { useStaffMutation, voucherQuery } from './counter-state.ts'
import { inlineText } from './customer-text.ts'
import { DataTable } from './DataTable.tsx'
import { openPdf } from './open-pdf.ts'
import { QueryStatus } from './QueryStatus.tsx'
import { TopUpForm } from './TopUpForm.tsx'
import { useInvalidFocus } from './useInvalidFocus.ts'

/** A gift voucher: its balance, its history, and what staff may do when it is lost. */
export function VoucherPage() {
  const t = useWords('box-office')
  const { voucher = '' } = useParams()
  const query = useQuery(voucherQuery(voucher))
  return (
    <Page>
      <PageHeading>{t('vouchers.one')}</PageHeading>
      {query.data ? (
        <VoucherDetails voucher={query.data} />
      ) : query.error instanceof ProblemError ? (
        <ProblemNotice problem={query.error.problem} bare />
      ) : (
        <QueryStatus query={query} height={12} />
      )}
      <p>
        <Link to="/smart/vouchers">{t('vouchers.another')}</Link>
      </p>
    </Page>
  )
}

function VoucherDetails({ voucher }: { readonly voucher: VoucherCard }) {
  const t = useWords('box-office')
  const { money } = useFormats()
  const formatDay = useDayFormat()
  const status = useRef<HTMLElement>(null)
  const { hint, value, balance, reserved, expiresOn, state, order, email } = voucher
  return (
    <>
      <dl className={styles['facts']}>
        <dt>{t('vouchers.column.balance')}</dt>
        <dd className={styles['change']}>{money(balance)}</dd>
        <dt>{t('vouchers.column.state')}</dt>
        <dd ref={status} tabIndex={-1}>
          {t(`vouchers.state.${state}`)}
        </dd>
        <dt>{t('vouchers.column.code')}</dt>
        <dd>{hint === null ? t('vouchers.withoutCode') : maskVoucher(hint)}</dd>
        <dt>{t('vouchers.column.expires')}</dt>
        <dd>{expiresOn === null ? t('vouchers.noExpiry') : formatDay(expiresOn)}</dd>
        {reserved > 0 && (
          <>
            <dt>{t('vouchers.reserved')}</dt>
            <dd>{money(reserved)}</dd>
          </>
        )}
        {value !== null && (
          <>
            <dt>{t('vouchers.soldFor')}</dt>
            <dd>{money(value)}</dd>
          </>
        )}
        {order !== null && (
          <>
            <dt>{t('audit.order')}</dt>
            <dd>
              <Link to={`/smart/orders/${order}`}>{order}</Link>
            </dd>
          </>
        )}
        {email !== null && (
          <>
            <dt>{t('vouchers.sentTo')}</dt>
            <dd className={styles['their']}>
              <bdi>{inlineText(email)}</bdi>
            </dd>
          </>
        )}
      </dl>
      <TopUpForm voucher={voucher} />
      <LostVoucher voucher={voucher} />
      <BlockForm key={state} voucher={voucher} status={status} />
      <History entries={voucher.entries} />
    </>
  )
}

const storeVoucher = (voucher: VoucherCard): void => void queryClient.setQueryData(voucherQuery(voucher.id).queryKey, voucher)

/** A new code in place of a lost one: printed here, or mailed. */
function LostVoucher({ voucher: { id, may, isInLetter } }: { readonly voucher: VoucherCard }) {
  const t = useWords('box-office')
  const { send, problem, message, isPending } = useStaffMutation()
  if (!may.print && !may.mail) return null
  const params = { voucher: id }
  const print = async (): Promise<void> => {
    const result = await send(() => api.staffVouchers.print({ params }), { message: t('vouchers.printedOne') })
    if (!result.ok) return
    openPdf(result.value)
    await queryClient.invalidateQueries(voucherQuery(id))
  }
  const mail = async (): Promise<void> => {
    await send(() => api.staffVouchers.mail({ params }), { onSuccess: storeVoucher, message: t('order.reissued') })
  }
  return (
    <section className={styles['panel']} aria-labelledby="voucher-lost">
      <h2 id="voucher-lost">{t('vouchers.lost')}</h2>
      {isInLetter ? (
        <p>
          {t('vouchers.inLetter')} <Link to="/smart/vouchers">{t('letters.title')}</Link>
        </p>
      ) : (
        <p>{t('vouchers.lostHint')}</p>
      )}
      {problem && <ProblemNotice problem={problem} bare />}
      {message !== undefined && <p>{message}</p>}
      <div className={styles['inline']}>
        {may.print && (
          <Button isPending={isPending} onPress={() => void print()}>
            {t('vouchers.printOne')}
          </Button>
        )}
        {may.mail && (
          <Button isPending={isPending} onPress={() => void mail()}>
            {t('vouchers.mailOne')}
          </Button>
        )}
      </div>
    </section>
  )
}

type BlockFormProps = {
  readonly voucher: VoucherCard
  /** The state of the voucher: gets the focus when it has changed, because the form is replaced. */
  readonly status: RefObject<HTMLElement | null>
}

/** Blocks the voucher without a new code, or unblocks it. Both need a reason. */
function BlockForm({ voucher: { id, may, state }, status }: BlockFormProps) {
  const t = useWords('box-office')
  const { send, problem, isPending } = useStaffMutation()
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { form, reject } = useInvalidFocus(problem)
  if (!may.block && !may.unblock) return state === 'blocked' ? <p>{t('vouchers.unblockByManager')}</p> : null
  const verb = may.unblock ? 'unblock' : 'block'
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setMissing(reason.trim() === '')
    if (reason.trim() === '') return reject()
    await send(() => api.staffVouchers[verb]({ params: { voucher: id }, body: { reason } }), {
      onSuccess: storeVoucher,
      message: t(`vouchers.${verb}.done`),
      focus: status,
    })
  }
  return (
    <form
      ref={form}
      className={styles['panel']}
      noValidate
      aria-label={t(`vouchers.${verb}.title`)}
      onSubmit={(event) => void submit(event)}
    >
      <h2>{t(`vouchers.${verb}.title`)}</h2>
      <p>{t(`vouchers.${verb}.hint`)}</p>
      {problem && <ProblemNotice problem={problem} bare />}
      <TextField
        name="block-reason"
        label={t('keep.reason')}
        value={reason}
        onChange={setReason}
        maxLength={200}
        error={isMissing ? t('vouchers.reasonMissing') : undefined}
      />
      <div>
        <Button type="submit" look={may.unblock ? 'secondary' : 'danger'} isPending={isPending}>
          {t(`vouchers.${verb}.submit`)}
        </Button>
      </div>
    </form>
  )
}

const columns = ['at', 'who', 'what', 'order', 'amount', 'reason'] as const

function History({ entries }: { readonly entries: VoucherCard['entries'] }) {
  const t = useWords('box-office')
  const { instant } = useFormats()
  if (entries.length === 0) return null
  return (
    <section aria-labelledby="voucher-history">
      <h2 id="voucher-history">{t('audit.title')}</h2>
      <DataTable label={t('audit.title')} columns={columns.map((key) => ({ key, label: t(`audit.${key}`), isAmount: key === 'amount' }))}>
        <tbody>
          {entries.map(({ id, at, who, verb, order, amount, reason }) => (
            <tr key={id}>
              <td>{instant(at)}</td>
              <td>{who ?? t('vouchers.byShop')}</td>
              <td>{t(`vouchers.verb.${verb}`, { defaultValue: verb })}</td>
              <td>{order !== null && <Link to={`/smart/orders/${order}`}>{order}</Link>}</td>
              <td className={styles['sum']}>{amount !== null && <Price amount={amount} />}</td>
              <td className={styles['their']}>{inlineText(reason ?? '')}</td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    </section>
  )
}
