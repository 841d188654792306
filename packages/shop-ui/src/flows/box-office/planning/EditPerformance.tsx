import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type { contract, PlannedPerformance, ReplyOf } from '@playhouse/api-client/contract'
import { changedFields } from '@playhouse/domain/change'
import { useWords } from '#i18n'
import { api, queryClient } from '#server-state'
import { TextField } from '#form/TextField'
import { Button } from '#ui/Button'
import styles from '../BoxOffice.module.css'
import { useInvalidFocus } from '../useInvalidFocus.ts'
import { ChangedFields } from './ChangedFields.tsx'
import { changeOfPerformance, mergePerformanceDrafts, performanceDraftOf, typedPerformance } from './performance-draft.ts'
import { PerformanceFields, type PlanningOptions } from './PerformanceFields.tsx'
import { plannedProductionQuery, planningOptionsQuery, refreshProgramme, saleWindowsQuery } from './planning-queries.ts'
import { PlanningOutcome } from './PlanningOutcome.tsx'
import { usePlanningMutation } from './usePlanningMutation.ts'
import { useUnsavedGuard } from './useUnsavedGuard.tsx'

type Props = { readonly current: PlannedPerformance }

/** The form that changes a single performance, after a preview. */
export function EditPerformance({ current }: Props) {
  const { data: options } = useQuery(planningOptionsQuery)
  return options ? <EditForm key={current.id} current={current} options={options} /> : null
}

type Preview = ReplyOf<typeof contract.planning.editPerformances>

function EditForm({ current, options }: Props & { readonly options: PlanningOptions }) {
  const t = useWords('planning')
  const mutation = usePlanningMutation()
  const { form } = useInvalidFocus(mutation.problem)
  const heading = useRef<HTMLHeadingElement>(null)
  /** The version that was read when the form was filled; `current` may be newer. */
  const [base, setBase] = useState(current)
  const [draft, setDraft] = useState(() => performanceDraftOf(current))
  const [reason, setReason] = useState('')
  const [preview, setPreview] = useState<Preview['rows']>()
  const change = changeOfPerformance(performanceDraftOf(base), draft)
  const isEmpty = Object.keys(change).length === 0
  const { question } = useUnsavedGuard(!isEmpty || reason !== '')
  const fill = (performance: PlannedPerformance): void => {
    setBase(performance)
    setDraft(performanceDraftOf(performance))
    setPreview(undefined)
  }
  const send = (isPreview: boolean) =>
    mutation.send(
      () =>
        api.planning.editPerformances({
          body: { performances: [{ id: base.id, version: base.version }], change, isPreview, ...(reason.trim() !== '' && { reason }) },
        }),
      {
        onSuccess: async ({ rows }) => {
          if (isPreview) return setPreview(rows)
          await refreshProgramme()
          const planned = queryClient.getQueryData(plannedProductionQuery(base.production).queryKey)
          fill(planned?.performances.find(({ id }) => id === base.id) ?? base)
          setReason('')
        },
        message: ({ rows }) => t(isPreview ? 'bulk.previewed' : 'bulk.saved', { count: rows.length }),
        focus: heading,
      },
    )
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void send(true)
  }
  const takeOver = (): void => {
    setDraft(mergePerformanceDrafts(performanceDraftOf(base), draft, performanceDraftOf(current)))
    setBase(current)
    setPreview(undefined)
    mutation.dismiss()
  }
  const windows = useQuery(saleWindowsQuery(base.production))
  const isTaken = current.tickets + current.inBaskets > 0
  return (
    <section className={styles['stack']} aria-labelledby="edit-performance">
      {question}
      <h2 id="edit-performance" ref={heading} tabIndex={-1}>
        {t('bulk.title', { count: 1 })}
      </h2>
      <PlanningOutcome
        mutation={mutation}
        changed={
          <>
            <ChangedFields
              fields={changedFields(typedPerformance(performanceDraftOf(base)), typedPerformance(performanceDraftOf(current)))}
            />
            <Button onPress={takeOver}>{t('changed.takeOver')}</Button>
          </>
        }
      />
      <form ref={form} className={styles['form']} onSubmit={submit} aria-labelledby="edit-performance">
        <PerformanceFields
          {...{ draft, options, timeZone: base.timeZone, problem: mutation.problem, isNew: false }}
          isTimeFixed={isTaken}
          isSoldByWindows={windows.data !== undefined && windows.data.windows.length > 0}
          isHallFixed={isTaken || current.state === 'published'}
          onChange={(next) => {
            setDraft(next)
            setPreview(undefined)
          }}
        />
        <TextField name="performance-reason" label={t('bulk.reason')} optional maxLength={500} value={reason} onChange={setReason} />
        <Button type="submit" isPending={mutation.isPending} isDisabled={isEmpty}>
          {t('bulk.preview')}
        </Button>
      </form>
      {preview && (
        <>
          {preview.map(({ id, fields, tickets, inBaskets }) => (
            <div key={id}>
              <ChangedFields fields={fields} />
              {tickets + inBaskets > 0 && <p>{t('bulk.taken', { count: tickets + inBaskets })}</p>}
            </div>
          ))}
          <Button look="primary" isPending={mutation.isPending} isDisabled={preview.length === 0} onPress={() => void send(false)}>
            {t('bulk.apply', { count: 1 })}
          </Button>
        </>
      )}
    </section>
  )
}
