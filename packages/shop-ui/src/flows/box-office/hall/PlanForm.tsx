import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { PlannedHall } from '@playhouse/api-client/contract'
import { mostPlanBytes } from '@playhouse/domain/plan-refusal'
import { useWords } from '#i18n'
import { TextField } from '#form/TextField'
import { api, useBrand } from '#server-state'
import { announce } from '#ui/announce'
import { Button } from '#ui/Button'
import { Notice } from '#ui/Notice'
import styles from '../BoxOffice.module.css'
import { FileButton } from '../FileButton.tsx'
import { base64Of } from '../planning/image-draft.ts'
import { planningRules } from '../planning/field-fault.ts'
import { OptionField } from '../planning/OptionField.tsx'
import { priceListsQuery, refreshProgramme } from '../planning/planning-queries.ts'
import { PlanningOutcome } from '../planning/PlanningOutcome.tsx'
import { idOfTitle } from '../planning/production-draft.ts'
import { useFieldError } from '../planning/useFieldError.ts'
import { usePlanningMutation } from '../planning/usePlanningMutation.ts'
import { useInvalidFocus } from '../useInvalidFocus.ts'
import type { PlanMapView } from './plan-map.ts'
import { PlanReport } from './PlanReport.tsx'
import type { ReadFile } from './read-file.ts'

type Props = {
  readonly PlanMap: PlanMapView
  /** The hall that gets a newer plan; absent for a new hall. */
  readonly current?: PlannedHall
}

/** A file that becomes a plan: first read and drawn in the browser, then saved with a name and a price list. */
export function PlanForm({ PlanMap, current }: Props) {
  const t = useWords('hall')
  const { locales } = useBrand()
  const [isReading, setReading] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [read, setRead] = useState<ReadFile>()
  const heading = useRef<HTMLHeadingElement>(null)
  const open = async (file: File): Promise<void> => {
    setRead(undefined)
    setRefusal(undefined)
    if (file.size > mostPlanBytes) return setRefusal('too-large')
    setReading(true)
    // The importer is large, and only this screen needs it.
    const { readFile } = await import('./read-file.ts')
    const result = await readFile(file, locales)
    setReading(false)
    if (!result.ok) return setRefusal(result.error.params.reason)
    setRead(result.value)
    announce(t('read', { count: result.value.report.seats }))
    requestAnimationFrame(() => heading.current?.focus())
  }
  return (
    <>
      <FileButton
        label={t(read ? 'replace' : 'choose')}
        accept=".json,.plan,.svg,.csv,.tsv,.txt,application/json,text/csv"
        isPending={isReading}
        onFiles={([file]) => open(file)}
      />
      <p>{isReading ? t('reading') : t('hint')}</p>
      {refusal && (
        <Notice tone="error" role="alert" title={t('refused')}>
          <p>{t(`reason.${refusal}`)}</p>
        </Notice>
      )}
      {read && (
        <>
          <h2 ref={heading} tabIndex={-1}>
            {t('report')}
          </h2>
          <p>{t('read', { count: read.report.seats })}</p>
          <PlanReport report={read.report} />
          <h2>{t('map')}</h2>
          <PlanMap plan={read.plan} bandOf={read.bandOf} />
          {read.report.isSellable && <SaveForm key={read.key} read={read} current={current} />}
        </>
      )}
    </>
  )
}

function SaveForm({ read, current }: { readonly read: ReadFile; readonly current: PlannedHall | undefined }) {
  const t = useWords('hall')
  const { errorOf } = useFieldError()
  const navigate = useNavigate()
  const mutation = usePlanningMutation()
  const { problem } = mutation
  const { form } = useInvalidFocus(problem)
  const lists = useQuery(priceListsQuery).data ?? []
  const ownLists = current?.priceLists ?? []
  const [name, setName] = useState(current?.name ?? read.plan.name)
  const [listName, setListName] = useState(read.plan.name)
  const [basedOn, setBasedOn] = useState(ownLists.at(-1)?.id ?? '')
  const hall = current?.hall ?? idOfTitle(name)
  const list = idOfTitle(listName)
  const isTaken = (id: string): boolean => problem?.code === 'id-taken' && problem.params.id === id
  const isInvalid = (field: string): boolean =>
    problem?.code === 'invalid-input' && problem.params.fields.some((each) => each.includes(field))
  const hallError = (): string | undefined => {
    if (isTaken(hall) && !current) return t('taken')
    return isInvalid('hall') || isInvalid('body.name') ? errorOf(planningRules.name, name) : undefined
  }
  const listError = (): string | undefined => {
    if (isTaken(list) && (current || list !== hall)) return t('taken')
    return isInvalid('priceList') && !isInvalid('basedOn') ? errorOf(planningRules.name, listName) : undefined
  }
  const isSame = problem?.code === 'id-taken' && problem.params.id !== hall && problem.params.id !== list
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const file = await base64Of(read.file)
    const body = {
      ...{ name, file, isPreview: false },
      priceList: { id: list, name: listName, basedOn: basedOn === '' ? null : basedOn, fullPrice: t('fullPrice') },
    }
    await mutation.send(() => (current ? api.halls.addPlan({ params: { hall }, body }) : api.halls.create({ body: { ...body, hall } })), {
      onSuccess: async () => {
        await refreshProgramme()
        await navigate(`/smart/prices/${list}`)
      },
      message: t('added'),
    })
  }
  return (
    <section className={styles['panel']} aria-labelledby="save-plan">
      <h2 id="save-plan">{t('save')}</h2>
      {isSame ? <Notice tone="error" role="alert" title={t('samePlan')} /> : <PlanningOutcome mutation={mutation} />}
      <form ref={form} className={styles['form']} onSubmit={(event) => void submit(event)} aria-labelledby="save-plan">
        <TextField
          name="hall-name"
          label={t('name')}
          hint={t('nameHint')}
          maxLength={80}
          value={name}
          onChange={setName}
          error={hallError()}
        />
        <TextField name="hall-list" label={t('listName')} maxLength={80} value={listName} onChange={setListName} error={listError()} />
        <OptionField
          name="hall-based-on"
          label={t('basedOn')}
          value={basedOn}
          onChange={setBasedOn}
          error={isInvalid('basedOn') ? errorOf(planningRules.choice, basedOn) : undefined}
          options={[
            { value: '', label: t('noPrices') },
            ...lists.map((each) => ({ value: each.id, label: t('fromList', { name: each.name, hall: each.hallName }) })),
          ]}
        />
        <Button type="submit" look="primary" isPending={mutation.isPending}>
          {t(current ? 'submitPlan' : 'submitHall')}
        </Button>
      </form>
    </section>
  )
}
