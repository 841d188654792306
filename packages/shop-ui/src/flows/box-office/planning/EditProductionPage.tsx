import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { PlannedProduction } from '@playhouse/api-client/contract'
import { changedFields, isSameValue } from '@playhouse/domain/change'
import { useWords } from '#i18n'
import { api, useBrand } from '#server-state'
import { Button } from '#ui/Button'
import { Link } from '#ui/Link'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { QueryStatus } from '../QueryStatus.tsx'
import { ChangedFields } from './ChangedFields.tsx'
import { plannedProductionQuery, storeProduction } from './planning-queries.ts'
import { PlanningOutcome } from './PlanningOutcome.tsx'
import { draftOf, mergeDrafts, planOf } from './production-draft.ts'
import { ProductionForm } from './ProductionForm.tsx'
import { usePlanningMutation } from './usePlanningMutation.ts'
import { useUnsavedGuard } from './useUnsavedGuard.tsx'

/** Creates a production as a draft. */
export function NewProductionPage() {
  const t = useWords('planning')
  const { name } = useBrand()
  const navigate = useNavigate()
  const mutation = usePlanningMutation()
  const [initial] = useState(() =>
    draftOf({
      ...{ id: '', title: '', credit: '', tagline: '', synopsis: [], venue: name, copyLanguage: 'en' },
      ...{ runningTime: 120, intervals: 1, ageGuidance: 0, warnings: [], poster: { motif: 'arcs', hue: 210 } },
    }),
  )
  const [draft, setDraft] = useState(initial)
  const { question, release } = useUnsavedGuard(!isSameValue(draft, initial))
  const create = () =>
    mutation.send(() => api.planning.createProduction({ body: { production: planOf(draft, {}) } }), {
      onSuccess: async (planned) => {
        await storeProduction(planned)
        release()
        await navigate(`/smart/productions/${planned.production.id}`)
      },
    })
  return (
    <Page width="reading">
      <PageHeading>{t('create.title')}</PageHeading>
      <p>{t('create.lead')}</p>
      {question}
      <PlanningOutcome mutation={mutation} />
      <ProductionForm
        {...{ draft, mutation, isNew: true, submitLabel: t('create.submit') }}
        onChange={setDraft}
        onSubmit={() => void create()}
      />
    </Page>
  )
}

/** Changes the texts of a production. */
export function EditProductionPage() {
  const t = useWords('planning')
  const { event = '' } = useParams()
  const query = useQuery(plannedProductionQuery(event))
  return (
    <Page width="reading">
      <PageHeading>{t('edit.title')}</PageHeading>
      <QueryStatus query={query} height={20} />
      {query.data && <EditForm key={event} current={query.data} />}
    </Page>
  )
}

function EditForm({ current }: { readonly current: PlannedProduction }) {
  const t = useWords('planning')
  const navigate = useNavigate()
  const mutation = usePlanningMutation()
  /** The version that was read when the form was filled; `current` may be newer. */
  const [base, setBase] = useState(current)
  const { state: _state, ...production } = base.production
  const [draft, setDraft] = useState(() => draftOf(production))
  const { id: event } = production
  const { question, release } = useUnsavedGuard(!isSameValue(draft, draftOf(production)))
  const save = () =>
    mutation.send(
      () => api.planning.editProduction({ params: { event }, body: { version: base.version, production: planOf(draft, production) } }),
      {
        onSuccess: async (planned) => {
          await storeProduction(planned)
          release()
          await navigate(`/smart/productions/${event}`)
        },
        message: t('edit.saved'),
      },
    )
  const takeOver = (): void => {
    setDraft(mergeDrafts(draftOf(production), draft, draftOf(current.production)))
    setBase(current)
    mutation.dismiss()
  }
  return (
    <>
      {question}
      <p>
        <Link to={`/smart/productions/${event}`}>{production.title}</Link>
      </p>
      <PlanningOutcome
        mutation={mutation}
        changed={
          <>
            <ChangedFields fields={changedFields(base.production, current.production)} />
            <Button onPress={takeOver}>{t('changed.takeOver')}</Button>
          </>
        }
      />
      <ProductionForm
        {...{ draft, mutation, isNew: false, submitLabel: t('edit.submit') }}
        onChange={setDraft}
        onSubmit={() => void save()}
      />
    </>
  )
}
