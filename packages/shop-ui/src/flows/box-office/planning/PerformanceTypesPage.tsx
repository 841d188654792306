import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { contract, ReplyOf } from '@playhouse/api-client/contract'
import { changedFields } from '@playhouse/domain/change'
import { isStaffAllowed } from '@playhouse/domain/staff'
import { useWords } from '#i18n'
import { api } from '#server-state'
import { TextField } from '#form/TextField'
import { Button } from '#ui/Button'
import { Link } from '#ui/Link'
import { LinkButton } from '#ui/LinkButton'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import styles from '../BoxOffice.module.css'
import { useCounterState } from '../counter-state.ts'
import { QueryStatus } from '../QueryStatus.tsx'
import { useInvalidFocus } from '../useInvalidFocus.ts'
import { ChangedFields } from './ChangedFields.tsx'
import { AccessAndLimitFields } from './AccessAndLimitFields.tsx'
import { type FieldRule, planningRules } from './field-fault.ts'
import { OptionField } from './OptionField.tsx'
import { performanceTypesQuery, planningOptionsQuery, refreshProgramme } from './planning-queries.ts'
import { PlanningOutcome } from './PlanningOutcome.tsx'
import { idOfTitle } from './production-draft.ts'
import { mergeTypeDrafts, type TypeDraft, typeDraftOf, typeOf } from './type-draft.ts'
import { useFieldError } from './useFieldError.ts'
import { usePlanningMutation } from './usePlanningMutation.ts'

type Type = ReplyOf<typeof contract.planning.performanceTypes>['types'][number]
type Options = ReplyOf<typeof contract.planning.options>

const page = '/smart/performance-types'
/** In the address: the form of a type that does not exist yet. An id has no underscore. */
const newType = '_new'

/** The types of performances with their defaults. The form of one of them, or of a new one, is open (`?type=`). */
export function PerformanceTypesPage() {
  const t = useWords('planning')
  const tags = useWords('part')
  const { role } = useCounterState().clerk
  const [search] = useSearchParams()
  const query = useQuery(performanceTypesQuery)
  const { data: options } = useQuery(planningOptionsQuery)
  const types = query.data ?? []
  const opened = search.get('type')
  const isEditor = isStaffAllowed(role, 'edit-programme')
  const edited = types.find(({ id }) => id === opened)
  const listName = (id: string): string => options?.priceLists.find((list) => list.id === id)?.name ?? id
  return (
    <Page>
      <PageHeading>{t('types.title')}</PageHeading>
      <p>{t('types.lead')}</p>
      <div className={styles['inline']}>
        {isEditor && <LinkButton to={`${page}?type=${newType}`}>{t('types.create')}</LinkButton>}
        <Link to="/smart/productions">{t('list.title')}</Link>
        <Link to="/smart/changes?subject=performance-type">{t('changes.title')}</Link>
      </div>
      <QueryStatus query={query} height={16} />
      {query.data && types.length === 0 && <p>{t('types.none')}</p>}
      <ul role="list" className={styles['evenings']}>
        {types.map(({ id, name, priceList, accessTags: ofType, perCustomer }) => (
          <li key={id}>
            {isEditor ? <Link to={`${page}?type=${id}`}>{name}</Link> : <span>{name}</span>}
            <span>{listName(priceList)}</span>
            <span className={styles['soft']}>
              {[
                ...ofType.map((tag) => tags(`accessTag.${tag}`)),
                ...(perCustomer === null ? [] : [t('types.limit', { count: perCustomer })]),
              ].join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      {isEditor && options && opened === newType && <TypeForm key={newType} options={options} />}
      {isEditor && options && edited && <TypeForm key={edited.id} current={edited} options={options} />}
    </Page>
  )
}

const { name, choice, choices, perCustomer } = planningRules
const rules = { name, priceList: choice, accessTags: choices, perCustomer } as const satisfies Record<keyof TypeDraft, FieldRule>

/** Creates a type, or changes `current`. */
function TypeForm({ current, options }: { readonly current?: Type; readonly options: Options }) {
  const t = useWords('planning')
  const navigate = useNavigate()
  const mutation = usePlanningMutation()
  const { problem } = mutation
  const { form } = useInvalidFocus(problem)
  const fieldError = useFieldError()
  /** The version that was read when the form was filled; `current` may be newer. */
  const [base, setBase] = useState(current)
  const [draft, setDraft] = useState<TypeDraft>(() =>
    typeDraftOf(current ?? { name: '', priceList: options.priceLists[0]?.id ?? '', accessTags: [], perCustomer: null }),
  )
  const set = (fields: Partial<TypeDraft>): void => setDraft({ ...draft, ...fields })
  const invalid = problem?.code === 'invalid-input' ? problem.params.fields : []
  const errorOf = (field: keyof TypeDraft): string | undefined => {
    if (field === 'name' && problem?.code === 'id-taken') return t('types.taken')
    const isRefused = invalid.some((path) => path.endsWith(field) || (field === 'name' && path === 'type'))
    return isRefused ? fieldError.errorOf(rules[field], String(draft[field])) : undefined
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const type = base?.id ?? idOfTitle(draft.name)
    void mutation.send(
      () => api.planning.setPerformanceType({ params: { type }, body: { version: base?.version ?? null, type: typeOf(draft) } }),
      {
        onSuccess: async () => {
          await refreshProgramme()
          await navigate(page)
        },
        message: t('edit.saved'),
      },
    )
  }
  const takeOver = (): void => {
    if (base && current) setDraft(mergeTypeDrafts(typeDraftOf(base), draft, typeDraftOf(current)))
    setBase(current)
    mutation.dismiss()
  }
  const lists = options.priceLists.map(({ id, name }) => ({ value: id, label: name }))
  const isKnown = lists.some(({ value }) => value === draft.priceList)
  return (
    <section className={styles['panel']} aria-labelledby="performance-type">
      <h2 id="performance-type">{base?.name ?? t('types.create')}</h2>
      {base && <p>{t('types.editLead')}</p>}
      <PlanningOutcome
        mutation={mutation}
        changed={
          base &&
          current && (
            <>
              <ChangedFields fields={changedFields(typeOf(typeDraftOf(base)), typeOf(typeDraftOf(current)))} />
              <Button onPress={takeOver}>{t('changed.takeOver')}</Button>
            </>
          )
        }
      />
      <form ref={form} className={styles['form']} onSubmit={submit} aria-labelledby="performance-type">
        <TextField
          name="type-name"
          label={t('field.name')}
          maxLength={80}
          value={draft.name}
          onChange={(name) => set({ name })}
          error={errorOf('name')}
        />
        <OptionField
          name="type-prices"
          label={t('field.priceList')}
          value={draft.priceList}
          onChange={(priceList) => set({ priceList })}
          options={isKnown ? lists : [...lists, { value: draft.priceList, label: draft.priceList }]}
          error={errorOf('priceList')}
        />
        <AccessAndLimitFields name="type" draft={draft} onChange={set} errorOf={errorOf} />
        <Button type="submit" look="primary" isPending={mutation.isPending}>
          {t('edit.submit')}
        </Button>
      </form>
    </section>
  )
}
