import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import type { BasketTicket } from '@playhouse/api-client/contract'
import { type GroupKind, groupKinds } from '@playhouse/domain/group-booking'
import { add, money as moneyOf, zero } from '@playhouse/domain/money'
import { TextField } from '#form/TextField'
import { useFormats, useWords } from '#i18n'
import { api, queryClient } from '#server-state'
import { Button } from '#ui/Button'
import { Link } from '#ui/Link'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice } from '#ui/ProblemNotice'
import { parseAmount } from '@playhouse/domain/typed-amount'
import styles from '../BoxOffice.module.css'
import { setCounterState, useCounterState, useStaffMutation } from '../counter-state.ts'
import { customerName } from '../CustomerText.tsx'
import { OptionField } from '../planning/OptionField.tsx'
import { useInvalidFocus } from '../useInvalidFocus.ts'
import { groupBookingsQuery } from './group-queries.ts'
import { GroupDateField } from './GroupDateField.tsx'

/** Books the held seats of one performance for a group or school of the current customer. */
export function NewGroupBookingPage() {
  const t = useWords('group')
  const { customer, basket } = useCounterState()
  return (
    <Page>
      <PageHeading>{t('new.title')}</PageHeading>
      {basket.tickets.length === 0 ? (
        <p>
          {t('new.noSeats')} <Link to="/smart/book">{t('performances')}</Link>
        </p>
      ) : customer ? (
        <BookingForm tickets={basket.tickets} contact={customerName(customer)} />
      ) : (
        <p>
          {t('new.noContact')} <Link to="/smart/customer/search">{t('new.findContact')}</Link>
        </p>
      )}
    </Page>
  )
}

const units = ['percent', 'amount'] as const
type Unit = (typeof units)[number]

function BookingForm({ tickets, contact }: { readonly tickets: readonly BasketTicket[]; readonly contact: string }) {
  const t = useWords('group')
  const { money, when } = useFormats()
  const navigate = useNavigate()
  const { send, problem, isPending } = useStaffMutation()
  const [instance, setInstance] = useState(tickets[0]!.instance)
  const [kind, setKind] = useState<GroupKind>('group')
  const [unit, setUnit] = useState<Unit>('percent')
  const [draft, setDraft] = useState({ name: '', optionUntil: '', deposit: '', depositDue: '', balanceDue: '', note: '' })
  const { form } = useInvalidFocus(problem)
  const set = (field: keyof typeof draft) => (value: string) => setDraft((before) => ({ ...before, [field]: value }))
  const wrong = problem?.code === 'invalid-input' ? problem.params.fields : []
  const errorOf = (field: 'name' | 'optionUntil' | 'deposit' | 'depositDue' | 'balanceDue') =>
    wrong.some((each) => each === field || each.startsWith(`${field}.`)) ? t(`new.error.${field}`) : undefined
  const chosen = tickets.filter((ticket) => ticket.instance === instance)
  const performances = [...new Map(tickets.map((ticket) => [ticket.instance, ticket])).values()]
  // What is not an amount is sent as a deposit that the server rejects.
  const amount = draft.deposit.trim() === '' ? zero : (parseAmount(draft.deposit) ?? moneyOf(-1))
  const hasDeposit = amount !== 0
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const { name, optionUntil, depositDue, balanceDue, note } = draft
    const body = {
      ...{ kind, name, optionUntil, balanceDue, note },
      deposit: unit === 'percent' ? { percent: amount / 100 } : { amount },
      depositDue: hasDeposit && depositDue !== '' ? depositDue : null,
    }
    const booked = await send(() => api.groupBookings.create({ params: { instance }, body }), {
      onSuccess: ({ desk }) => setCounterState(desk),
    })
    if (!booked.ok) return
    await queryClient.invalidateQueries({ queryKey: groupBookingsQuery.queryKey })
    await navigate('/smart/groups')
  }
  return (
    <form ref={form} className={styles['form']} noValidate onSubmit={(event) => void submit(event)} aria-label={t('new.title')}>
      {performances.length > 1 && (
        <OptionField
          name="group-performance"
          label={t('column.performance')}
          value={instance}
          onChange={setInstance}
          options={performances.map((each) => ({ value: each.instance, label: `${each.title}, ${when(each)}` }))}
        />
      )}
      <p>
        {t('new.seats', {
          count: chosen.length,
          ...{
            performance: `${chosen[0]?.title}, ${chosen[0] && when(chosen[0])}`,
            contact,
            total: money(add(...chosen.map(({ price }) => price))),
          },
        })}
      </p>
      {/* Each wrong field shows its error. */}
      {problem && problem.code !== 'invalid-input' && <ProblemNotice problem={problem} bare />}
      <OptionField
        name="group-kind"
        label={t('new.kind')}
        value={kind}
        onChange={setKind}
        options={groupKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
      />
      <TextField
        name="group-name"
        label={t('new.name')}
        maxLength={120}
        value={draft.name}
        onChange={set('name')}
        error={errorOf('name')}
      />
      <GroupDateField field="optionUntil" value={draft.optionUntil} onChange={set('optionUntil')} error={errorOf('optionUntil')} />
      <OptionField
        name="group-unit"
        label={t('new.unit')}
        value={unit}
        onChange={setUnit}
        options={units.map((value) => ({ value, label: t(`new.units.${value}`) }))}
      />
      <TextField
        name="group-deposit"
        inputMode="decimal"
        label={t(`new.deposit.${unit}`)}
        hint={t('new.depositHint')}
        optional
        value={draft.deposit}
        onChange={set('deposit')}
        error={errorOf('deposit')}
      />
      {hasDeposit && (
        <GroupDateField field="depositDue" value={draft.depositDue} onChange={set('depositDue')} error={errorOf('depositDue')} />
      )}
      <GroupDateField field="balanceDue" value={draft.balanceDue} onChange={set('balanceDue')} error={errorOf('balanceDue')} />
      <TextField name="group-note" label={t('new.note')} optional maxLength={500} value={draft.note} onChange={set('note')} />
      <Button type="submit" look="primary" isPending={isPending}>
        {t('new.submit')}
      </Button>
    </form>
  )
}
