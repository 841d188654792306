import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import type { contract, ReplyOf } from '@playhouse/api-client/contract'
import { isStaffAllowed } from '@playhouse/domain/staff'
import { useFormats, useWords } from '#i18n'
import { api } from '#server-state'
import { Button } from '#ui/Button'
import { Link } from '#ui/Link'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { TextField } from '#form/TextField'
import styles from '../BoxOffice.module.css'
import { useCounterState } from '../counter-state.ts'
import { ListTable } from '../ListTable.tsx'
import { QueryStatus } from '../QueryStatus.tsx'
import { useInvalidFocus } from '../useInvalidFocus.ts'
import { planningRules } from './field-fault.ts'
import { OptionField } from './OptionField.tsx'
import { priceListsQuery, refreshProgramme } from './planning-queries.ts'
import { PlanningOutcome } from './PlanningOutcome.tsx'
import { idOfTitle } from './production-draft.ts'
import { useFieldError } from './useFieldError.ts'
import { usePlanningMutation } from './usePlanningMutation.ts'

type PriceListSummary = ReplyOf<typeof contract.priceLists.all>['priceLists'][number]

/** All price lists, and a form that copies one of them. */
export function PriceListsPage() {
  const t = useWords('planning')
  const { number } = useFormats()
  const { role } = useCounterState().clerk
  const query = useQuery(priceListsQuery)
  const lists = query.data ?? []
  return (
    <Page>
      <PageHeading>{t('prices.title')}</PageHeading>
      <p>
        <Link to="/smart/productions">{t('list.title')}</Link>
      </p>
      <QueryStatus query={query} height={16} />
      {query.data && (
        <ListTable<PriceListSummary, string>
          name="price-list"
          label={t('prices.title')}
          rows={lists}
          keyOf={({ id }) => id}
          search={{ label: t('prices.find'), textOf: ({ id, name, hallName }) => `${name} ${hallName} ${id}` }}
          filter={{
            label: t('field.hall'),
            options: [
              { value: 'all', label: t('state.all') },
              ...[...new Set(lists.map(({ hallName }) => hallName))].map((hall) => ({ value: hall, label: hall })),
            ],
            of: ({ hallName }) => hallName,
          }}
          count={(count) => t('prices.count', { count })}
          columns={[
            {
              id: 'name',
              label: t('prices.name'),
              value: ({ name }) => name,
              renderCell: ({ id, name }) => <Link to={`/smart/prices/${id}`}>{name}</Link>,
            },
            { id: 'hall', label: t('field.hall'), value: ({ hallName }) => hallName, renderCell: ({ hallName }) => hallName },
            {
              ...{ id: 'performances', isLesser: true, isAmount: true, label: t('list.column.performances') },
              value: ({ performances }) => performances,
              renderCell: ({ performances }) => number(performances),
            },
          ]}
        />
      )}
      {lists.length > 0 && isStaffAllowed(role, 'edit-programme') && <NewPriceList lists={lists} />}
    </Page>
  )
}

function NewPriceList({ lists }: { readonly lists: readonly PriceListSummary[] }) {
  const t = useWords('planning')
  const navigate = useNavigate()
  const mutation = usePlanningMutation()
  const { problem } = mutation
  const { form } = useInvalidFocus(problem)
  const { errorOf } = useFieldError()
  const [name, setName] = useState('')
  const [copyOf, setCopyOf] = useState(lists[0]!.id)
  const isInvalid = problem?.code === 'invalid-input'
  const id = idOfTitle(name)
  const create = (event: FormEvent): void => {
    event.preventDefault()
    void mutation.send(() => api.priceLists.create({ body: { priceList: { id, name, copyOf } } }), {
      onSuccess: async () => {
        await refreshProgramme()
        await navigate(`/smart/prices/${id}`)
      },
    })
  }
  return (
    <section className={styles['panel']} aria-labelledby="new-price-list">
      <h2 id="new-price-list">{t('prices.create')}</h2>
      <p>{t('prices.createLead')}</p>
      <PlanningOutcome mutation={mutation} />
      <form ref={form} className={styles['form']} onSubmit={create} aria-labelledby="new-price-list">
        <TextField
          name="price-list-name"
          label={t('prices.name')}
          maxLength={80}
          value={name}
          onChange={setName}
          error={problem?.code === 'id-taken' ? t('prices.taken') : isInvalid ? errorOf(planningRules.name, name) : undefined}
        />
        <OptionField
          name="price-list-copy"
          label={t('prices.copyOf')}
          value={copyOf}
          onChange={setCopyOf}
          options={lists.map((list) => ({ value: list.id, label: t('prices.inHall', { name: list.name, hall: list.hallName }) }))}
        />
        <Button type="submit" isPending={mutation.isPending}>
          {t('prices.create')}
        </Button>
      </form>
    </section>
  )
}
