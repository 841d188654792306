import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { FoundCustomer, GuestOrder } from '@playhouse/api-client/contract'
import { isOrderNumber } from '@playhouse/domain/order'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { Notice } from '#ui/Notice'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice } from '#ui/ProblemNotice'
import { TextField } from '#form/TextField'
import { api } from '#server-state'
import styles from './BoxOffice.module.css'
import { CustomerCard } from './CustomerCard.tsx'
import { CustomerResults } from './CustomerResults.tsx'
import { setCounterState, useCounterState, useStaffMutation } from './counter-state.ts'
import { GuestOrders } from './GuestOrders.tsx'
import { RegisterCustomer } from './RegisterCustomer.tsx'

type Found = {
  readonly customers: readonly FoundCustomer[]
  readonly guestOrders: readonly GuestOrder[]
  readonly hasMoreGuestOrders: boolean
}

/** Finds or registers the customer of a sale, or starts a sale without a customer. */
export function SearchPage() {
  const t = useWords('box-office')
  const navigate = useNavigate()
  const { customer } = useCounterState()
  const { send, problem, isPending } = useStaffMutation()
  const [query, setQuery] = useState('')
  const [results, setResults] = useState<Found>()
  const [isShort, setShort] = useState(false)
  const [isNew, setNew] = useState(false)
  const [hasSelected, setHasSelected] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setShort(query.trim().length < 2)
    if (query.trim().length < 2) return
    const number = query.trim().toUpperCase()
    // An order number from a ticket or a mail opens the order directly.
    if (isOrderNumber(number) && (await api.afterSale.order({ params: { number } })).ok) return navigate(`/smart/orders/${number}`)
    const result = await send(() => api.staff.findCustomers({ body: { query } }), {
      message: ({ customers, guestOrders }) =>
        [
          ...(customers.length > 0 ? [t('search.found', { count: customers.length })] : []),
          ...(guestOrders.length > 0 ? [t('search.guestOrders.found', { count: guestOrders.length })] : []),
        ].join('. '),
    })
    setResults(result.ok ? result.value : undefined)
  }
  const selectCustomer = async (id: string | null): Promise<void> => {
    const result = await send(() => api.staff.actFor({ body: { customer: id } }), { onSuccess: setCounterState })
    if (!result.ok) return
    setResults(undefined)
    setHasSelected(true)
    if (id === null) await navigate('/smart/book')
  }
  return (
    <Page>
      <PageHeading>{t('search.title')}</PageHeading>
      <search>
        <form className={styles['inline']} onSubmit={(event) => void submit(event)}>
          <TextField
            name="customer-query"
            label={t('search.label')}
            hint={t('search.hint')}
            type="search"
            value={query}
            onChange={setQuery}
            error={isShort ? t('search.short') : undefined}
            ref={field}
          />
          <Button type="submit" look="primary" isPending={isPending}>
            {t('search.submit')}
          </Button>
          <Button onPress={() => void selectCustomer(null)}>{t('search.walkIn')}</Button>
          <Button onPress={() => setNew(!isNew)} aria-expanded={isNew}>
            {t('search.register')}
          </Button>
        </form>
      </search>
      {problem?.code === 'no-customer' || problem?.code === 'too-many-responses' ? (
        <Notice tone="info" role="status" title={t(`search.${problem.code}.title`)}>
          <p>{t(`search.${problem.code}.detail`)}</p>
        </Notice>
      ) : (
        problem && <ProblemNotice problem={problem} bare />
      )}
      {isNew && (
        <RegisterCustomer
          onDone={() => {
            setNew(false)
            setHasSelected(true)
          }}
        />
      )}
      {results && results.customers.length > 0 && (
        <CustomerResults customers={results.customers} onSelect={(id) => void selectCustomer(id)} />
      )}
      {results && results.guestOrders.length > 0 && (
        <GuestOrders orders={results.guestOrders} hasMore={results.hasMoreGuestOrders} isFocused={results.customers.length === 0} />
      )}
      {customer && <CustomerCard customer={customer} isNewlySelected={hasSelected} />}
    </Page>
  )
}
