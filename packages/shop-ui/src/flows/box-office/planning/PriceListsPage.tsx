import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { isStaffAllowed } from '@playhouse/domain/staff'
import { useWords } from '#i18n'
import { api } from '#server-state'
import { Button } from '#ui/Button'
import { Link } from '#ui/Link'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { TextField } from '#form/TextField'
import styles from '../BoxOffice.module.css'
import { useCounterState } from '../counter-state.ts'
import { QueryStatus } from '../QueryStatus.tsx'
import { useInvalidFocus } from '../useInvalidFocus.ts'
import { OptionField } from './OptionField.tsx'
import { priceListsQuery, refreshProgramme } from './planning-queries.ts'
import { PlanningOutcome } from './PlanningOutcome.tsx'
import { idOfTitle } from './production-draft.ts'
import { usePlanningMutation } from './usePlanningMutation.ts'

/** All price lists, and a form that copies one of them. */
export function PriceListsPage() {
  const t = useWords('planning')
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
      <ul role="list" className={styles['evenings']}>
        {lists.map(({ id, name, hallName, performances }) => (
          <li key={id}>
            <Link to={`/smart/prices/${id}`}>{name}</Link>
            <span>{hallName}</span>
            <span className={styles['soft']}>{t('list.performances', { count: performances })}</span>
          </li>
        ))}
      </ul>
      {lists.length > 0 && isStaffAllowed(role, 'edit-programme') && <NewPriceList lists={lists} />}
    </Page>
  )
}

type Lists = readonly { readonly id: string; readonly name: string; readonly hallName: string }[]

function NewPriceList({ lists }: { readonly lists: Lists }) {
  const t = useWords('planning')
  const navigate = useNavigate()
  const mutation = usePlanningMutation()
  const { problem } = mutation
  const { form } = useInvalidFocus(problem)
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
          error={problem?.code === 'id-taken' ? t('prices.taken') : isInvalid ? t('form.invalid') : undefined}
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
